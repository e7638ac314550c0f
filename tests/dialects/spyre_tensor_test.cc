// Tensors on a simulated Spyre: sticks in its memory, formats, strides.
#include "ashlar/dialects/spyre_tensor.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "ashlar/sim.h"
#include "tests/dialects/spyre_golden.h"
#include "tests/tensor/tensor_check.h"

namespace ashlar::spyre {
namespace {

using nlohmann::json;
using test::counting;
using test::indices_of;

const Format kF16 = parse_format("f16");
const Format kF32 = parse_format("f32");

std::shared_ptr<SimDevice> make_spyre() {
  return make_sim(parse_sim_config("spyre(guard=128)"));
}

/// All bytes of a tensor, as the device has them.
std::vector<std::byte> image_of(const SpyreTensor& tensor) {
  const Storage& storage = tensor.tensor().storage();
  const auto& device = dynamic_cast<SimDevice&>(*storage.device());
  EXPECT_EQ(device.broken_guard(), std::nullopt);
  EXPECT_EQ(storage.buffer()->address() % 128, 0);
  return device.read(SimMemory::dram, 0, storage.buffer()->address(),
                     storage.size());
}

/// The same as numbers.
std::vector<double> numbers_in(const SpyreTensor& tensor) {
  const std::vector<std::byte> bytes = image_of(tensor);
  Spec spec;
  spec.format = tensor.tensor().format();
  spec.shape = Shape{std::ssize(bytes) * 8 / spec.format.bits()};
  return values(make_from_bytes(spec, bytes));
}

SpyreTensorLayout layout_in(const json& expect) {
  return {
      expect["device_size"].get<std::vector<Index>>(),
      expect["dim_map"].get<std::vector<int>>(),
      expect["num_stick_dims"].get<int>(),
      expect["format"] == "Sparse" ? StickFormat::sparse : StickFormat::dense,
      parse_data_format(expect["device_dtype"].get<std::string>())};
}

/// A dtype that the device keeps so.
Format dtype_of(DataFormats format) {
  if (format == DataFormats::sen169_fp16) return kF16;
  return Format(element_of(format));
}

const json& document() {
  static const json loaded = test::golden("spyre/layouts.json");
  return loaded;
}

// ---- against figures of the original

TEST(SpyreTensorTest, MemoryHoldsTheGoldenImages) {
  const auto device = make_spyre();
  for (const json& row : document()["device_images"]) {
    SCOPED_TRACE(row["id"]);
    const SpyreTensorLayout layout = layout_in(row["expect"]);
    Spec spec;
    spec.shape = Shape(indices_of(row["host_size"]));
    spec.format = dtype_of(layout.device_dtype());
    std::vector<double> numbers = test::counted(spec.shape.volume());
    for (double& number : numbers) ++number;
    const Tensor host = make(spec, std::span<const double>(numbers));
    const SpyreTensor there = spyre::to(host, device, layout);
    EXPECT_EQ(image_of(there).size(), row["expect"]["nbytes"]);
    EXPECT_EQ(json(numbers_in(there)), row["device_elements"]);
    EXPECT_EQ(values(cpu(there)), numbers);
  }
}

TEST(SpyreTensorTest, GoldenElementsAreAtTheirBytes) {
  const auto device = make_spyre();
  int probes = 0;
  for (const json& row : document()["random"]) {
    SCOPED_TRACE(row["id"]);
    const SpyreTensorLayout layout = layout_in(row["expect"]);
    if (layout.bytes() > (1 << 22)) continue;
    Spec spec;
    spec.shape = Shape(indices_of(row["host_size"]));
    spec.format = dtype_of(layout.device_dtype());
    const Tensor host = counting(spec);
    const SpyreTensor there = spyre::to(host, device, layout);
    EXPECT_EQ(there.tensor().bytes(), row["expect"]["nbytes"]);
    EXPECT_EQ(device_tensor_layout(there.tensor()), layout);
    const std::vector<double> numbers = numbers_in(there);
    for (const json& probe : row["probes"]) {
      const auto at = probe["elem_offset"].get<std::size_t>();
      EXPECT_EQ(numbers.at(at), read(host, indices_of(probe["index"])));
      ++probes;
    }
    EXPECT_EQ(verify_padding(there.tensor()), std::nullopt);
    EXPECT_TRUE(same_bits(cpu(there), host));
  }
  EXPECT_GT(probes, 300);
}

// ---- formats

TEST(SpyreTensorTest, Float16IsDlfloat16OnTheDevice) {
  const auto device = make_spyre();
  const Tensor host = make(parse_spec("f16[4] row"), {1, -2, 65504, 1.0e-7});
  const SpyreTensor there = spyre::to(host, device);
  EXPECT_EQ(there.tensor().format(), parse_format("dlfloat16"));
  EXPECT_EQ(there.dtype(), kF16);
  // One bit of fraction is lost, and ties go away from zero.
  EXPECT_EQ(read(there.tensor(), {2}), 65536);
  EXPECT_EQ(read_word(there.tensor(), {0}), 0x3E00u);
  EXPECT_EQ(cpu(there).format(), kF16);
  EXPECT_EQ(read(cpu(there), {1}), -2);
  EXPECT_EQ(read(cpu(there), {3}), read(host, {3}));
}

TEST(SpyreTensorTest, Float32BecomesDlfloat16WhereTheLayoutSaysSo) {
  const auto device = make_spyre();
  const Tensor host = make(parse_spec("f32[2x2] row"), {1, 3.140625, -7, 5e9});
  const SpyreTensorLayout layout({2, 2}, kF16);
  const SpyreTensor there = spyre::to(host, device, layout);
  EXPECT_EQ(there.tensor().format(), parse_format("dlfloat16"));
  EXPECT_EQ(there.dtype(), kF32);
  const Tensor back = cpu(there);
  EXPECT_EQ(back.format(), kF32);
  EXPECT_EQ(values(back), (std::vector<double>{1, 3.140625, -7, 4999610368}));
  // Without a layout it stays what it is.
  EXPECT_EQ(spyre::to(host, device).tensor().format(), kF32);
  EXPECT_TRUE(same_bits(cpu(spyre::to(host, device)), host));
}

TEST(SpyreTensorTest, EveryDtypeComesBack) {
  const auto device = make_spyre();
  for (const char* name : {"f16", "bf16", "f32", "i8", "i16", "i32", "i64",
                           "bool", "u8", "f8_e4m3fn", "f8_e5m2fnuz"}) {
    SCOPED_TRACE(name);
    Spec spec = parse_spec("f32[3x70] row");
    spec.format = parse_format(name);
    const Tensor host = counting(spec, 2);
    const SpyreTensor there = spyre::to(host, device);
    EXPECT_EQ(there.tensor().format().element(),
              element_of(device_format(spec.format)));
    EXPECT_EQ(there.dtype(), spec.format);
    EXPECT_TRUE(same_bits(cpu(there), host));
    EXPECT_EQ(device_tensor_layout(there.tensor())->device_dtype(),
              device_format(spec.format));
  }
}

TEST(SpyreTensorTest, IntegersOf64BitsMustFitInto32) {
  const auto device = make_spyre();
  const std::int64_t large[] = {1, std::int64_t{1} << 31};
  const Tensor host =
      make(parse_spec("i64[2] row"), std::span<const std::int64_t>(large));
  EXPECT_THROW(spyre::to(host, device), Error);
  EXPECT_EQ(device->use(SimMemory::dram).buffers, 0);
  ConvertOptions wraps;
  wraps.policy.integer_overflow = IntegerOverflow::wrap;
  EXPECT_EQ(integers(cpu(spyre::to(host, device, wraps))),
            (std::vector<std::int64_t>{1, -(std::int64_t{1} << 31)}));
}

// ---- strides and offsets

struct Strides {
  Index next = 0;  ///< elements of storage that are needed
  StridedArray array;
};

/// An array of random sizes: axes in any order, with gaps, repeated, backwards.
Strides random_array(std::mt19937_64& random, const Format& format) {
  const auto number = [&](Index least, Index most) {
    return std::uniform_int_distribution<Index>(least, most)(random);
  };
  Strides out;
  Indices sizes;
  for (Index i = number(0, 4); i > 0; --i) sizes.push_back(number(1, 9));
  if (!sizes.empty()) sizes[sizes.size() - 1] = number(1, 150);
  out.array.shape = Shape(sizes);
  out.array.format = format;
  out.array.steps = Indices::filled(sizes.size(), 0);
  std::vector<int> order(static_cast<std::size_t>(sizes.size()));
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
  std::ranges::shuffle(order, random);
  Index step = number(1, 3);
  out.array.offset = number(0, 9);
  for (const int axis : order) {
    if (number(0, 9) == 0) continue;  // repeated
    const Index span = step * (sizes[axis] - 1);
    const bool is_backwards = number(0, 4) == 0;
    out.array.steps[axis] = is_backwards ? -step : step;
    if (is_backwards) out.array.offset += span;
    step = step * sizes[axis] + number(0, 2);
  }
  out.next = out.array.offset + 1;
  for (int axis = 0; axis < sizes.size(); ++axis) {
    out.next += std::max<Index>(out.array.steps[axis], 0) * (sizes[axis] - 1);
  }
  return out;
}

double element_at(const StridedArray& array, const std::vector<float>& storage,
                  const Indices& index) {
  Index at = array.offset;
  for (int i = 0; i < index.size(); ++i) at += index[i] * array.steps[i];
  return storage.at(static_cast<std::size_t>(at));
}

TEST(SpyreTensorTest, CopiesFromAnyStridesAndOffsets) {
  std::mt19937_64 random(31);
  const auto device = make_spyre();
  for (int round = 0; round < 150; ++round) {
    const Strides from = random_array(random, kF32);
    SCOPED_TRACE(to_string(View(from.array)));
    std::vector<float> storage(static_cast<std::size_t>(from.next));
    for (std::size_t i = 0; i < storage.size(); ++i) {
      storage[i] = static_cast<float>(i);
    }
    const auto pad = round % 2 == 0 ? PadDims::all : PadDims::stick;
    const SpyreTensorLayout layout(Indices(from.array.shape.sizes()), kF32,
                                   pad);
    if (layout.bytes() > (1 << 20)) continue;
    const SpyreTensor there = spyre::to(
        from.array, std::as_bytes(std::span(storage)), device, layout);
    std::vector<double> expected;
    test::for_each_index(from.array.shape, [&](const Indices& index) {
      expected.push_back(element_at(from.array, storage, index));
    });
    ASSERT_EQ(values(cpu(there)), expected);
    EXPECT_EQ(verify_padding(there.tensor()), std::nullopt);
    EXPECT_EQ(padding(there.tensor()).kind, Padding::Kind::zero);
    EXPECT_EQ(device->broken_guard(), std::nullopt);
  }
}

TEST(SpyreTensorTest, CopiesIntoAnyStridesAndNothingBeside) {
  const auto device = make_spyre();
  const Tensor host = counting("f32[3x40] row");
  const SpyreTensor there = spyre::to(host, device);
  // Transposed, every second element, from 5 on.
  const StridedArray into{Shape{3, 40}, kF32, {2, 6}, 5};
  std::vector<float> storage(5 + 2 * 2 + 39 * 6 + 1 + 3, -1.0F);
  cpu(there, into, std::as_writable_bytes(std::span(storage)));
  std::size_t written = 0;
  test::for_each_index(host.shape(), [&](const Indices& index) {
    ASSERT_EQ(element_at(into, storage, index), read(host, index));
    ++written;
  });
  EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(storage, -1.0F)),
            storage.size() - written);
}

