#include "cli/file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "ashlar/error.h"

namespace ashlar::cli {
namespace {

namespace fs = std::filesystem;

class FileTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(testing::TempDir()) /
              (std::string("ashlar_file_") + test->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const char* name) const { return (folder_ / name).string(); }
  std::string read(const char* name) const {
    std::ifstream file(folder_ / name, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }
  std::size_t count() const {
    return static_cast<std::size_t>(std::distance(
        fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  fs::path folder_;
};

TEST_F(FileTest, WritesAFileAndNothingElse) {
  write_file(path("a"), "text\n", Overwrite::refuse);
  EXPECT_EQ(read("a"), "text\n");
  EXPECT_EQ(count(), 1u);
}

TEST_F(FileTest, RefusesToOverwriteUnlessTold) {
  write_file(path("a"), "one", Overwrite::refuse);
  try {
    write_file(path("a"), "two", Overwrite::refuse);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::io);
    EXPECT_EQ(error.problem(), path("a") + ": the file exists already");
    EXPECT_EQ(error.hint(), "--force overwrites it");
  }
  EXPECT_EQ(read("a"), "one");
  write_file(path("a"), "three", Overwrite::allow);
  EXPECT_EQ(read("a"), "three");
  EXPECT_EQ(count(), 1u);
}

TEST_F(FileTest, SaysWhyItCannotWrite) {
  EXPECT_THROW(write_file(path("no/such/folder"), "x", Overwrite::allow),
               Error);
  EXPECT_THROW(write_file(folder_.string(), "x", Overwrite::allow), Error);
  EXPECT_EQ(count(), 0u);
}

}  // namespace
}  // namespace ashlar::cli
