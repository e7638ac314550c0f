// A row of a table by its name.
#include "src/base/named.h"

#include <gtest/gtest.h>

#include <array>

#include "tests/base/error_text.h"

namespace ashlar {
namespace {

struct Row {
  std::string_view name;
  int number;
};
constexpr std::array kRows = {Row{"one", 1}, Row{"two", 2}};

TEST(NamedTest, FindsTheRowItself) {
  EXPECT_EQ(&find_named(kRows, "two", "rows"), &kRows[1]);
}

TEST(NamedTest, ListsTheKnownNames) {
  EXPECT_EQ(test::error_text([] { find_named(kRows, "tow", "rows"); }),
            "rows: there is no 'tow'; one of one, two");
  EXPECT_THROW(find_named(kRows, "", "rows"), Error);
}

}  // namespace
}  // namespace ashlar
