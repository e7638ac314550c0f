// Pictures, JSON and text.
#include "cli/output_options.h"

#include "cli/file.h"

namespace ashlar::cli {

void add_output_options(CLI::App& app, OutputWords& words) {
  app.add_option("--svg", words.svg, "draw into a file; - is the output")
      ->type_name("FILE");
  app.add_flag("--force", words.force, "overwrite that file");
  add_json_option(app, words.json);
}

void add_json_option(CLI::App& app, bool& json) {
  app.add_flag("--json", json, "everything, for programs");
}

void show(const OutputWords& words, const Output& output, Streams& streams) {
  if (words.svg == "-") {
    streams.out << output.svg();
    return;
  }
  if (!words.svg.empty()) {
    write_file(words.svg, output.svg(),
               words.force ? Overwrite::allow : Overwrite::refuse);
  }
  if (words.json) {
    streams.out << output.json();
  } else {
    output.print();
  }
  if (words.svg.empty()) return;
  streams.out.flush();  // the result comes before the narration
  streams.err << "wrote " << words.svg << '\n';
}

}  // namespace ashlar::cli
