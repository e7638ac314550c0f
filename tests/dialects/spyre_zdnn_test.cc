// Every figure of golden/spyre/zdnn.json: where zDNN itself put each element.
#include <gtest/gtest.h>

#include "ashlar/format.h"
#include "ashlar/layout.h"
#include "ashlar/notation.h"
#include "tests/dialects/spyre_golden.h"

namespace ashlar {
namespace {

using nlohmann::json;
using test::indices_of;

std::vector<json> cases(bool is_concatenated) {
  static const json document = test::golden("spyre/zdnn.json");
  EXPECT_EQ(document["cases"].size(), 32u);
  std::vector<json> out;
  for (const json& row : document["cases"]) {
    if ((row.value("concat", -1) >= 0) == is_concatenated) out.push_back(row);
  }
  return out;
}

/// The index of an element among zDNN's four dims; size 1 where the tensor
/// has none.
Indices four(const std::string& layout, const Indices& at) {
  if (layout == "ZDNN_1D") return {0, 0, 0, at[0]};
  if (layout == "ZDNN_2D") return {0, 0, at[0], at[1]};
  if (layout == "ZDNN_2DS") return {at[0], 0, 0, at[1]};
  if (layout == "ZDNN_3D") return {0, at[0], at[1], at[2]};
  if (layout == "ZDNN_3DS") return {at[0], 0, at[1], at[2]};
  if (layout == "ZDNN_NCHW") return {at[0], at[2], at[3], at[1]};
  return at;
}

TEST(SpyreZdnnTest, FindsEveryElementInAPage) {
  const char* const formats[] = {"4DFEATURE", "4DKERNEL", "4DWEIGHTS"};
  int count = 0;
  for (const json& row : cases(false)) {
    SCOPED_TRACE(row["layout"].get<std::string>() + row["pre"].dump());
    const Element element =
        parse_format(row.value("quantized", false) ? "i8" : "f16").element();
    const Shape shape = test::shape_of(row["dims"]);
    const char* const format = formats[row["format"].get<std::size_t>()];
    const BoundLayout layout =
        bind(read_notation(Notation::zdnn, format, shape, AxisNames(), element),
             shape, AxisNames(), element);
    EXPECT_EQ(layout.bytes(), row["bytes"]);
    const Shape pre = test::shape_of(row["pre"]);
    ASSERT_EQ(row["offsets"].size(), pre.volume());
    for (Index i = 0; i < pre.volume(); ++i) {
      const Indices at = four(row["layout"], unravel(i, pre));
      ASSERT_EQ(layout.position(at).bit / 8,
                row["offsets"][static_cast<std::size_t>(i)])
          << i;
    }
    ++count;
  }
  EXPECT_EQ(count, 28);
}

/// The gates of a recurrent network in one buffer, of the tensor
/// g=gates, n=directions, r=rows, s=size: direction, gate, then the gate as a
/// feature. If the input comes from two directions, each half of the rows
/// starts at a whole stick row of its own.
Digits gates(const json& row) {
  const bool is_bidirectional =
      row["tf_layout"].get<std::string>().starts_with("ZDNN_BIDIR");
  if (row["pre"].size() == 2) {
    return parse_digits("[n, g, s/64, r:32, s%64]");
  }
  if (!is_bidirectional) {
    return parse_digits("[n, g, s/64, r/32, r%32, s%64]");
  }
  const Index half = row["pre"][1].get<Index>() / 2;
  const Index room = (half + 63) / 64 * 64;
  return parse_digits("l=r%" + std::to_string(half) + ":" +
                      std::to_string(room) + "; [n, g, s/64, r/" +
                      std::to_string(half) + ", l/32, l%32, s%64]");
}

TEST(SpyreZdnnTest, FindsEveryElementOfConcatenatedGates) {
  int count = 0;
  for (const json& row : cases(true)) {
    SCOPED_TRACE(row["tf_layout"].get<std::string>() + row["pre"].dump());
    const Indices pre = indices_of(row["pre"]);
    const bool is_lstm = row["tf_layout"].get<std::string>().ends_with("FICO");
    const Index rows = pre.size() == 3 ? pre[1] : 1;
    const Shape shape = {is_lstm ? 4 : 3, pre[0], rows, pre[pre.size() - 1]};
    const BoundLayout layout =
        bind(gates(row), shape, AxisNames{"g", "n", "r", "s"},
             parse_format("f16").element());
    EXPECT_EQ(layout.bytes(), row["bytes"]);
    ASSERT_EQ(row["offsets"].size(), shape.volume());
    for (Index i = 0; i < shape.volume(); ++i) {
      ASSERT_EQ(layout.position(unravel(i, shape)).bit / 8,
                row["offsets"][static_cast<std::size_t>(i)])
          << i;
    }
    ++count;
  }
  EXPECT_EQ(count, 4);
}

}  // namespace
}  // namespace ashlar
