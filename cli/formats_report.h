// formats_report.h - what `ashlar formats` knows, before it is printed.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ashlar/cast_policy.h"
#include "ashlar/format.h"
#include "cli/formats_bits.h"

namespace ashlar::cli {

/// Words that follow each other, both ends included.
struct WordRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;

  bool operator==(const WordRange&) const = default;
};

/// The words of the numbers that people ask for; only where words have up to
/// 64 bits. The smallest ones make no sense where nothing is positive.
struct KnownWords {
  std::uint64_t largest = 0;
  std::uint64_t lowest = 0;
  std::uint64_t smallest_normal = 0;
  std::uint64_t smallest = 0;
  std::optional<std::uint64_t> negative_zero;
  std::vector<std::uint64_t> infinity;  ///< positive first
  std::vector<WordRange> nan;
};

/// Whether `encode` and `decode` of single words can be used.
bool has_words(const Element& element);

KnownWords known_words(const Element& element);

/// All words of a code of up to 8 bits, in order; empty for wider ones.
std::vector<std::uint64_t> all_words(const Element& element);

/// A number or a word of the command line, and what it is in a format.
struct Conversion {
  std::string text;
  std::optional<double> number;  ///< nothing: `text` is a word
  std::uint64_t word = 0;
  double value = 0;
};

struct FormatReport {
  Format format;
  std::vector<std::string_view> aliases;
  std::string_view profile;
  CastPolicy policy;
  std::vector<Conversion> conversions;
};

struct PolicyWords;

FormatReport report_on_format(const std::string& name,
                              const PolicyWords& words);

/// Converts a number or a word, and appends the answer.
void convert(FormatReport& report, const std::string& text);

/// A star in the pattern stands for any characters.
bool matches(std::string_view name, std::string_view pattern);

/// The named formats that match: `f8*`, also by their aliases. An error if
/// there are none.
std::vector<const NamedFormat*> matching_formats(const std::string& pattern);

/// One document, schema "ashlar.formats/1", ending in a newline.
std::string json_of(const std::vector<const NamedFormat*>& listed);
std::string json_of(const FormatReport& report);

void print_list(std::ostream& out,
                const std::vector<const NamedFormat*>& listed,
                const Look& look);
void print_format(std::ostream& out, const FormatReport& report,
                  const Look& look);
void print_conversions(std::ostream& out, const FormatReport& report,
                       const Look& look);

}  // namespace ashlar::cli
