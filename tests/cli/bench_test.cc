#include <gtest/gtest.h>

#include <regex>

#include "tests/cli/command_line.h"

namespace ashlar::test {
namespace {

Said bench(const std::string& from, const std::string& to,
           const std::vector<std::string>& more = {}) {
  std::vector<std::string> args = {"bench", "convert", "--from",    from,
                                   "--to",  to,        "--seconds", "0.01"};
  args.insert(args.end(), more.begin(), more.end());
  return ashlar(args);
}

TEST(BenchTest, TimesAConversionBesideCopies) {
  const Said said =
      bench("f32[100x70] row", "f32[100x70] tile(32x32)", {"--threads", "1"});
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_TRUE(std::regex_match(
      said.out,
      std::regex("f32\\[100x70\\] row -> f32\\[100x70\\] tile\\(32x32\\)\n"
                 "  moves        28,672 bytes to 28,672, on 1 thread\n"
                 "  conversion +[0-9.]+ ms +[0-9.]+ GB/s\n"
                 "  non-temporal +[0-9.]+ ms +[0-9.]+ GB/s\n"
                 "  memcpy +[0-9.]+ ms +[0-9.]+ GB/s\n"
                 "  limit        (non-temporal|memcpy)\n"
                 "  ratio        [0-9.]+ of the limit, median of [0-9]+ "
                 "rounds\n"
                 "(  note [^\n]*\n)?")))
      << said.out;
}

TEST(BenchTest, ComparesCastsWithLoopsOfTheSameProportion) {
  const Said said = bench("f32[1000]", "u4[1000]", {"--threads", "1"});
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_NE(said.out.find("4,096 bytes to 512, on 1 thread\n"),
            std::string::npos)
      << said.out;
  EXPECT_NE(said.out.find("prefetched"), std::string::npos) << said.out;
  EXPECT_EQ(said.out.find("memcpy"), std::string::npos) << said.out;
}

TEST(BenchTest, TimesOneElement) {
  EXPECT_EQ(bench("u1[1]", "u1[1] [a:9]").status, 0);
  EXPECT_EQ(bench("f64[] row", "f64[] col").status, 0);
}

TEST(BenchTest, TakesNoMoreThreadsThanThereAre) {
  EXPECT_EQ(bench("i8[5000]", "i8[5000]", {"--threads", "4096"}).status, 0);
}

TEST(BenchTest, RefusesBlockFormats) {
  for (const auto& [from, to] : {std::pair("f32[64] row", "mxfp4[64] row"),
                                 std::pair("mxfp4[64] row", "f32[64] row")}) {
    const Said said = bench(from, to);
    EXPECT_EQ(said.status, 3);
    EXPECT_EQ(said.err,
              "error: bench: mxfp4[64] row is of a block format, and bench "
              "times numbers without scales only\n"
              "hint: ashlar raw IN OUT --from SPEC --to SPEC -v converts it, "
              "and says how long that took\n");
  }
}

TEST(BenchTest, RefusesNothing) {
  const Said said = bench("f32[0x3]", "f32[0x3] col");
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.err,
            "error: bench: f32[0x3] row has no elements to convert\n");
}

TEST(BenchTest, RefusesWhatDoesNotFitIntoMemory) {
  const Said said = bench("i8[1048576x1048576]", "i8[1048576x1048576] col");
  EXPECT_EQ(said.status, 6);
  EXPECT_EQ(said.err,
            "error: bench: both forms together take 1,099,511,627,776 and "
            "1,099,511,627,776 bytes, more than this machine has\n"
            "hint: a smaller shape, of 64 MiB say, shows the same\n");
}

TEST(BenchTest, KnowsOnlyConversions) {
  const Said said =
      ashlar({"bench", "cast", "--from", "f32[3]", "--to", "f32[3]"});
  EXPECT_EQ(said.status, 2);
  EXPECT_TRUE(said.err.starts_with("error: bench: ")) << said.err;
  EXPECT_NE(said.err.find("convert"), std::string::npos) << said.err;
  EXPECT_EQ(ashlar({"bench"}).status, 2);
}

TEST(BenchTest, PrintsHelp) {
  const Said said = ashlar({"bench", "--help"});
  EXPECT_EQ(said.status, 0);
  EXPECT_TRUE(said.out.starts_with("usage: ashlar bench convert --from SPEC"));
}

}  // namespace
}  // namespace ashlar::test
