// The decoding kernels of GGUF against records read one at a time, on every
// instruction set.
#include <gtest/gtest.h>

#include "src/kernels/gguf_one.h"
#include "tests/kernels/gguf_check.h"

namespace ashlar::kernels {
namespace {

using test::Bytes;

Bytes one_by_one(GgufKind kind, const Bytes& records) {
  const GgufKindInfo& info = info_of(kind);
  std::vector<float> out(records.size() / info.bytes * 32);
  for (std::size_t i = 0; i < records.size() / info.bytes; ++i) {
    info.decode_one(records.data() + info.bytes * i, out.data() + 32 * i);
  }
  return test::bytes_of(out);
}

Bytes decoded(GgufKind kind, const Bytes& in, Store store,
              std::size_t in_shift = 0, std::size_t out_shift = 0) {
  const std::size_t records = in.size() / info_of(kind).bytes;
  return test::run_at(in, in_shift, records * 128, 4 * out_shift,
                      [&](const std::uint8_t* from, std::uint8_t* to) {
                        decode_gguf(kind, from, records,
                                    reinterpret_cast<float*>(to), store);
                      });
}

/// Any bits at all: scales that are subnormal, infinite or NaN among them.
Bytes records_of(GgufKind kind, std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  Bytes out(count * info_of(kind).bytes);
  for (std::uint8_t& byte : out) byte = static_cast<std::uint8_t>(random());
  return out;
}

TEST(GgufDecodeTest, AgreesOnEveryScale) {
  for (const GgufKind kind : test::kGgufKinds) {
    const std::size_t bytes = info_of(kind).bytes;
    const std::size_t scales = kind == GgufKind::mxfp4 ? 256 : 65536;
    Bytes records = records_of(kind, scales, 1);
    for (std::size_t i = 0; i < scales; ++i) {
      records[i * bytes] = static_cast<std::uint8_t>(i);
      if (kind != GgufKind::mxfp4) {
        records[i * bytes + 1] = static_cast<std::uint8_t>(i >> 8);
      }
    }
    const Bytes expected = one_by_one(kind, records);
    test::on_every_target([&] {
      for (const Store store : {Store::cached, Store::streamed}) {
        test::expect_words(decoded(kind, records, store), expected, 4, expected,
                           4, test::name_of(kind));
      }
    });
  }
}

TEST(GgufDecodeTest, AgreesAtEveryCountAndPlace) {
  for (const GgufKind kind : test::kGgufKinds) {
    for (std::size_t count = 0; count <= 40; ++count) {
      const Bytes records =
          records_of(kind, count, static_cast<unsigned>(count));
      const Bytes expected = one_by_one(kind, records);
      test::on_every_target([&] {
        for (std::size_t shift = 0; shift < 16; ++shift) {
          for (const Store store : {Store::cached, Store::streamed}) {
            ASSERT_EQ(decoded(kind, records, store, 3 * shift, shift), expected)
                << test::name_of(kind) << ", " << count << " records at "
                << shift;
          }
        }
      });
      if (HasFatalFailure()) return;
    }
  }
}

TEST(GgufDecodeTest, TakesNothingFromNowhere) {
  test::on_every_target([] {
    for (const GgufKind kind : test::kGgufKinds) {
      decode_gguf(kind, nullptr, 0, nullptr, Store::cached);
      decode_gguf(kind, nullptr, 0, nullptr, Store::streamed);
    }
  });
}

}  // namespace
}  // namespace ashlar::kernels
