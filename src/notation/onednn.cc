// oneDNN's format tags: nChw16c, OIhw8i16o2i, BA16a64b4a.
#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "src/base/checked.h"
#include "src/layout/lower.h"
#include "src/notation/notations.h"
#include "src/notation/plain.h"

namespace ashlar {
namespace {

// oneDNN's DNNL_MAX_NDIMS, which also bounds the list of inner blocks.
constexpr std::size_t kMaxBlocks = 12;

// The order of the axes behind the conventional letters: activations, weights,
// then the four kinds of tensors of recurrent networks.
constexpr std::array<std::string_view, 6> kFamilies = {"ncdhw", "goidhw", "tnc",
                                                       "ldnc",  "ldigo",  "x"};

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
bool is_letter(char c) { return is_capital(c) || (c >= 'a' && c <= 'z'); }
char lower_case(char c) {
  return is_capital(c) ? static_cast<char>(c - 'A' + 'a') : c;
}
char upper_case(char c) { return static_cast<char>(c - 'a' + 'A'); }

struct InnerBlock {
  Index size = 1;
  char letter = 0;
};

struct Tag {
  std::string outer;  // as written
  std::vector<InnerBlock> blocks;
};

Tag scan_tag(Cursor& in) {
  Tag tag;
  in.peek();  // skips blanks
  while (is_letter(in.peek_raw())) {
    tag.outer += in.peek_raw();
    in.rewind(in.position() + 1);
  }
  if (tag.outer.empty()) in.fail_expected("a tag, as in nChw16c or aBcd16b");
  while (in.peek_raw() >= '0' && in.peek_raw() <= '9') {
    const std::size_t begin = in.position();
    InnerBlock block{in.number_from(1, "a block size"), in.peek_raw()};
    if (!is_letter(block.letter) || is_capital(block.letter)) {
      in.fail_expected("a small letter after the block size");
    }
    in.rewind(in.position() + 1);
    tag.blocks.push_back(block);
    if (tag.blocks.size() > kMaxBlocks) {
      in.fail_at(begin, concat("more than ", kMaxBlocks, " inner blocks"));
    }
  }
  return tag;
}

/// Letters and what they mean: the axis of letter i is `order.find(letter)`.
std::string axis_order(Cursor& in, std::size_t begin,
                       const std::string& letters) {
  std::string sorted = letters;
  std::ranges::sort(sorted);
  if (sorted.front() == 'a' &&
      sorted.back() == static_cast<char>('a' + sorted.size() - 1)) {
    return sorted;
  }
  for (const std::string_view family : kFamilies) {
    const auto knows = [family](char c) {
      return family.find(c) != std::string_view::npos;
    };
    if (!std::ranges::all_of(letters, knows)) continue;
    std::string order;
    for (const char c : family) {
      if (letters.find(c) != std::string::npos) order += c;
    }
    return order;
  }
  in.fail_at(begin, concat("the letters ", letters, " belong to no family"),
             concat("use a, b, c, ... or letters out of one of ",
                    join(kFamilies, ", ")));
}

void check_outer(Cursor& in, std::size_t begin, const Tag& tag,
                 const std::string& letters, int rank) {
  for (std::size_t i = 0; i < letters.size(); ++i) {
    if (letters.find(letters[i], i + 1) != std::string::npos) {
      in.fail_at(begin, concat("the axis ", letters[i], " is given twice"));
    }
    const bool is_blocked = std::ranges::any_of(
        tag.blocks, [c = letters[i]](const InnerBlock& block) {
          return block.letter == c;
        });
    if (is_capital(tag.outer[i]) && !is_blocked) {
      in.fail_at(begin, concat(tag.outer[i], " is a capital, but has no block"),
                 concat("write ", letters[i], ", or add a block as in 16",
                        letters[i]));
    }
    if (!is_capital(tag.outer[i]) && is_blocked) {
      in.fail_at(
          begin, concat(letters[i], " has a block, but is no capital"),
          concat("write ", upper_case(letters[i]), " before the blocks"));
    }
  }
  for (const InnerBlock& block : tag.blocks) {
    if (letters.find(block.letter) == std::string::npos) {
      in.fail_at(begin,
                 concat("the block ", block.size, block.letter, " has no axis ",
                        upper_case(block.letter), " before it"));
    }
  }
  if (letters.size() != static_cast<std::size_t>(rank)) {
    in.fail_at(begin, concat("the tag has ", letters.size(),
                             " axes, the tensor has ", rank));
  }
}

/// How many indices of an axis the blocks from number `from` on cover.
Index block_product(const std::vector<InnerBlock>& blocks, std::size_t from,
                    char letter) {
  Index product = 1;
  for (std::size_t i = from; i < blocks.size(); ++i) {
    if (blocks[i].letter != letter) continue;
    product = checked_multiply(product, blocks[i].size, "onednn");
  }
  return product;
}

// ---- writing

/// A layout cut into the part with one digit an axis and the blocks inside.
struct Split {
  std::vector<int> outer;
  std::vector<InnerBlock> blocks;
  std::string why_not;
};

char letter_of(int axis) { return static_cast<char>('a' + axis); }

/// A leading digit can stay outside if it is all that is left of its axis.
bool is_outer(const Factor& factor, const Split& split) {
  return split.blocks.empty() && factor.is_top &&
         factor.alloc == factor.radix &&
         std::ranges::find(split.outer, factor.axis) == split.outer.end();
}

Split split_blocks(const BoundLayout& layout,
                   const std::vector<Factor>& factors) {
  Split split;
  for (std::size_t i = 0; i < factors.size(); ++i) {
    const Factor& factor = factors[i];
    if (factor.axis >= 0 && is_outer(factor, split)) {
      split.outer.push_back(factor.axis);
      continue;
    }
    if (factor.leaves_gap() || (factor.axis < 0 && factor.alloc > 1)) {
      split.why_not = describe_gap(layout, factors, i);
      return split;
    }
    // An axis of size 0 has no slots inside either; it needs no block.
    if (factor.axis < 0 || factor.alloc <= 1) continue;
    split.blocks.push_back({factor.alloc, letter_of(factor.axis)});
  }
  if (split.blocks.size() > kMaxBlocks) {
    split.why_not = concat("it takes ", split.blocks.size(),
                           " inner blocks, a tag has at most ", kMaxBlocks);
  }
  return split;
}

}  // namespace

Digits read_onednn(Cursor& in, const Subject& subject) {
  in.peek();
  const std::size_t begin = in.position();
  const Tag tag = scan_tag(in);
  std::string letters = tag.outer;
  std::ranges::transform(letters, letters.begin(), lower_case);
  check_outer(in, begin, tag, letters, subject.shape.rank());
  const std::string order = axis_order(in, begin, letters);
  const auto name_of = [&](char letter) {
    return subject.names[static_cast<int>(order.find(letter))];
  };
  Digits digits;
  for (const char letter : letters) {
    digits.memory.terms.push_back(
        term(name_of(letter), block_product(tag.blocks, 0, letter)));
  }
  for (std::size_t i = 0; i < tag.blocks.size(); ++i) {
    const InnerBlock& block = tag.blocks[i];
    digits.memory.terms.push_back(
        term(name_of(block.letter),
             block_product(tag.blocks, i + 1, block.letter), block.size));
  }
  return digits;
}

Written write_onednn(const BoundLayout& layout) {
  if (layout.shape().rank() == 0) return {{}, "a tag needs at least one axis"};
  if (std::string why = why_not_plain(layout); !why.empty()) return {{}, why};
  if (std::string why = why_not_empty(layout); !why.empty()) return {{}, why};
  const std::vector<Factor> factors = factors_of(layout);
  if (std::string why = why_not_descending(layout, factors); !why.empty()) {
    return {{}, why};
  }
  Split split = split_blocks(layout, factors);
  if (!split.why_not.empty()) return {{}, split.why_not};
  for (int axis = 0; axis < layout.shape().rank(); ++axis) {
    if (std::ranges::find(split.outer, axis) != split.outer.end()) continue;
    const auto before = std::ranges::find_if(
        split.outer, [axis](int other) { return other > axis; });
    split.outer.insert(before, axis);
  }
  std::string text;
  for (const int axis : split.outer) {
    const char letter = letter_of(axis);
    const bool is_blocked = std::ranges::any_of(
        split.blocks, [&](const InnerBlock& b) { return b.letter == letter; });
    text += is_blocked ? upper_case(letter) : letter;
  }
  for (const InnerBlock& block : split.blocks) {
    text += concat(block.size, block.letter);
  }
  return {text, {}};
}

}  // namespace ashlar
