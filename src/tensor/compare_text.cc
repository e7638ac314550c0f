// compare_text.cc - error figures in a few lines.
#include <charconv>
#include <cmath>

#include "ashlar/compare.h"
#include "src/base/concat.h"

namespace ashlar {
namespace {

std::string number_text(double value, int digits) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  char text[40];
  const auto end = std::to_chars(text, text + sizeof text, value,
                                 std::chars_format::general, digits);
  return {text, end.ptr};
}

std::string decibels(double value) {
  if (!std::isfinite(value)) return number_text(value, 1) + " dB";
  char text[40];
  const auto end = std::to_chars(text, text + sizeof text, value,
                                 std::chars_format::fixed, 2);
  return std::string(text, end.ptr) + " dB";
}

std::string place_text(const Indices& place) {
  return concat('[', join(place, ", "), ']');
}

std::string block_text(const ComparedBlock& block) {
  std::string line =
      concat("  ", place_text(block.begin), "  ", decibels(block.sqnr_db),
             ", max abs error ", number_text(block.max_abs_error, 4));
  if (block.mismatches > 0) {
    line += concat(", ", block.mismatches, " not finite");
  }
  return line + "\n";
}

}  // namespace

std::string to_string(const Comparison& c) {
  std::string out = concat(c.different, " of ", c.count, " elements differ\n");
  if (c.nan_mismatches + c.infinity_mismatches > 0) {
    out += concat("not finite and different: ", c.nan_mismatches, " NaN, ",
                  c.infinity_mismatches, " infinite\n");
  }
  if (c.where) {
    out += concat("max abs error ", number_text(c.max_abs_error, 6), " at ",
                  place_text(*c.where), ", max ", number_text(c.max_ulp, 6),
                  " ulp\n");
  }
  out += concat("rel rms ", number_text(c.rel_rms, 4), ", SQNR ",
                decibels(c.sqnr_db), ", cosine ", number_text(c.cosine, 6),
                ", PCC ", number_text(c.pcc, 6), "\n");
  if (!c.worst.empty()) out += concat("worst blocks of ", c.block, ":\n");
  for (const ComparedBlock& block : c.worst) out += block_text(block);
  return out;
}

}  // namespace ashlar
