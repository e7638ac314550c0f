// Zip files by their central directory, and the header of .npy files.
#include "tests/support/npz.h"

#include <stdexcept>
#include <string_view>

#include "tests/support/inflate.h"

namespace ashlar {
namespace {

std::uint32_t number(std::string_view in, std::size_t at, std::size_t bytes) {
  if (at > in.size() || bytes > in.size() - at) {
    throw std::runtime_error("broken zip file");
  }
  std::uint32_t out = 0;
  std::memcpy(&out, in.data() + at, bytes);
  return out;
}

std::string_view part(std::string_view in, std::size_t at, std::size_t size) {
  if (at > in.size() || size > in.size() - at) {
    throw std::runtime_error("broken zip file");
  }
  return in.substr(at, size);
}

std::string contents(std::string_view file, std::size_t entry) {
  const std::uint32_t method = number(file, entry + 10, 2);
  const std::uint32_t packed = number(file, entry + 20, 4);
  const std::uint32_t size = number(file, entry + 24, 4);
  const std::uint32_t local = number(file, entry + 42, 4);
  const std::size_t at =
      local + 30 + number(file, local + 26, 2) + number(file, local + 28, 2);
  const std::string_view bytes = part(file, at, packed);
  return method == 0 ? std::string(bytes) : inflate(bytes, size);
}

NpyArray parse_npy(const std::string& bytes) {
  const std::size_t header = number(bytes, 8, 2);
  const std::string_view text = part(bytes, 10, header);
  NpyArray out;
  const auto type = text.find("'descr': '") + 10;
  out.type = text.substr(type, text.find('\'', type) - type);
  for (auto at = text.find('(') + 1; at < text.size() && text[at] != ')';) {
    const auto end = text.find_first_of(",)", at);
    const std::string digits(text.substr(at, end - at));
    if (digits.find_first_of("0123456789") != std::string::npos) {
      out.shape.push_back(std::stoll(digits));
    }
    at = text[end] == ',' ? end + 1 : end;
  }
  out.bytes = bytes.substr(10 + header);
  return out;
}

}  // namespace

std::map<std::string, NpyArray> read_npz(const std::string& file) {
  constexpr std::string_view kEnd = "PK\x05\x06";
  const auto end = file.rfind(kEnd);
  if (end == std::string::npos) throw std::runtime_error("no zip file");
  std::size_t entry = number(file, end + 16, 4);
  std::map<std::string, NpyArray> out;
  for (std::uint32_t left = number(file, end + 10, 2); left > 0; --left) {
    const std::uint32_t name = number(file, entry + 28, 2);
    const std::string path(part(file, entry + 46, name));
    out[path.substr(0, path.rfind(".npy"))] = parse_npy(contents(file, entry));
    entry +=
        46 + name + number(file, entry + 30, 2) + number(file, entry + 32, 2);
  }
  return out;
}

}  // namespace ashlar
