// random_blocks.cc - digits of every axis, put into an order, and decorated.
#include "tests/support/random_blocks.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

#include "ashlar/error.h"

namespace ashlar::test {
namespace {

constexpr int kTop = 9;
constexpr int kMostTries = 200;

template <class Item>
const Item& any_of(Random& random, std::span<const Item> items) {
  return items[static_cast<std::size_t>(
      pick(random, 0, static_cast<Index>(items.size()) - 1))];
}

template <class Item>
void mix(Random& random, std::vector<Item>& items) {
  for (std::size_t i = items.size(); i > 1; --i) {
    std::swap(items[i - 1], items[static_cast<std::size_t>(
                                pick(random, 0, static_cast<Index>(i) - 1))]);
  }
}

/// A term of the memory, with what the rules have to know of it.
struct Part {
  std::string text;
  Index slots = 1;
  int level = kTop;
  bool is_plain = true;  ///< nothing was added that makes it unfit for more
};

class BlockMaker {
 public:
  BlockMaker(Random& random, std::span<const Index> sizes)
      : random_(random), sizes_(sizes) {}

  std::string make() {
    for (std::size_t axis = 0; axis < sizes_.size(); ++axis) {
      split(std::string(1, static_cast<char>('a' + axis)), sizes_[axis]);
    }
    mix(random_, parts_);
    if (chance(random_, 15)) join_two();
    if (chance(random_, 10)) choose_core();
    if (chance(random_, 75)) {
      std::ranges::stable_sort(parts_, std::ranges::greater(), &Part::level);
    }
    if (chance(random_, 30)) add_xor();
    if (!parts_.empty() && chance(random_, 15)) add_pitch();
    return text();
  }

 private:
  void split(const std::string& axis, Index size) {
    static constexpr Index kBlocks[] = {
        2, 2, 3, 4, 4, 5, 6, 8, 8, 12, 16, 16, 16, 32, 32, 32, 48, 64, 64, 128};
    Index div = 1;
    const Index levels = any_of<Index>(
        random_, std::vector<Index>{0, 0, 0, 1, 1, 1, 1, 2, 2, 3});
    for (int level = 0; level < levels && div < size; ++level) {
      const Index radix = any_of<Index>(random_, kBlocks);
      if (div * radix > 2 * size) continue;
      parts_.push_back(
          {digit(axis, div) + "%" + std::to_string(radix), radix, level});
      div *= radix;
    }
    parts_.push_back({digit(axis, div), (size + div - 1) / div});
  }

  static std::string digit(const std::string& source, Index div) {
    return div == 1 ? source : source + "/" + std::to_string(div);
  }

  /// Takes some part of the highest digits away.
  Part take_top(Index most) {
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (parts_[i].level != kTop || parts_[i].slots > most) continue;
      const Part found = parts_[i];
      parts_.erase(parts_.begin() + static_cast<std::ptrdiff_t>(i));
      return found;
    }
    return {};
  }

  /// Pages: the highest digits of two axes counted together, and dealt.
  void join_two() {
    const Part outer = take_top(Index{1} << 20);
    const Part inner = take_top(Index{1} << 20);
    if (outer.text.empty() || inner.text.empty()) {
      if (!outer.text.empty()) parts_.push_back(outer);
      return;
    }
    let_ = "p=(" + outer.text + " " + inner.text + "); ";
    const Index count = outer.slots * inner.slots;
    const Index radix = pick(random_, 2, 12);
    const std::string low = "p%" + std::to_string(radix);
    if (chance(random_, 50)) {
      units_.push_back("bank=" + low);
    } else {
      parts_.push_back({low, radix, static_cast<int>(pick(random_, 0, kTop))});
    }
    parts_.push_back({digit("p", radix), (count + radix - 1) / radix});
  }

  void choose_core() {
    const Part part = take_top(64);
    if (!part.text.empty()) units_.push_back("core=" + part.text);
  }

