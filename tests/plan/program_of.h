// program_of.h - what moves elements from one layout to another.
#pragma once

#include <string>

#include "ashlar/spec.h"
#include "src/format/elements.h"
#include "src/plan/program.h"

namespace ashlar {

/// Of two specs of one format.
inline Program program_of(const std::string& from, const std::string& to) {
  const Spec a = parse_spec(from);
  const Side in(ashlar::bind(a));
  const Side out(ashlar::bind(parse_spec(to)));
  Widths widths;
  widths.in_bits = in.element_bits();
  widths.out_bits = out.element_bits();
  widths.work_bytes = in_whole_bytes(a.format.element()).storage_bits / 8;
  return make_program(in, out, widths);
}

}  // namespace ashlar
