// policy_words.cc - the words for the choices of a cast.
#include <array>
#include <string>

#include "ashlar/cast_policy.h"
#include "src/base/require.h"

namespace ashlar {
namespace {

template <class Choice>
struct Word {
  std::string_view word;
  Choice choice;
};

constexpr std::array kRoundings = {
    Word<Rounding>{"automatic", Rounding::automatic},
    Word<Rounding>{"nearest_even", Rounding::nearest_even},
    Word<Rounding>{"nearest_away", Rounding::nearest_away},
    Word<Rounding>{"nearest_zero", Rounding::nearest_zero},
    Word<Rounding>{"toward_zero", Rounding::toward_zero},
    Word<Rounding>{"toward_positive", Rounding::toward_positive},
    Word<Rounding>{"toward_negative", Rounding::toward_negative},
    Word<Rounding>{"to_odd", Rounding::to_odd},
    Word<Rounding>{"stochastic", Rounding::stochastic},
};

constexpr std::array kOverflows = {
    Word<Overflow>{"automatic", Overflow::automatic},
    Word<Overflow>{"saturate_finite", Overflow::saturate_finite},
    Word<Overflow>{"saturate_propagate", Overflow::saturate_propagate},
    Word<Overflow>{"none", Overflow::none},
};

constexpr std::array kIntegerOverflows = {
    Word<IntegerOverflow>{"error", IntegerOverflow::error},
    Word<IntegerOverflow>{"saturate", IntegerOverflow::saturate},
    Word<IntegerOverflow>{"wrap", IntegerOverflow::wrap},
};

constexpr std::array kNanPolicies = {
    Word<NanPolicy>{"quiet", NanPolicy::quiet},
    Word<NanPolicy>{"payload", NanPolicy::payload},
    Word<NanPolicy>{"canonical", NanPolicy::canonical},
    Word<NanPolicy>{"all_ones", NanPolicy::all_ones},
    Word<NanPolicy>{"error", NanPolicy::error},
};

template <class Table>
auto choice_of(const Table& table, std::string_view word,
               std::string_view what) {
  std::string known;
  for (const auto& row : table) {
    if (row.word == word) return row.choice;
    known += known.empty() ? "" : ", ";
    known += row.word;
  }
  throw Error(ErrorKind::invalid, std::string(what),
              concat("there is no '", word, "'"), concat("one of ", known));
}

template <class Table, class Choice>
std::string_view word_of(const Table& table, Choice choice) {
  for (const auto& row : table) {
    if (row.choice == choice) return row.word;
  }
  return "";
}

}  // namespace

Rounding parse_rounding(std::string_view word) {
  return choice_of(kRoundings, word, "rounding");
}

Overflow parse_overflow(std::string_view word) {
  return choice_of(kOverflows, word, "overflow");
}

IntegerOverflow parse_integer_overflow(std::string_view word) {
  return choice_of(kIntegerOverflows, word, "integer overflow");
}

NanPolicy parse_nan_policy(std::string_view word) {
  return choice_of(kNanPolicies, word, "NaN policy");
}

std::string_view to_string(Rounding rounding) {
  return word_of(kRoundings, rounding);
}

std::string_view to_string(Overflow overflow) {
  return word_of(kOverflows, overflow);
}

std::string_view to_string(IntegerOverflow overflow) {
  return word_of(kIntegerOverflows, overflow);
}

std::string_view to_string(NanPolicy nan) { return word_of(kNanPolicies, nan); }

}  // namespace ashlar