  void add_xor() {
    for (Part& part : parts_) {
      const bool is_fit =
          part.level != kTop && part.slots > 1 &&
          std::has_single_bit(static_cast<std::uint64_t>(part.slots));
      for (Part& other : parts_) {
        if (!is_fit || &other == &part || other.level == kTop ||
            other.slots != part.slots || !other.is_plain || !part.is_plain) {
          continue;
        }
        part.text += " ^ " + other.text;
        part.is_plain = other.is_plain = false;
      }
    }
  }

  void add_pitch() {
    Part& part = parts_[static_cast<std::size_t>(
        pick(random_, 0, static_cast<Index>(parts_.size()) - 1))];
    if (!part.is_plain) return;
    part.slots += pick(random_, 1, 8);
    part.text += ":" + std::to_string(std::max<Index>(part.slots, 1));
  }

  std::string text() const {
    std::string out = let_;
    for (std::size_t i = 0; i < units_.size(); ++i) {
      out += (i == 0 ? "" : ", ") + units_[i];
    }
    if (!units_.empty()) out += " | ";
    out += "[";
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      out += (i == 0 ? "" : ", ") + parts_[i].text;
    }
    return out + "]";
  }

  Random& random_;
  std::span<const Index> sizes_;
  std::vector<Part> parts_;
  std::string let_;
  std::vector<std::string> units_;
};

std::string named(Random& random, Index last) {
  const std::vector<std::string> all = {
      "row",
      "col",
      "ttnn",
      "tile(32x32)",
      "tile(16x16)",
      "tile(8x128)",
      "tile(32x32, faces=8x16)",
      "stick(128B)",
      "stick(128B, pad=all)",
      "row(align=64B)",
      "row(pitch=" + std::to_string(last + pick(random, 0, 9)) + ")"};
  return any_of<std::string>(random, all);
}

std::string spec_text(const Format& format, std::span<const Index> sizes,
                      const std::string& layout) {
  std::string out = to_string(format) + "[";
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    out += (i == 0 ? "" : "x") + std::to_string(sizes[i]);
  }
  return out + "] " + layout;
}

}  // namespace

std::vector<Index> random_sizes(Random& random, Index volume) {
  static constexpr Index kWhole[] = {2, 16, 32, 64, 128};
  const Index rank =
      any_of<Index>(random, std::vector<Index>{1, 2, 2, 2, 2, 3, 3, 3, 4, 5});
  std::vector<Index> sizes;
  double left = static_cast<double>(volume);
  for (Index i = 1; i < rank; ++i) {
    // Between a fourth and four times its share.
    const double share =
        std::pow(left, 1.0 / static_cast<double>(rank - i + 1));
    const double part =
        share * std::exp2(static_cast<double>(pick(random, -200, 200)) / 100);
    sizes.push_back(std::max<Index>(1, std::llround(std::min(part, left))));
    left /= static_cast<double>(sizes.back());
  }
  sizes.push_back(std::max<Index>(1, std::llround(left)));
  mix(random, sizes);
  if (chance(random, 40)) {
    for (Index& size : sizes) {
      const Index block = any_of<Index>(random, kWhole);
      if (size >= block) size -= size % block;
    }
  }
  return sizes;
}

Spec random_blocks(Random& random, std::span<const Index> sizes,
                   const Format& format, double most) {
  Index volume = 1;
  for (const Index size : sizes) volume *= size;
  const double dense =
      static_cast<double>(volume) * static_cast<double>(format.bits()) / 8;
  for (int i = 0; i < kMostTries; ++i) {
    const std::string layout = chance(random, 20)
                                   ? named(random, sizes.back())
                                   : BlockMaker(random, sizes).make();
    try {
      Spec spec = parse_spec(spec_text(format, sizes, layout));
      const auto bytes = static_cast<double>(ashlar::bind(spec).bytes());
      if (bytes <= dense * most + 4096) return spec;
    } catch (const Error&) {
      // Sticks of a format whose words do not fill them, for example.
    }
  }
  return parse_spec(spec_text(format, sizes, "row"));
}

}  // namespace ashlar::test
