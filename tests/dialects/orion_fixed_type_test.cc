// orion_fixed_type_test.cc - the constants are what their names say.
#include "src/dialects/orion_fixed_type.h"

#include <gtest/gtest.h>

namespace ashlar::orion {
namespace {

Int128 rounded(FixedFunction function, const FixedPoint& type, Int128 a) {
  return to_int128(evaluate(function, type, a));
}

// The constants of the types are rounded or truncated, so one unit is allowed.
TEST(OrionFixedTypeTest, HasConstantsWithinOneUnit) {
  for (const TypeInfo& info : type_infos()) {
    const FixedPoint type = fixed_point_of(info.type);
    const auto one = static_cast<Int128>(info.one());
    const Polynomials& constants = *info.polynomials;
    const auto near = [&](UInt128 constant, Int128 wanted) {
      const Int128 error = static_cast<Int128>(constant) - wanted;
      // Orion's constants of FP64x64 are of double precision.
      const Int128 allowed = info.fraction_bits == 64 ? 4096 : 1;
      EXPECT_LE(error < 0 ? -error : error, allowed) << info.name;
    };
    near(constants.ln_2, rounded(FixedFunction::ln, type, 2 * one));
    near(constants.log10_2, rounded(FixedFunction::log10, type, 2 * one));
    const Int128 e = rounded(FixedFunction::exp, type, one);
    near(constants.log2_e, rounded(FixedFunction::log2, type, e));
    if (info.is_first_release()) continue;
    const Int128 pi = rounded(FixedFunction::acos, type, -one);
    near(info.circle->pi, pi);
    near(info.circle->half_pi, pi / 2);
    if (info.circle->sine_step == 0) continue;
    near(info.circle->two_pi, 2 * pi);
    near(info.circle->sine_step, pi / 512);
    near(info.circle->arc_step, 7 * one / 1000);
    near(info.circle->seven_tenths, 7 * one / 10);
    near(info.circle->sixth_of_pi, pi / 6);
    const Int128 root = rounded(FixedFunction::sqrt, type, 3 * one);
    near(info.circle->third_of_root_3, root / 3);
  }
}

// A digit too many or rounded away: never more than 64 units.
TEST(OrionFixedTypeTest, MistypesStartsByLittle) {
  int count = 0;
  const auto check = [&count](const Mistyped& row, UInt128 right) {
    const Int128 error = Int128{row.start} - static_cast<Int128>(right);
    EXPECT_LE(error < 0 ? -error : error, 64) << row.slot;
    ++count;
  };
  for (const TypeInfo& info : type_infos()) {
    if (info.is_first_release()) continue;
    for (const Mistyped& row : info.circle->sine_starts) {
      check(row, static_cast<UInt128>(row.slot) * info.circle->pi / 512);
    }
    for (const Mistyped& row : info.circle->arc_starts) {
      check(row, static_cast<UInt128>(row.slot) * 7 * info.one() / 1000);
    }
  }
  EXPECT_EQ(count, 2 * (12 + 14 + 6 + 6));
}

TEST(OrionFixedTypeTest, ListsTypesInTheOrderOfTheEnumeration) {
  for (const TypeInfo& info : type_infos()) {
    EXPECT_EQ(&info_of(info.type), &info);
  }
  EXPECT_EQ(type_infos().size(), fixed_types().size());
}

}  // namespace
}  // namespace ashlar::orion
