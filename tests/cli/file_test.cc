#include "cli/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <thread>

#include "ashlar/error.h"
#include "tests/cli/temporary_folder.h"

namespace ashlar::cli {
namespace {

namespace fs = std::filesystem;

class FileTest : public test::TemporaryFolder {};

std::string text_of(const InputFile& file) {
  const auto bytes = file.bytes();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

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

TEST_F(FileTest, LeavesNothingUnlessFinished) {
  write("a", "old");
  {
    NewFile file(path("a"), Overwrite::allow);
    file.write(std::as_bytes(std::span("new")));
    EXPECT_EQ(count(), 2u);
    EXPECT_EQ(read("a"), "old");
  }
  EXPECT_EQ(count(), 1u);
  EXPECT_EQ(read("a"), "old");
}

TEST_F(FileTest, KeepsThePermissionsOfWhatItReplaces) {
  write("a", "old");
  fs::permissions(path("a"), fs::perms::owner_read | fs::perms::owner_write);
  write_file(path("a"), "new", Overwrite::allow);
  EXPECT_EQ(fs::status(path("a")).permissions(),
            fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(FileTest, WritesWhereALinkLeads) {
  fs::create_directory(folder_ / "there");
  write("there/a", "old");
  fs::create_symlink("there/a", folder_ / "link");
  write_file(path("link"), "new", Overwrite::allow);
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_EQ(read("there/a"), "new");
}

TEST_F(FileTest, NeverReplacesADevice) {
  write_file("/dev/null", "gone", Overwrite::refuse);
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(FileTest, ReadsFiles) {
  EXPECT_EQ(text_of(InputFile(write("a", "text"), 4)), "text");
  EXPECT_EQ(text_of(InputFile(write("empty", ""), 4)), "");
  EXPECT_EQ(InputFile(path("a"), 4).name(), path("a"));
}

TEST_F(FileTest, KnowsHowLargeAFileIsWhateverTheLimit) {
  const InputFile file(write("a", "longer"), 4);
  EXPECT_EQ(text_of(file), "longer");
  EXPECT_FALSE(file.is_cut());
}

TEST_F(FileTest, MapsFilesBeyondTwoGigabytes) {
  write("a", "begin");
  constexpr std::uintmax_t kSize = (std::uintmax_t{5} << 30) + 3;
  fs::resize_file(path("a"), kSize);  // takes no space
  const InputFile file(path("a"), 0);
  ASSERT_EQ(file.bytes().size(), kSize);
  EXPECT_EQ(file.bytes()[0], std::byte{'b'});
  EXPECT_EQ(file.bytes()[kSize - 1], std::byte{0});
}

TEST_F(FileTest, StopsReadingWhatHasNoEnd) {
  const InputFile file("/dev/zero", 100000);
  EXPECT_EQ(file.bytes().size(), 100001u);
  EXPECT_TRUE(file.is_cut());
}

TEST_F(FileTest, ReadsAPipeToItsEnd) {
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  const std::string sent(200000, 'x');
  std::thread writer(
      [&] { std::ofstream(path("pipe"), std::ios::binary) << sent; });
  const InputFile file(path("pipe"), 200000);
  writer.join();
  EXPECT_EQ(text_of(file), sent);
  EXPECT_FALSE(file.is_cut());
}

TEST_F(FileTest, SaysWhyItCannotRead) {
  try {
    const InputFile file(path("missing"), 1);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::io);
    EXPECT_EQ(error.problem(), path("missing") + ": No such file or directory");
  }
  EXPECT_THROW(InputFile(folder_.string(), 1), Error);
}

}  // namespace
}  // namespace ashlar::cli
