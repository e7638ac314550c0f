// Each line of a block's source is fetched once.
#include "src/plan/lines.h"

#include <gtest/gtest.h>

#include <set>

#include "ashlar/spec.h"

namespace ashlar {
namespace {

Program program(const char* from, const char* to) {
  const Spec a = parse_spec(from);
  return make_program(Side(ashlar::bind(a)), Side(ashlar::bind(parse_spec(to))),
                      a.format.element().storage_bits / 8, true);
}

TEST(LinesTest, CoverABlockOnce) {
  for (const char* to : {"ttnn", "col", "row", "tile(8x8)"}) {
    const Program p = program("f32[512x512] row",
                              (std::string("f32[512x512] ") + to).c_str());
    std::set<std::int64_t> lines;
    for (const std::int64_t at : p.lines) lines.insert(at / 64);
    EXPECT_EQ(lines.size(), p.lines.size()) << to;
    EXPECT_EQ(Index(p.lines.size()), p.block_count * 4 / 64) << to;
  }
}

TEST(LinesTest, RowsFarApartGoToTheSecondCache) {
  EXPECT_EQ(program("f32[512x512] row", "f32[512x512] col").fetch,
            kernels::Fetch::Into::l2);
  EXPECT_EQ(program("f32[512x512] row", "f32[512x512] row").fetch,
            kernels::Fetch::Into::l1);
}

}  // namespace
}  // namespace ashlar
