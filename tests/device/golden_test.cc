// golden_test.cc - ttnn's placements, read from the memory of each unit.
#include <gtest/gtest.h>

#include <cstring>
#include <sstream>

#include "tests/device/device_check.h"
#include "tests/dialects/ttnn_golden.h"

namespace ashlar {
namespace {

using ttnn::TensorSpec;

constexpr std::uint32_t kPadding = 0xEEEEEEEE;

/// What the elements of a page are, by the formulas of ttnn: element numbers
/// in row-major order, or padding.
std::vector<std::uint32_t> expected_page(const TensorSpec& tensor, Index page) {
  const auto shape = tensor.page_shape();
  const Indices& padded = tensor.padded_shape();
  const Indices& logical = tensor.logical_shape();
  const int added = padded.size() - logical.size();
  const Index across = tensor.physical_shape().width / shape.width;
  const bool is_tile = tensor.layout() == ttnn::Layout::tile;
  const Index face_rows = is_tile ? tensor.tile().face_height() : 1;
  const Index face_cols = is_tile ? tensor.tile().face_width() : shape.width;
  std::vector<std::uint32_t> out;
  for (Index i = 0; i < shape.height * shape.width; ++i) {
    const Index face = i / (face_rows * face_cols);
    const Index in_face = i % (face_rows * face_cols);
    const Index faces_across = shape.width / face_cols;
    const Index r = face / faces_across * face_rows + in_face / face_cols;
    const Index c = face % faces_across * face_cols + in_face % face_cols;
    Index row = page / across * shape.height + r;
    const Index col = page % across * shape.width + c;
    Index number = 0;
    Index scale = 1;
    bool is_data = true;
    for (int axis = padded.size() - 1; axis >= 0; --axis) {
      const bool is_last = axis + 1 == padded.size();
      const Index at = is_last ? col : row % padded[axis];
      if (!is_last) row /= padded[axis];
      const Index size = axis < added ? 1 : logical[axis - added];
      is_data = is_data && at < size;
      number += at * scale;
      scale *= size;
    }
    out.push_back(is_data ? static_cast<std::uint32_t>(number) : kPadding);
  }
  return out;
}

/// A golden tensor of numbers in the memory of a device.
class OnDevice {
 public:
  explicit OnDevice(const TensorSpec& tensor)
      : tensor_(tensor), spec_(ttnn::to_spec(tensor)) {
    spec_.format = parse_format("u32");
    if (spec_.shape.volume() == 0) return;
    ConvertOptions options;
    options.padding = {Padding::Kind::fill, kPadding};
    buffer_ = test::upload(device_, spec_, test::iota(spec_), options);
    const auto page = tensor.page_shape();
    page_bytes_ = page.height * page.width * 4;
    // Pages that are written as digits are not known to the device.
    const bool is_digits = std::holds_alternative<Digits>(spec_.layout);
    stride_ = is_digits ? page_bytes_ : device_.page_stride(*buffer_);
    EXPECT_TRUE(is_digits || device_.page_bytes(*buffer_) == page_bytes_);
  }

  bool is_empty() const { return buffer_ == nullptr; }

  /// Fails unless a unit has a page at a slot; page -1 is padding.
  void expect_page(SimMemory memory, Index unit, Index slot, Index page) {
    const auto bytes = device_.read(
        memory, unit, buffer_->address() + slot * stride_, page_bytes_);
    std::vector<std::uint32_t> words(bytes.size() / 4);
    std::memcpy(words.data(), bytes.data(), bytes.size());
    const std::vector<std::uint32_t> expected =
        page < 0 ? std::vector<std::uint32_t>(words.size(), kPadding)
                 : expected_page(tensor_, page);
    ASSERT_EQ(words, expected)
        << "unit " << unit << ", slot " << slot << ", page " << page;
  }

  void expect_back() {
    EXPECT_EQ(test::download(device_, spec_, *buffer_), test::iota(spec_));
    EXPECT_EQ(device_.broken_guard(), std::nullopt);
  }

  Index slots() const { return buffer_->unit_bytes() / page_bytes_; }

 private:
  TensorSpec tensor_;
  Spec spec_;
  SimDevice device_{parse_sim_config("wormhole(widths=any, guard=64)")};
  std::shared_ptr<DeviceBuffer> buffer_;
  Index page_bytes_ = 0;
  Index stride_ = 0;
};

TEST(DeviceGoldenTest, EveryCoreHoldsThePagesThatTtnnSays) {
  int cores = 0;
  for (const auto& question : ttnn::golden::questions("shards.txt")) {
    if (question.answer.starts_with("ERROR")) continue;
    SCOPED_TRACE(question.command);
    OnDevice tensor(
        ttnn::golden::tensor_spec(ttnn::golden::Command(question.command)));
    std::istringstream answer(question.answer);
    for (std::string line; std::getline(answer, line);) {
      if (!line.starts_with("core ")) continue;
      std::istringstream in(line.substr(5));
      CoreCoord core;
      char mark = ' ';
      in >> core.x >> mark >> core.y >> mark;
      Index slot = 0;
      for (std::string page; in >> page; ++slot) {
        tensor.expect_page(SimMemory::l1, core.y * 8 + core.x, slot,
                           page == "-" ? -1 : std::stoll(page));
        if (HasFatalFailure()) return;
      }
      EXPECT_EQ(slot, tensor.slots());
      ++cores;
    }
    tensor.expect_back();
  }
  EXPECT_GE(cores, 60);
}

TEST(DeviceGoldenTest, EveryBankHoldsThePagesDealtToIt) {
  constexpr Index kBanks = 12;
  int tensors = 0;
  for (const auto& question : ttnn::golden::questions("specs.txt")) {
    if (question.answer.starts_with("ERROR")) continue;
    SCOPED_TRACE(question.command);
    const TensorSpec spec =
        ttnn::golden::tensor_spec(ttnn::golden::Command(question.command));
    OnDevice tensor(spec);
    if (tensor.is_empty()) continue;
    const Index pages =
        spec.packed_buffer_size_bytes() / spec.page_size_bytes();
    const Index step = pages / 2000 + 1;  // large ones only in part
    for (Index slot = 0; slot < tensor.slots(); slot += step) {
      for (Index bank = 0; bank < kBanks; ++bank) {
        const Index page = slot * kBanks + bank;
        tensor.expect_page(SimMemory::dram, bank, slot,
                           page < pages ? page : -1);
        if (HasFatalFailure()) return;
      }
    }
    EXPECT_EQ(tensor.slots(), (pages + kBanks - 1) / kBanks);
    tensor.expect_back();
    ++tensors;
  }
  EXPECT_GE(tensors, 60);
}

}  // namespace
}  // namespace ashlar
