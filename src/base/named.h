// named.h - a row of a table by its name.
#pragma once

#include <string>
#include <string_view>

#include "src/base/require.h"

namespace ashlar {

/// The row called `name`; an unknown name is an error, by `where`, that lists
/// the known ones.
template <class Rows>
const auto& find_named(const Rows& rows, std::string_view name,
                       std::string_view where) {
  std::string known;
  for (const auto& row : rows) {
    if (row.name == name) return row;
    known += concat(known.empty() ? "" : ", ", row.name);
  }
  throw Error(ErrorKind::invalid, std::string(where),
              concat("there is no '", name, "'"), concat("one of ", known));
}

}  // namespace ashlar
