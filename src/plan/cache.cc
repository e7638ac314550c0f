// cache.cc - a bounded list of plans; the one not used for longest goes first.
#include "src/plan/cache.h"

#include <array>
#include <mutex>
#include <utility>

namespace ashlar {
namespace {

/// Mixes the parts that usually tell views apart; the rest is compared.
class Hash {
 public:
  void add(std::uint64_t word) {
    value_ = (value_ ^ word) * 0x9e3779b97f4a7c15u;
    value_ ^= value_ >> 32;
  }
  void add(Index word) { add(static_cast<std::uint64_t>(word)); }
  void add(std::span<const Index> words) {
    for (const Index word : words) add(word);
  }
  void add(const Format& format) {
    const Element& element = format.element();
    add(Index{element.bits} << 32 | Index{element.exponent_bits} << 16 |
        static_cast<Index>(element.kind) << 8 | element.is_signed);
  }
  void add(const DigitText& digit) {
    add(digit.div);
    add(digit.radix);
    add(digit.source.empty() ? Index{0} : Index{digit.source.back()});
  }
  void add(const Layout& layout) {
    add(static_cast<Index>(layout.index()));
    if (const auto* digits = std::get_if<Digits>(&layout)) {
      for (const TermText& term : digits->memory.terms) add(term.digit);
    } else if (const auto* tile = std::get_if<Tile>(&layout)) {
      add(tile->rows);
      add(tile->face_rows);
    }
  }
  void add(const Spec& spec) {
    add(spec.shape.sizes());
    add(spec.format);
    add(spec.layout);
    add(static_cast<Index>(spec.placement.spread.index()));
  }
  void add(const View& view) {
    if (const Spec* spec = view.spec()) {
      add(*spec);
      if (view.is_spec()) return;
      add(std::span<const Index>(view.begin()));
      add(std::span<const Index>(view.order()));
      add(view.shape().sizes());
      return;
    }
    add(view.shape().sizes());
    add(view.format());
    add(std::span<const Index>(view.array()->steps));
    add(view.array()->offset);
  }

  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
};

struct Cache {
  struct Entry {
    std::uint64_t last_use = 0;
    std::shared_ptr<const PlanState> plan;
    // Null if these are parts or arrays.
    const Spec* from = nullptr;
    const Spec* to = nullptr;

    bool is_for(const Spec& asked_from, const Spec& asked_to) const {
      return from != nullptr && to != nullptr && *from == asked_from &&
             *to == asked_to;
    }
    bool is_for(const View& asked_from, const View& asked_to) const {
      return plan->from == asked_from && plan->to == asked_to;
    }
  };

  template <class Asked>
  std::shared_ptr<const PlanState> find(std::uint64_t hash, const Asked& from,
                                        const Asked& to,
                                        const ConvertOptions& options) {
    for (std::size_t i = 0; i < count; ++i) {
      if (hashes[i] != hash) continue;
      if (entries[i].plan->options == options && entries[i].is_for(from, to)) {
        entries[i].last_use = ++now;
        return entries[i].plan;
      }
    }
    return nullptr;
  }

  /// Returns the plan that has to go, if any.
  std::shared_ptr<const PlanState> add(
      std::uint64_t hash, const std::shared_ptr<const PlanState>& plan) {
    std::size_t slot = count;
    if (count < kMaxCachedPlans) {
      ++count;
    } else {
      slot = 0;
      for (std::size_t i = 1; i < count; ++i) {
        if (entries[i].last_use < entries[slot].last_use) slot = i;
      }
    }
    hashes[slot] = hash;
    const auto spec_of = [](const View& view) {
      return view.is_spec() ? view.spec() : nullptr;
    };
    Entry made = {++now, plan, spec_of(plan->from), spec_of(plan->to)};
    return std::exchange(entries[slot], std::move(made)).plan;
  }

  std::mutex mutex;
  std::uint64_t now = 0;
  std::size_t count = 0;
  std::array<std::uint64_t, kMaxCachedPlans> hashes = {};
  std::array<Entry, kMaxCachedPlans> entries = {};
};

Cache& cache() {
  static Cache instance;
  return instance;
}

template <class Asked>
std::shared_ptr<const PlanState> find_or_make(const Asked& from,
                                              const Asked& to,
                                              const ConvertOptions& options) {
  Hash hash;
  hash.add(from);
  hash.add(to);
  {
    const std::lock_guard lock(cache().mutex);
    if (auto found = cache().find(hash.value(), from, to, options)) {
      return found;
    }
  }
  // Made outside of the lock: it takes a while, and may throw. The one that it
  // replaces ends outside too.
  auto made = std::make_shared<const PlanState>(from, to, options);
  std::shared_ptr<const PlanState> gone;
  const std::lock_guard lock(cache().mutex);
  if (auto found = cache().find(hash.value(), from, to, options)) return found;
  gone = cache().add(hash.value(), made);
  return made;
}

}  // namespace

std::shared_ptr<const PlanState> cached_plan(const Spec& from, const Spec& to,
                                             const ConvertOptions& options) {
  return find_or_make(from, to, options);
}

std::shared_ptr<const PlanState> cached_plan(const View& from, const View& to,
                                             const ConvertOptions& options) {
  return find_or_make(from, to, options);
}

std::size_t cached_plans() {
  const std::lock_guard lock(cache().mutex);
  return cache().count;
}

}  // namespace ashlar
