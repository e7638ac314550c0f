// Which loops make a block, and which kernel fills it.
#include "src/plan/program.h"

#include <gtest/gtest.h>

#include "ashlar/spec.h"

namespace ashlar {
namespace {

Program program(const char* from, const char* to, bool may_be_direct = true) {
  const Spec a = parse_spec(from);
  const Side in(ashlar::bind(a));
  const Side out(ashlar::bind(parse_spec(to)));
  return make_program(in, out, a.format.element().storage_bits / 8,
                      may_be_direct);
}

TEST(ProgramTest, CopiesRunsOfWholeLinesDirectly) {
  const Program p = program("f32[256x256] row", "f32[256x256] ttnn");
  EXPECT_EQ(p.kernel, Kernel::copy);
  EXPECT_TRUE(p.is_direct);
  EXPECT_EQ(p.block[std::size_t(p.rows)].loop.count, 16);
}

TEST(ProgramTest, GathersShortRunsIntoWholeLinesFirst) {
  const Program p = program("i8[256x256] row", "i8[256x256] ttnn");
  EXPECT_EQ(p.kernel, Kernel::copy);
  EXPECT_FALSE(p.is_direct);
  EXPECT_GE(p.segment_count, 256);
}

TEST(ProgramTest, TransposesWhenSidesRunAlongDifferentAxes) {
  const Program p = program("f32[256x256] row", "f32[256x256] col");
  EXPECT_EQ(p.kernel, Kernel::transpose);
  const Loop& rows = p.block[std::size_t(p.rows)].loop;
  const Loop& columns = p.block[std::size_t(p.columns)].loop;
  EXPECT_EQ(rows.dims[0].axis, 0);
  EXPECT_EQ(columns.dims[0].axis, 1);
  EXPECT_EQ(p.block_count, rows.count * columns.count);
}

TEST(ProgramTest, CountsEveryElementOnce) {
  constexpr const char* kLayouts[] = {"row", "col", "ttnn", "tile(32x32)",
                                      "[b/64, a/4, b%64, a%4]"};
  for (const char* from : kLayouts) {
    for (const char* to : kLayouts) {
      const Program p = program((std::string("bf16[192x320] ") + from).c_str(),
                                (std::string("bf16[192x320] ") + to).c_str());
      Index all = p.block_count;
      for (const Loop& loop : p.outer) all *= loop.count;
      EXPECT_GE(all, 192 * 320) << from << " -> " << to;
      EXPECT_EQ(Index(p.segments.size()) * p.segment_count, p.block_count)
          << from << " -> " << to;
    }
  }
}

TEST(ProgramTest, NothingIsDirectIfSomethingFollows) {
  EXPECT_FALSE(
      program("f32[256x256] row", "f32[256x256] ttnn", false).is_direct);
}

}  // namespace
}  // namespace ashlar
