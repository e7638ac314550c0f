// The table of TensorCast's data types.
#include "src/dialects/tcast_table.h"

#include <gtest/gtest.h>

#include <set>

namespace ashlar::tcast {
namespace {

TEST(TcastTableTest, HasNoNameTwice) {
  std::set<std::string> seen;
  for (const DataType& type : datatypes()) {
    EXPECT_TRUE(seen.insert(type.name).second) << type.name;
    EXPECT_EQ(find_type(type.name), &type);
  }
}

TEST(TcastTableTest, MindsTheCaseOfLetters) {
  ASSERT_NE(find_type("int8_F"), nullptr);
  ASSERT_NE(find_type("int8_f"), nullptr);
  EXPECT_NE(find_type("int8_F")->format, find_type("int8_f")->format);
  EXPECT_EQ(find_type("INT8_F"), nullptr);
  EXPECT_EQ(find_type(""), nullptr);
}

}  // namespace
}  // namespace ashlar::tcast
