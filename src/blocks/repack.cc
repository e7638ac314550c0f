// repack.cc - codes and scales to and from records of GGUF.
#include <cstring>
#include <string_view>

#include "ashlar/repack_blocks.h"
#include "src/base/apart.h"
#include "src/base/require.h"

namespace ashlar {
namespace {

constexpr std::size_t kElements = 32;

/// One side of a call, in bytes.
struct Side {
  std::string_view name;
  std::span<const std::byte> bytes;
  std::size_t per_record;
};

template <class Item>
Side side(std::string_view name, std::span<Item> items, std::size_t items_per) {
  return {name, std::as_bytes(items), items_per * sizeof(Item)};
}

/// How many records there are; all sides must agree, and be apart.
std::size_t count_records(std::string_view where, const Side& records,
                          const Side& codes, const Side& scales) {
  const std::size_t size = records.bytes.size();
  require(size % records.per_record == 0, ErrorKind::invalid, where, size,
          " bytes are not whole records of ", records.per_record, " bytes");
  const std::size_t count = size / records.per_record;
  for (const Side* part : {&codes, &scales}) {
    require(part->bytes.size() == count * part->per_record, ErrorKind::invalid,
            where, count, " records have ", count * part->per_record,
            " bytes of ", part->name, ", there are ", part->bytes.size());
    require(is_apart(part->bytes, records.bytes), ErrorKind::invalid, where,
            part->name, " and records share memory");
  }
  require(is_apart(codes.bytes, scales.bytes), ErrorKind::invalid, where,
          "codes and scales share memory");
  return count;
}

/// 32 codes: neighbours share a byte in `pairs`, those 16 apart in `halves`.
/// Both sides are xored with `flips`.
void halves_of_pairs(const std::byte* pairs, std::uint8_t flips,
                     std::byte* halves) {
  std::uint8_t in[16];
  std::uint8_t out[16];
  std::memcpy(in, pairs, 16);
  for (std::size_t k = 0; k < 8; ++k) {
    out[2 * k] =
        static_cast<std::uint8_t>(((in[k] & 15) | in[k + 8] << 4) ^ flips);
    out[2 * k + 1] =
        static_cast<std::uint8_t>((in[k] >> 4 | (in[k + 8] & 0xf0)) ^ flips);
  }
  std::memcpy(halves, out, 16);
}

void pairs_of_halves(const std::byte* halves, std::uint8_t flips,
                     std::byte* pairs) {
  std::uint8_t in[16];
  std::uint8_t out[16];
  std::memcpy(in, halves, 16);
  for (std::size_t k = 0; k < 8; ++k) {
    const int even = in[2 * k] ^ flips;
    const int odd = in[2 * k + 1] ^ flips;
    out[k] = static_cast<std::uint8_t>((even & 15) | odd << 4);
    out[k + 8] = static_cast<std::uint8_t>(even >> 4 | (odd & 0xf0));
  }
  std::memcpy(pairs, out, 16);
}

/// The bits of every code that offset binary has the other way round.
std::uint8_t flips_of(Representation representation, std::string_view where) {
  require(representation != Representation::sign_magnitude, ErrorKind::invalid,
          where,
          "codes are sign and magnitude, expected offset binary or two's "
          "complement; represent_integers changes that");
  return representation == Representation::twos_complement ? 0x88 : 0;
}

}  // namespace

void mxfp4_records_from_parts(std::span<const std::byte> codes,
                              std::span<const std::byte> scales,
                              std::span<std::byte> records) {
  const std::size_t count =
      count_records("mxfp4_records_from_parts", side("records", records, 17),
                    side("codes", codes, 16), side("scales", scales, 1));
  for (std::size_t i = 0; i < count; ++i) {
    std::byte* record = records.data() + 17 * i;
    record[0] = scales[i];
    halves_of_pairs(codes.data() + 16 * i, 0, record + 1);
  }
}

void mxfp4_parts_from_records(std::span<const std::byte> records,
                              std::span<std::byte> codes,
                              std::span<std::byte> scales) {
  const std::size_t count =
      count_records("mxfp4_parts_from_records", side("records", records, 17),
                    side("codes", codes, 16), side("scales", scales, 1));
  for (std::size_t i = 0; i < count; ++i) {
    const std::byte* record = records.data() + 17 * i;
    scales[i] = record[0];
    pairs_of_halves(record + 1, 0, codes.data() + 16 * i);
  }
}

void q8_0_records_from_parts(std::span<const std::int8_t> codes,
                             std::span<const std::uint16_t> scales,
                             std::span<std::byte> records) {
  const std::size_t count =
      count_records("q8_0_records_from_parts", side("records", records, 34),
                    side("codes", codes, kElements), side("scales", scales, 1));
  for (std::size_t i = 0; i < count; ++i) {
    std::byte* record = records.data() + 34 * i;
    std::memcpy(record, &scales[i], 2);
    std::memcpy(record + 2, codes.data() + kElements * i, kElements);
  }
}

void q8_0_parts_from_records(std::span<const std::byte> records,
                             std::span<std::int8_t> codes,
                             std::span<std::uint16_t> scales) {
  const std::size_t count =
      count_records("q8_0_parts_from_records", side("records", records, 34),
                    side("codes", codes, kElements), side("scales", scales, 1));
  for (std::size_t i = 0; i < count; ++i) {
    const std::byte* record = records.data() + 34 * i;
    std::memcpy(&scales[i], record, 2);
    std::memcpy(codes.data() + kElements * i, record + 2, kElements);
  }
}

void q4_0_records_from_parts(std::span<const std::byte> codes,
                             Representation representation,
                             std::span<const std::uint16_t> scales,
                             std::span<std::byte> records) {
  constexpr std::string_view kWhere = "q4_0_records_from_parts";
  const std::uint8_t flips = flips_of(representation, kWhere);
  const std::size_t count =
      count_records(kWhere, side("records", records, 18),
                    side("codes", codes, 16), side("scales", scales, 1));
  for (std::size_t i = 0; i < count; ++i) {
    std::byte* record = records.data() + 18 * i;
    std::memcpy(record, &scales[i], 2);
    halves_of_pairs(codes.data() + 16 * i, flips, record + 2);
  }
}

void q4_0_parts_from_records(std::span<const std::byte> records,
                             std::span<std::byte> codes,
                             Representation representation,
                             std::span<std::uint16_t> scales) {
  constexpr std::string_view kWhere = "q4_0_parts_from_records";
  const std::uint8_t flips = flips_of(representation, kWhere);
  const std::size_t count =
      count_records(kWhere, side("records", records, 18),
                    side("codes", codes, 16), side("scales", scales, 1));
  for (std::size_t i = 0; i < count; ++i) {
    const std::byte* record = records.data() + 18 * i;
    std::memcpy(&scales[i], record, 2);
    pairs_of_halves(record + 2, flips, codes.data() + 16 * i);
  }
}

}  // namespace ashlar
