// layout_report.h - the answers of `ashlar layout`, before they are printed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ashlar/draw.h"
#include "ashlar/notation.h"
#include "ashlar/spec.h"

namespace ashlar::cli {

/// Where one part of an element lies: its data, or its scale and the like.
struct FieldPlace {
  std::string field;
  Position place;
  Index bits = 0;
};

/// Where is this index?
struct At {
  Indices index;
  bool is_padding = false;
  std::optional<Position> place;   ///< nothing: padding without a place
  std::vector<FieldPlace> others;  ///< the other fields of its record
};

/// What is in this byte? One answer for each element that has bits there.
struct Find {
  Position unit;
  Index byte = 0;
  Index bit = 0;   ///< the first bit of the element inside the byte
  Index bits = 0;  ///< how many of them
  int field = 0;
  std::optional<Indices> index;  ///< nothing: padding
  Index element_bit = 0;         ///< which bit of the element comes first
};

struct LayoutReport {
  Spec spec;
  /// Of block formats, why the layout has no place for their parts: then there
  /// is no layout. Else empty.
  std::string why_not;
  BoundLayout bound;
  Usage usage;
  std::optional<Slice> slice;  ///< the part that is drawn, if it was chosen
  std::vector<At> at;
  std::vector<Find> find;
};

LayoutReport report_on(const std::string& spec);

/// Reads "4,99,149", also in brackets, and answers it.
At answer_at(const BoundLayout& layout, const std::string& text);

/// Reads "96" or "0x60" and answers it for one unit. `units` are texts such as
/// "core.x=1"; those not mentioned are 0.
std::vector<Find> answer_find(const BoundLayout& layout,
                              const std::string& text,
                              const std::vector<std::string>& units);

/// The sugar or the digits that mean the same as the layout of `report`, if
/// that is not what the spec says already.
std::string other_spelling(const LayoutReport& report);

/// One document, schema "ashlar.layout/1", ending in a newline.
std::string json_of(const LayoutReport& report);

enum class Paint { no, yes };

void print_header(std::ostream& out, const LayoutReport& report, Paint paint);
void print_at(std::ostream& out, const LayoutReport& report);
void print_find(std::ostream& out, const LayoutReport& report);
void print_translations(std::ostream& out, const LayoutReport& report);
void print_why(std::ostream& out, const LayoutReport& report);

}  // namespace ashlar::cli
