// layout_probe.cc - says where elements lie, for comparison with a model.
//
// Reads lines "element | h=100, w=70 | layout | 3 4 | field"; the layout may
// itself contain "|". Prints the coordinates of the units and the bit, or
// "error". The field may be empty.
#include <iostream>
#include <sstream>
#include <string>

#include "ashlar/error.h"
#include "tests/support/layout_check.h"

namespace {

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

// Cuts off what comes before the first, or after the last, bar.
std::string take_front(std::string& line) {
  const std::size_t bar = line.find('|');
  const std::string front = trimmed(line.substr(0, bar));
  line.erase(0, bar + 1);
  return front;
}
std::string take_back(std::string& line) {
  const std::size_t bar = line.rfind('|');
  const std::string back = trimmed(line.substr(bar + 1));
  line.erase(bar);
  return back;
}

std::string answer(std::string line) {
  const std::string element = take_front(line);
  const std::string shape = take_front(line);
  const std::string field = take_back(line);
  std::istringstream numbers(take_back(line));
  ashlar::Indices index;
  for (ashlar::Index number = 0; numbers >> number;) index.push_back(number);
  const ashlar::BoundLayout layout =
      ashlar::test::bind_text(trimmed(line), shape, element);
  const int number = field.empty() ? layout.data_field()
                                   : ashlar::test::field_number(layout, field);
  const ashlar::Position at = layout.position(index, number);
  std::ostringstream out;
  for (std::size_t i = 0; i < layout.units().size(); ++i) {
    out << at.unit[i] << ' ';
  }
  out << at.bit;
  return out.str();
}

}  // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    try {
      std::cout << answer(line) << '\n';
    } catch (const ashlar::Error& error) {
      std::cout << "error " << error.what() << '\n';
    }
  }
}
