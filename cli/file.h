// file.h - bytes from files, and files that are written whole or not at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ashlar::cli {

enum class Overwrite { refuse, allow };

/// A new file beside the one at `path`, moved there in the end, so that nobody
/// sees half a file. Nothing is left unless it is finished. Devices and pipes
/// cannot be replaced and are written to as they are.
class NewFile {
 public:
  /// An existing file is an error unless `overwrite` allows it.
  NewFile(const std::string& path, Overwrite overwrite);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write(std::span<const std::byte> bytes);
  void finish();

 private:
  void open(int flags, const std::string& path);

  std::string path_;
  std::string target_;  // where a link at path_ leads
  std::string part_;    // empty if there is nothing to move
  int file_ = -1;
};

/// A `NewFile` with this text.
void write_file(const std::string& path, std::string_view text,
                Overwrite overwrite);

/// What a file holds. Plain files are mapped: their size does not matter.
class InputFile {
 public:
  /// `-` is the standard input. Of pipes and devices, which may have no end, at
  /// most one byte more than `limit` is read.
  InputFile(const std::string& path, std::int64_t limit);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  /// As in messages: the path, or "the standard input".
  const std::string& name() const { return name_; }
  std::span<const std::byte> bytes() const;
  /// Whether there was more than `limit`, and the rest was not read.
  bool is_cut() const { return is_cut_; }

 private:
  bool map(int file, std::size_t size);
  void read(int file, std::size_t most);

  std::string name_;
  void* mapped_ = nullptr;
  std::size_t mapped_size_ = 0;
  std::vector<std::byte> read_;
  bool is_cut_ = false;
};

}  // namespace ashlar::cli
