// Records of GGUF against what ggml's own code produced.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ashlar/gguf_blocks.h"
#include "tests/blocks/gguf_check.h"
#include "tests/support/golden.h"

namespace ashlar {
namespace {

using test::Records;

class GgufGoldenTest : public GoldenTest {
 protected:
  void SetUp() override {
    GoldenTest::SetUp();
    if (IsSkipped()) return;
    numbers_ = GetParam() ? data_.items<float>("numerics/matrix256.f32")
                          : data_.items<float>("blocks/ggml_matrix.f32");
    ASSERT_EQ(numbers_.size(), GetParam() ? 65536u : 4096u);
  }

  /// "q4_0", "q6_K": as in the names of files.
  static std::string file_name(const RecordInfo& info) {
    std::string out;
    for (const char c : info.name) {
      out += static_cast<char>(c == 'K' ? c : std::tolower(c));
    }
    return out;
  }

  template <class Item>
  std::vector<Item> golden(const std::string& name) const {
    return data_.items<Item>((GetParam() ? "numerics/ggml_" : "blocks/ggml_") +
                             name);
  }

  /// ggml does not define the codes of IQ4_NL without a scale.
  void expect_records(const RecordInfo& info, const Records& out,
                      const Records& expected) const {
    ASSERT_EQ(out.size(), expected.size()) << info.name;
    const auto bytes = static_cast<std::size_t>(info.bytes);
    for (std::size_t at = 0; at < out.size(); at += bytes) {
      const bool has_codes = info.kind != RecordKind::iq4_nl ||
                             expected[at] != 0 || expected[at + 1] != 0;
      const std::size_t size = has_codes ? bytes : 2;
      ASSERT_TRUE(
          std::equal(out.begin() + static_cast<std::ptrdiff_t>(at),
                     out.begin() + static_cast<std::ptrdiff_t>(at + size),
                     expected.begin() + static_cast<std::ptrdiff_t>(at)))
          << info.name << ", record " << at / bytes;
    }
  }

  std::vector<float> numbers_;
};

TEST_P(GgufGoldenTest, DecodesEveryKindAsGgmlDoes) {
  for (const RecordInfo& info : record_kinds()) {
    const std::string name = file_name(info);
    const auto records = golden<std::uint8_t>(name + ".blocks.u8");
    const auto expected = golden<std::uint32_t>(name + ".dequant.f32");
    ASSERT_EQ(expected.size(), numbers_.size()) << name;
    EXPECT_EQ(test::bits_of(test::decoded(info.kind, records)), expected)
        << name;
  }
}

TEST_P(GgufGoldenTest, EncodesAsGgmlDoes) {
  for (const RecordInfo& info : record_kinds()) {
    if (!info.can_encode) continue;
    const auto expected = golden<std::uint8_t>(file_name(info) + ".blocks.u8");
    expect_records(info, test::encoded(info.kind, numbers_), expected);
  }
}

TEST_P(GgufGoldenTest, EncodesAsGgmlsVectorCodeAndCodeWithoutFmaDo) {
  if (!GetParam()) return;  // the extracts have no variants
  RecordOptions activations;
  activations.rules = RecordRules::activations;
  expect_records(info_of(RecordKind::q8_0),
                 test::encoded(RecordKind::q8_0, numbers_, activations),
                 golden<std::uint8_t>("q8_0_simd.blocks.u8"));
  for (const RecordKind kind :
       {RecordKind::q4_0, RecordKind::q4_1, RecordKind::q5_0, RecordKind::q4_k,
        RecordKind::q6_k}) {
    const RecordInfo& info = info_of(kind);
    expect_records(info, test::encoded(kind, numbers_),
                   golden<std::uint8_t>(file_name(info) + "_nofma.blocks.u8"));
  }
}

INSTANTIATE_TEST_SUITE_P(Data, GgufGoldenTest, testing::Bool(),
                         GoldenTest::name);

}  // namespace
}  // namespace ashlar
