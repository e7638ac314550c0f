#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "ashlar/error.h"
#include "ashlar/storage.h"

namespace ashlar {
namespace {

/// A file of its own for each test, gone with it.
class MappedTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    path_ = testing::TempDir() + "ashlar_mapped_" + test->name() + "_" +
            std::to_string(getpid());
    write("0123456789");
  }
  void TearDown() override { std::filesystem::remove(path_); }

  void write(const std::string& text) const {
    std::ofstream(path_, std::ios::binary) << text;
  }
  std::string read() const {
    std::ifstream in(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::string message_of(const std::function<void()>& call) const {
    try {
      call();
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::io);
      return error.what();
    }
    return "no error";
  }

  std::string path_;
};

std::string text_of(const Storage& storage) {
  const auto bytes = storage.bytes();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST_F(MappedTest, ReadsAFile) {
  const Storage storage = Storage::mapped(path_);
  EXPECT_EQ(storage.kind(), Storage::Kind::mapped);
  EXPECT_EQ(text_of(storage), "0123456789");
  EXPECT_TRUE(storage.is_read_only());
  try {
    storage.mutable_bytes();
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "storage: the bytes are of a file that is mapped, and may "
                 "only be read; copy(tensor) has bytes of its own");
  }
}

TEST_F(MappedTest, ReadsAPartOfAFile) {
  EXPECT_EQ(text_of(Storage::mapped(path_, FileMapping::read_only, 3, 4)),
            "3456");
  EXPECT_EQ(text_of(Storage::mapped(path_, FileMapping::read_only, 7)), "789");
  EXPECT_EQ(text_of(Storage::mapped(path_, FileMapping::read_only, 10)), "");
  write(std::string(5000, 'a') + "end");
  EXPECT_EQ(text_of(Storage::mapped(path_, FileMapping::read_only, 4999)),
            "aend");
}

TEST_F(MappedTest, ReadsAFileOfNothing) {
  write("");
  const Storage storage = Storage::mapped(path_);
  EXPECT_EQ(storage.size(), 0);
  EXPECT_EQ(storage.kind(), Storage::Kind::mapped);
}

TEST_F(MappedTest, StaysWhenTheNameIsGone) {
  const Storage storage = Storage::mapped(path_);
  std::filesystem::remove(path_);
  EXPECT_EQ(text_of(storage), "0123456789");
}

TEST_F(MappedTest, WritesOfACopyStayInMemory) {
  {
    const Storage storage = Storage::mapped(path_, FileMapping::copy_on_write);
    EXPECT_FALSE(storage.is_read_only());
    storage.mutable_bytes()[0] = std::byte{'x'};
    EXPECT_EQ(text_of(storage), "x123456789");
  }
  EXPECT_EQ(read(), "0123456789");
}

TEST_F(MappedTest, SharedWritesReachTheFile) {
  {
    const Storage storage = Storage::mapped(path_, FileMapping::shared, 2, 3);
    storage.mutable_bytes()[0] = std::byte{'x'};
  }
  EXPECT_EQ(read(), "01x3456789");
}

TEST_F(MappedTest, ErrorsNameThePathAndTheReason) {
  EXPECT_EQ(message_of([] { Storage::mapped("/no/such/file"); }),
            "storage: cannot open '/no/such/file': No such file or directory");
  EXPECT_EQ(
      message_of([&] { Storage::mapped(path_, FileMapping::read_only, 3, 8); }),
      "storage: cannot map 8 bytes of '" + path_ + "' from 3 on: it has 10");
  EXPECT_EQ(
      message_of([&] { Storage::mapped(path_, FileMapping::read_only, 11); }),
      "storage: cannot map '" + path_ + "' from 11 on: it has 10 bytes");
  message_of([&] { Storage::mapped(path_, FileMapping::read_only, -1, 2); });
  message_of([&] { Storage::mapped(path_, FileMapping::read_only, 0, -2); });
  EXPECT_EQ(message_of([] { Storage::mapped(testing::TempDir()); }),
            "storage: cannot map '" + testing::TempDir() +
                "': it is not a file with bytes of its own");
}

}  // namespace
}  // namespace ashlar
