// Error figures for people.
#include <gtest/gtest.h>

#include <limits>

#include "ashlar/compare.h"

namespace ashlar {
namespace {

TEST(CompareTextTest, SaysWhatMatters) {
  Comparison c;
  c.count = 4;
  c.different = 2;
  c.infinity_mismatches = 1;
  c.where = Indices{0, 1};
  c.max_abs_error = 1;
  c.max_ulp = 2097152;
  c.rel_rms = 0.196116;
  c.sqnr_db = 14.1497;
  c.cosine = 0.98982669;
  c.pcc = 0.9449112;
  c.block = 2;
  c.worst = {{{1, 0}, 2, std::numeric_limits<double>::infinity(), 0, 1},
             {{0, 0}, 2, 13.979, 1, 0}};
  EXPECT_EQ(to_string(c),
            "2 of 4 elements differ\n"
            "not finite and different: 0 NaN, 1 infinite\n"
            "max abs error 1 at [0, 1], max 2.09715e+06 ulp\n"
            "rel rms 0.1961, SQNR 14.15 dB, cosine 0.989827, PCC 0.944911\n"
            "worst blocks of 2:\n"
            "  [1, 0]  inf dB, max abs error 0, 1 not finite\n"
            "  [0, 0]  13.98 dB, max abs error 1\n");
}

TEST(CompareTextTest, IsShortWithoutErrors) {
  const Tensor nothing = zeros(parse_spec("f32[0] row"));
  EXPECT_EQ(to_string(compare(nothing, nothing)),
            "0 of 0 elements differ\n"
            "rel rms 0, SQNR inf dB, cosine 1, PCC 1\n");
  Comparison c;
  c.pcc = std::numeric_limits<double>::quiet_NaN();
  c.sqnr_db = -std::numeric_limits<double>::infinity();
  EXPECT_EQ(to_string(c),
            "0 of 0 elements differ\n"
            "rel rms 0, SQNR -inf dB, cosine 1, PCC nan\n");
}

}  // namespace
}  // namespace ashlar
