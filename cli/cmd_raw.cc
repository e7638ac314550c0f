// `ashlar raw IN OUT --from SPEC --to SPEC`: bytes of one form to another.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdlib>
#include <iomanip>
#include <memory>
#include <new>
#include <optional>
#include <sstream>
#include <string>

#include "ashlar/block_tensor.h"
#include "ashlar/draw.h"
#include "ashlar/error.h"
#include "cli/command.h"
#include "cli/convert_options.h"
#include "cli/file.h"
#include "cli/progress.h"
#include "cli/raw_size.h"
#include "cli/usage.h"

namespace ashlar::cli {
namespace {

struct Options {
  std::string in;
  std::string out;
  ConvertWords convert;
  bool verbose = false;
};

void describe(CLI::App& app, Options& options) {
  app.add_option("IN", options.in, "the file to read; - is the standard input")
      ->required();
  app.add_option("OUT", options.out,
                 "the file to write, or to replace; - is the output")
      ->required();
  add_convert_options(app, options.convert);
  app.add_flag("-v,--verbose", options.verbose,
               "say what was done, on the error output");
}

void print_help(std::ostream& out, const CLI::App& app) {
  out << "usage: ashlar raw IN OUT --from SPEC --to SPEC [OPTION]...\n\n"
         "Converts the bytes of a tensor: another number format, another\n"
         "layout, or both. Files hold the bytes that the specs say and "
         "nothing\n"
         "else: padding included, which is zero unless --pad says otherwise,\n"
         "and the units (cores, banks) one after the other.\n\n";
  print_options(out, app);
  out << "\n'ashlar formats --help' lists the profiles. For example\n"
         "  ashlar raw a.bin b.bin --from 'f32[100x70] row' "
         "--to 'bf16[100x70] ttnn'\n"
         "  ashlar raw a.bin b.bin --from 'f32[4096]' --to 'i8[4096]' "
         "--overflow saturate\n"
         "  ashlar raw a.bin b.bin --from 'f32[64x128]' --to 'bfp8_b[64x128] "
         "ttnn'\n";
}

/// Bytes that are all zero, as padding of the result may stay what it was: no
/// file should hold what was in our memory before.
class Buffer {
 public:
  explicit Buffer(std::int64_t size)
      : size_(static_cast<std::size_t>(size)),
        // Not a vector: large ones of these come as zeros from the system.
        data_(static_cast<std::byte*>(std::calloc(size_, 1)), std::free) {
    if (data_ == nullptr && size_ > 0) throw std::bad_alloc();
  }

  std::span<std::byte> bytes() const { return {data_.get(), size_}; }

 private:
  std::size_t size_;
  std::unique_ptr<std::byte, void (*)(void*)> data_;
};

void check_terminal(const Options& options, const Terminal& terminal) {
  if (options.out != "-" || !terminal.is_terminal) return;
  throw Error(ErrorKind::invalid, "raw", "the output is a terminal",
              "name a file, or send it on: ashlar raw ... | od -An -tx1");
}

std::string summary(const ConvertRequest& request, std::int64_t in_bytes,
                    std::int64_t out_bytes, double seconds) {
  const auto bytes = static_cast<double>(in_bytes + out_bytes);
  std::ostringstream out;
  out << to_string(request.from) << " -> " << to_string(request.to) << ": "
      << grouped(in_bytes) << " bytes to " << grouped(out_bytes) << " in "
      << std::setprecision(3) << seconds << " s, "
      << (seconds > 0 ? bytes / seconds / 1e9 : 0) << " GB/s\n";
  return out.str();
}

// The seconds it took.
double convert(const ConvertRequest& request, const InputFile& in,
               const Buffer& out, Streams& streams) {
  using Clock = std::chrono::steady_clock;
  const Progress progress(isatty(STDERR_FILENO) != 0 ? &streams.err : nullptr,
                          "converting " + in.name());
  const Clock::time_point begin = Clock::now();
  convert_blocks(request.from, in.bytes(), request.to, out.bytes(),
                 request.options);
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

void run(std::span<const std::string> args, Streams& streams) {
  Options options;
  CLI::App app;
  app.set_help_flag("-h,--help", "this text");
  describe(app, options);
  if (!parse_args("raw", app, args)) return print_help(streams.out, app);
  check_terminal(options, streams.terminal);
  ConvertRequest request = read_request("raw", options.convert);
  const bool has_blocks =
      request.from.format.is_block() || request.to.format.is_block();
  // Files are the same on every machine, padding included.
  if (options.convert.padding.empty() && !has_blocks) {
    request.options.padding.kind = Padding::Kind::zero;
  }
  // Says what is wrong with the request before anything is read.
  if (!has_blocks) plan(request.from, request.to, request.options);
  const std::int64_t in_bytes = raw_bytes(request.from);
  const std::int64_t out_bytes = raw_bytes(request.to);
  const InputFile in(options.in, in_bytes);
  check_size(request.from, in);
  // Before the work, so that it is not in vain.
  std::optional<NewFile> file;
  if (options.out != "-") file.emplace(options.out, Overwrite::allow);
  const Buffer out(out_bytes);
  const double seconds = convert(request, in, out, streams);
  if (file) {
    file->write(out.bytes());
    file->finish();
  } else {
    const auto* text = reinterpret_cast<const char*>(out.bytes().data());
    streams.out.write(text, static_cast<std::streamsize>(out_bytes));
    streams.out.flush();
  }
  if (options.verbose)
    streams.err << summary(request, in_bytes, out_bytes, seconds);
}

}  // namespace

const Command kRaw = {"raw", "convert raw bytes to another format or layout",
                      run};

}  // namespace ashlar::cli
