// axis_names.cc - what the axes are called.
#include "ashlar/shape.h"
#include "src/base/cursor.h"
#include "src/shape/axis.h"

namespace ashlar {
namespace {

constexpr std::string_view kDefaults = "abcdefgh";
static_assert(kDefaults.size() == kMaxRank);

std::string_view default_name(std::size_t axis) {
  return kDefaults.substr(axis, 1);
}

void check_name(std::string_view name) {
  Cursor cursor(name, "axis name");
  require(cursor.name("a letter or '_'").size() == name.size(),
          ErrorKind::invalid, "axis name", "'", name,
          "' is not a name, expected letters, digits, '_' and '.'");
}

}  // namespace

AxisNames::AxisNames() : AxisNames(std::span<const std::string_view>{}) {}

AxisNames::AxisNames(std::span<const std::string_view> names) {
  require(names.size() <= kMaxRank, ErrorKind::limit, "axis name", names.size(),
          " names, at most ", kMaxRank, " axes are possible");
  std::size_t axis = 0;
  for (const std::string_view name : names) {
    check_name(name);
    require(find(name) < 0, ErrorKind::invalid, "axis name", "'", name,
            "' names axis ", find(name), " and axis ", axis,
            ", expected different names");
    names_[axis++] = Name(name);
  }
  for (; axis < names_.size(); ++axis) {
    std::string_view name = default_name(axis);
    // If it is taken, one of the defaults of the named axes is free.
    for (std::size_t i = 0; find(name) >= 0; ++i) name = default_name(i);
    names_[axis] = Name(name);
  }
}

AxisNames::AxisNames(std::initializer_list<std::string_view> names)
    : AxisNames(
          std::span<const std::string_view>(names.begin(), names.size())) {}

std::string_view AxisNames::operator[](int axis) const {
  const int at = checked_axis(axis, size());
  return names_[static_cast<std::size_t>(at)].view();
}

int AxisNames::find(std::string_view name) const {
  if (name.empty()) return -1;
  for (int axis = 0; axis < size(); ++axis) {
    if ((*this)[axis] == name) return axis;
  }
  return -1;
}

bool AxisNames::is_default(int rank) const {
  for (int axis = 0; axis < rank && axis < size(); ++axis) {
    if ((*this)[axis] != default_name(static_cast<std::size_t>(axis))) {
      return false;
    }
  }
  return true;
}

}  // namespace ashlar
