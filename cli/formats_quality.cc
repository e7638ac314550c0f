// `ashlar formats --quality`: numbers quantised, and what is left of them.
#include "cli/formats_quality.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <numbers>
#include <random>
#include <span>

#include "ashlar/compare.h"
#include "ashlar/error.h"
#include "ashlar/format.h"
#include "ashlar/gguf_blocks.h"
#include "ashlar/quantize.h"
#include "cli/formats_number.h"
#include "cli/formats_report.h"
#include "cli/formats_table.h"
#include "cli/json_text.h"

namespace ashlar::cli {
namespace {

using Numbers = std::vector<float>;

constexpr std::uint64_t kSeed = 1;
constexpr std::uint64_t kOneIn = 100;
constexpr float kOutlier = 10;

// Above 0 and up to 1.
double uniform(std::mt19937_64& random) {
  return std::ldexp(static_cast<double>((random() >> 11) + 1), -53);
}

// Box and Muller's; the standard library's are not the same everywhere.
Numbers gaussian_numbers(std::int64_t count) {
  std::mt19937_64 random(kSeed);
  Numbers out;
  while (out.size() < static_cast<std::size_t>(count)) {
    const double radius = std::sqrt(-2 * std::log(uniform(random)));
    const double angle = 2 * std::numbers::pi * uniform(random);
    out.push_back(static_cast<float>(radius * std::cos(angle)));
    out.push_back(static_cast<float>(radius * std::sin(angle)));
  }
  out.resize(static_cast<std::size_t>(count));
  return out;
}

Numbers with_outliers(Numbers numbers) {
  std::mt19937_64 random(kSeed + 1);
  for (float& number : numbers) {
    if (random() % kOneIn == 0) number *= kOutlier;
  }
  return numbers;
}

struct Data {
  Sample sample;
  Numbers gaussian = gaussian_numbers(sample.rows * sample.columns);
  Numbers outliers = with_outliers(gaussian);
};

double sqnr(const Sample& sample, const Numbers& before, const Numbers& after) {
  Spec spec;
  spec.shape = Shape{sample.rows, sample.columns};
  spec.format = parse_format("f32");
  CompareOptions options;
  options.worst = 0;
  return compare(make(spec, std::span<const float>(before)),
                 make(spec, std::span<const float>(after)), options)
      .sqnr_db;
}

double sqnr(const Sample& sample, const Format& format,
            const Numbers& numbers) {
  const BlockExtent extent{1, sample.rows, sample.columns};
  return sqnr(sample, numbers, fake_quantize(format, numbers, extent));
}

double sqnr(const Sample& sample, RecordKind kind, const Numbers& numbers) {
  const std::int64_t count = sample.rows * sample.columns;
  std::vector<std::byte> records(
      static_cast<std::size_t>(record_bytes(kind, count)));
  Numbers after(numbers.size());
  encode_records(kind, numbers, records);
  decode_records(kind, records, after);
  return sqnr(sample, numbers, after);
}

Quality quality_of(const std::string& name, const Format& format,
                   const Data& data) {
  return {name, Quality::Kind::format, format.bits_per_element(),
          sqnr(data.sample, format, data.gaussian),
          sqnr(data.sample, format, data.outliers)};
}

Quality quality_of(const RecordInfo& record, const Data& data) {
  const double bits = 8 * static_cast<double>(record.bytes) /
                      static_cast<double>(record.elements);
  return {std::string(record.name), Quality::Kind::record, bits,
          sqnr(data.sample, record.kind, data.gaussian),
          sqnr(data.sample, record.kind, data.outliers)};
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return out;
}

// Formats with the layout of GGUF's records are shown as records.
bool is_shown(const NamedFormat& row) {
  return row.format.is_block() && !row.description.starts_with("GGUF:");
}

std::vector<Quality> matching_qualities(const std::string& pattern,
                                        const Data& data) {
  std::vector<Quality> out;
  for (const NamedFormat& row : formats()) {
    const auto fits = [&](std::string_view name) {
      return matches(name, pattern);
    };
    const bool does = fits(row.name) || std::ranges::any_of(row.aliases, fits);
    if (!is_shown(row) || !does) continue;
    out.push_back(quality_of(std::string(row.name), row.format, data));
  }
  for (const RecordInfo& record : record_kinds()) {
    const bool does = matches(lower(record.name), lower(pattern));
    if (!record.can_encode || !does) continue;
    out.push_back(quality_of(record, data));
  }
  return out;
}

std::string decibels(double value) {
  if (!std::isfinite(value)) return rough_text(value);
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value,
                                 std::chars_format::fixed, 1);
  return {text, end.ptr};
}

Json number(double value) {
  if (std::isfinite(value)) return std::round(value * 1000) / 1000;
  return value < 0 ? "-inf" : "inf";
}

const char* title_of(Quality::Kind kind) {
  return kind == Quality::Kind::format ? "block formats" : "GGUF records";
}

Table table_of(Quality::Kind kind, const std::vector<Quality>& rows) {
  constexpr std::size_t kName = 14;
  Table table;
  table.columns = {{title_of(kind), Column::Side::left, kName},
                   {"bits", Column::Side::right, 8},
                   {"Gaussian", Column::Side::right, 8},
                   {"outliers", Column::Side::right, 8},
                   {""}};
  for (const Quality& row : rows) {
    if (row.kind != kind) continue;
    table.rows.push_back({row.name, rough_text(row.bits),
                          decibels(row.gaussian), decibels(row.outliers),
                          "dB"});
  }
  return table;
}

}  // namespace

std::vector<Quality> qualities(const std::string& name, const Sample& sample) {
  const Data data{sample};
  std::vector<Quality> out = matching_qualities(name, data);
  if (!out.empty()) return out;
  if (name.find('*') != std::string::npos) {
    throw Error(ErrorKind::invalid, "formats",
                "no block format matches '" + name + "'",
                "ashlar formats --quality lists all of them");
  }
  const Format format = parse_format(name);
  if (!format.is_block()) {
    throw Error(
        ErrorKind::invalid, "formats",
        "--quality is about block formats, and " + format.name() + " is none",
        "ashlar formats --quality lists all of them");
  }
  return {quality_of(format.name(), format, data)};
}

std::string json_of(const std::vector<Quality>& rows, const Sample& sample) {
  Json out = {{"schema", "ashlar.formats.quality/1"},
              {"data",
               {{"rows", sample.rows},
                {"columns", sample.columns},
                {"seed", kSeed},
                {"outlier_one_in", kOneIn},
                {"outlier_factor", kOutlier}}},
              {"formats", Json::array()}};
  for (const Quality& row : rows) {
    const bool is_record = row.kind == Quality::Kind::record;
    out["formats"].push_back({{"name", row.name},
                              {"kind", is_record ? "record" : "format"},
                              {"bits", row.bits},
                              {"gaussian_db", number(row.gaussian)},
                              {"outliers_db", number(row.outliers)}});
  }
  return json_text(out);
}

void print_qualities(std::ostream& out, const std::vector<Quality>& rows,
                     const Look& look, const Sample& sample) {
  for (const auto kind : {Quality::Kind::format, Quality::Kind::record}) {
    const Table table = table_of(kind, rows);
    if (table.rows.empty()) continue;
    print_table(out, table, look);
    out << '\n';
  }
  out << "SQNR of " << sample.rows << "x" << sample.columns
      << " normal numbers, and if one in " << kOneIn << " is " << kOutlier
      << " times as large\n";
}

}  // namespace ashlar::cli
