// svg_check.h - whether a picture is a proper file.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ashlar::test {

/// Enough of XML to see that every element is closed and every text escaped.
inline testing::AssertionResult is_well_formed(const std::string& text) {
  std::vector<std::string> open;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '&') {
      const std::size_t end = text.find(';', at);
      if (end == std::string::npos || end - at > 6) {
        return testing::AssertionFailure() << "a bare & at " << at;
      }
    }
    if (text[at] != '<') {
      ++at;
      continue;
    }
    const std::size_t end = text.find('>', at);
    if (end == std::string::npos) {
      return testing::AssertionFailure() << "an open tag at " << at;
    }
    const std::string tag = text.substr(at + 1, end - at - 1);
    if (tag.find('<') != std::string::npos) {
      return testing::AssertionFailure() << "a bare < at " << at;
    }
    if (tag.starts_with('/')) {
      if (open.empty() || open.back() != tag.substr(1)) {
        return testing::AssertionFailure() << "unexpected " << tag;
      }
      open.pop_back();
    } else if (!tag.ends_with('/')) {
      open.push_back(tag.substr(0, tag.find_first_of(" \n")));
    }
    at = end + 1;
  }
  if (!open.empty()) return testing::AssertionFailure() << open.back();
  return testing::AssertionSuccess();
}

}  // namespace ashlar::test
