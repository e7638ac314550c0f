// The encoding kernels of GGUF against records made one at a time, on every
// instruction set.
#include <gtest/gtest.h>

#include "src/kernels/gguf_one.h"
#include "tests/kernels/gguf_check.h"

namespace ashlar::kernels {
namespace {

using test::Bytes;

Bytes one_by_one(GgufKind kind, const std::vector<float>& numbers) {
  const GgufKindInfo& info = info_of(kind);
  Bytes out(numbers.size() / 32 * info.bytes);
  for (std::size_t i = 0; i < numbers.size() / 32; ++i) {
    info.encode_one(numbers.data() + 32 * i, out.data() + info.bytes * i);
  }
  return out;
}

/// Numbers begin `in_shift` words behind a line, records `out_shift` bytes.
Bytes encoded(GgufKind kind, const std::vector<float>& numbers, Store store,
              std::size_t in_shift = 0, std::size_t out_shift = 0) {
  const std::size_t records = numbers.size() / 32;
  return test::run_at(test::bytes_of(numbers), 4 * in_shift,
                      records * info_of(kind).bytes, out_shift,
                      [&](const std::uint8_t* in, std::uint8_t* out) {
                        encode_gguf(kind, reinterpret_cast<const float*>(in),
                                    records, out, store);
                      });
}

void expect_records(GgufKind kind, const std::vector<float>& numbers,
                    const Bytes& out, const std::string& what) {
  const Bytes expected = one_by_one(kind, numbers);
  ASSERT_EQ(out.size(), expected.size());
  if (out == expected) return;
  const std::size_t bytes = info_of(kind).bytes;
  for (std::size_t i = 0; i < out.size(); ++i) {
    ASSERT_EQ(out[i], expected[i])
        << test::name_of(kind) << ' ' << what << ": byte " << i % bytes
        << " of record " << i / bytes;
  }
}

TEST(GgufEncodeTest, AgreesOnEverySortOfRecords) {
  for (const GgufKind kind : test::kGgufKinds) {
    for (int sort = 0; sort < test::Sorts::kCount; ++sort) {
      const auto numbers = test::numbers_of(400, sort, 3);
      test::on_every_target([&] {
        for (const Store store : {Store::cached, Store::streamed}) {
          expect_records(kind, numbers, encoded(kind, numbers, store),
                         "sort " + std::to_string(sort));
        }
      });
      if (HasFatalFailure()) return;
    }
  }
}

TEST(GgufEncodeTest, AgreesAtEveryCountAndPlace) {
  for (const GgufKind kind : test::kGgufKinds) {
    for (std::size_t records = 0; records <= 70; ++records) {
      const auto numbers =
          test::numbers_of(records, -1, static_cast<unsigned>(records));
      test::on_every_target([&] {
        for (std::size_t shift = records % 3; shift < 64; shift += 3) {
          const Store store =
              (shift + records) % 4 == 0 ? Store::cached : Store::streamed;
          expect_records(
              kind, numbers,
              encoded(kind, numbers, store, (shift + records) % 16, shift),
              std::to_string(records) + " records at " + std::to_string(shift));
        }
      });
      if (HasFatalFailure()) return;
    }
  }
}

TEST(GgufEncodeTest, TakesNothingFromNowhere) {
  test::on_every_target([] {
    for (const GgufKind kind : test::kGgufKinds) {
      encode_gguf(kind, nullptr, 0, nullptr, Store::cached);
      encode_gguf(kind, nullptr, 0, nullptr, Store::streamed);
    }
  });
}

}  // namespace
}  // namespace ashlar::kernels