TEST(SpyreTensorTest, StridesThatFillMemoryAreKept) {
  const auto device = make_spyre();
  const Tensor columns = counting("f16[5x7] col");
  const SpyreTensor there = spyre::to(columns, device);
  EXPECT_EQ(there.stride(), (Indices{1, 5}));
  EXPECT_EQ(to_string(cpu(there).spec()), "f16[5x7] strided(1, 5)");
  EXPECT_TRUE(same_bits(cpu(there), columns));
  // Tiles have no strides, and expanded arrays none that could be kept.
  EXPECT_EQ(spyre::to(counting("f16[5x7] tile(2x2)"), device).stride(),
            (Indices{7, 1}));
  const std::vector<float> one = {7};
  const SpyreTensor same = spyre::to(StridedArray{Shape{2, 3}, kF32, {0, 0}, 0},
                                     std::as_bytes(std::span(one)), device);
  EXPECT_EQ(same.stride(), (Indices{3, 1}));
  EXPECT_EQ(to_string(cpu(same).spec()), "f32[2x3] row");
  EXPECT_EQ(values(cpu(same)), std::vector<double>(6, 7));
}

TEST(SpyreTensorTest, EmptyStridedRemembersItsStrides) {
  const auto device = make_spyre();
  const SpyreTensor there = empty_strided(
      {3, 70}, {1, 3}, kF16, device, SpyreTensorLayout({64, 70}, kF16, {1, 0}));
  EXPECT_EQ(there.stride(), (Indices{1, 3}));
  EXPECT_EQ(there.device_tensor_layout(),
            SpyreTensorLayout({64, 70}, kF16, {1, 0}));
  EXPECT_EQ(padding(there.tensor()).kind, Padding::Kind::undefined);
  const Tensor host = counting("f32[3x70] row");
  const StridedArray from{Shape{3, 70}, kF32, {70, 1}, 0};
  assign(there, from, host.storage().bytes());
  EXPECT_EQ(values(cpu(there)), values(host));
  EXPECT_EQ(to_string(cpu(there).spec()), "f16[3x70] strided(1, 3)");
  EXPECT_EQ(verify_padding(there.tensor()), std::nullopt);
  EXPECT_EQ(empty_strided({3, 70}, {140, 2}, kF16, device).stride(),
            (Indices{140, 2}));
  EXPECT_EQ(empty({3, 70}, kF16, device).stride(), (Indices{70, 1}));
}

}  // namespace
}  // namespace ashlar::spyre
