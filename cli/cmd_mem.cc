// `ashlar mem SPEC...`: tensors in the memory of a device.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "ashlar/draw_memory.h"
#include "ashlar/error.h"
#include "ashlar/sim.h"
#include "cli/command.h"
#include "cli/json_text.h"
#include "cli/output_options.h"
#include "cli/usage.h"

namespace ashlar::cli {
namespace {

struct Options {
  std::vector<std::string> specs;
  std::string device = "wormhole";
  OutputWords output;
  LookWords look;
  bool pages = false;
};

/// A tensor on the device.
struct Placed {
  Spec spec;
  std::shared_ptr<DeviceBuffer> buffer;
};

void describe(CLI::App& app, Options& options) {
  app.add_option("SPEC", options.specs,
                 "the tensors, one word each, in the order they are allocated")
      ->required();
  app.add_option("--device", options.device,
                 "wormhole, blackhole, tt_tensor, spyre or any; with changes "
                 "as in 'wormhole(cores=7x8)'")
      ->type_name("DEVICE");
  app.add_flag("--pages", options.pages, "where each page is");
  add_output_options(app, options.output);
  add_look_options(app, options.look);
}

void print_help(std::ostream& out, const CLI::App& app) {
  out << "usage: ashlar mem SPEC... [OPTION]...\n\n"
         "Allocates tensors on a simulated device and shows its memory: what\n"
         "lies where, what is free, how much is padding, what each core and\n"
         "bank holds.\n\n";
  print_options(out, app);
  out << "\nSpecs are as in 'ashlar layout', each in quotes. Without a place\n"
         "they go where the device puts tensors by itself. For example\n"
         "  ashlar mem 'bf16[128x128] ttnn on sim:0/l1 block(2x2)'\n"
         "  ashlar mem 'bf16[70x100] ttnn' 'f32[1000] row' --device "
         "blackhole\n";
}

std::vector<Placed> allocate(SimDevice& device, const Options& options) {
  std::vector<Placed> out;
  for (const std::string& text : options.specs) {
    Spec spec = parse_spec(text);
    if (spec.placement.memory == Memory()) spec = device.default_spec(spec);
    auto buffer = device.allocate(spec);
    out.push_back({std::move(spec), std::move(buffer)});
  }
  return out;
}

Json block_json(const MapBlock& block) {
  constexpr std::string_view kKinds[] = {"reserved", "tensor", "free"};
  Json out = {{"kind", kKinds[static_cast<std::size_t>(block.kind)]},
              {"address", block.address},
              {"bytes", block.bytes}};
  if (block.kind == MapBlock::Kind::tensor) out["spec"] = block.spec;
  return out;
}

Json memory_json(const MapMemory& memory, const MemoryUse& use,
                 const std::vector<Index>& by_unit) {
  Json out = {{"name", memory.name},
              {"unit", memory.unit},
              {"units", memory.units},
              {"columns", memory.columns == 0 ? Json() : Json(memory.columns)},
              {"bytes", memory.bytes},
              {"reserved", memory.bytes_of(MapBlock::Kind::reserved)},
              {"allocated", use.allocated},
              {"free", use.free},
              {"largest_free", use.largest_free},
              {"fragmentation", std::round(use.fragmentation() * 1e6) / 1e6},
              {"blocks", Json::array()},
              {"bytes_by_unit", by_unit}};
  for (const MapBlock& block : memory.blocks) {
    out["blocks"].push_back(block_json(block));
  }
  return out;
}

Json tensor_json(const SimDevice& device, const Placed& tensor) {
  const DeviceBuffer& buffer = *tensor.buffer;
  return {{"spec", to_string(tensor.spec)},
          {"memory", name_of(device.memory_of(buffer))},
          {"address", buffer.address()},
          {"unit_bytes", buffer.unit_bytes()},
          {"units", device.units_of(buffer)},
          {"page_bytes", device.page_bytes(buffer)},
          {"page_stride", device.page_stride(buffer)},
          {"data_bytes",
           (tensor.spec.shape.volume() * tensor.spec.format.bits() + 7) / 8}};
}

Json pages_json(const SimDevice& device, const DeviceBuffer& buffer) {
  Json out = Json::array();
  for (const PagePlace& place : device.page_table(buffer)) {
    Json item = {
        {"page", nullptr}, {"unit", place.unit}, {"address", place.address}};
    if (place.page >= 0) item["page"] = place.page;
    out.push_back(item);
  }
  return out;
}

std::string json_of(const Options& options, const SimDevice& device,
                    const std::vector<Placed>& tensors) {
  const MemoryMap map = device.memory_map();
  Json out;
  out["schema"] = "ashlar.mem/1";
  out["device"] = map.device;
  out["config"] = map.config;
  out["tensors"] = Json::array();
  for (const Placed& tensor : tensors) {
    Json item = tensor_json(device, tensor);
    if (options.pages) item["pages"] = pages_json(device, *tensor.buffer);
    out["tensors"].push_back(item);
  }
  out["memories"] = Json::array();
  for (const MapMemory& memory : map.memories) {
    const SimMemory which =
        memory.name == "l1" ? SimMemory::l1 : SimMemory::dram;
    out["memories"].push_back(
        memory_json(memory, device.use(which), device.bytes_by_unit(which)));
  }
  return json_text(out);
}

/// "core 1,0" (column, row), "bank 3"
std::string unit_name(const SimDevice& device, SimMemory memory, Index unit) {
  if (memory == SimMemory::dram) return "bank " + std::to_string(unit);
  const Index columns = device.config().cores.cols;
  return "core " + std::to_string(unit % columns) + "," +
         std::to_string(unit / columns);
}

/// A line for each unit: the pages it holds, and where the first one is.
void print_pages(std::ostream& out, const SimDevice& device,
                 const Placed& tensor) {
  const SimMemory memory = device.memory_of(*tensor.buffer);
  out << '\n'
      << to_string(tensor.spec) << '\n'
      << "  pages of " << grouped(device.page_bytes(*tensor.buffer))
      << " bytes, " << grouped(device.page_stride(*tensor.buffer))
      << " apart from address " << grouped(tensor.buffer->address()) << " on\n";
  Index last = -1;
  for (const PagePlace& place : device.page_table(*tensor.buffer)) {
    if (place.unit != last) {
      out << (last < 0 ? "  " : "\n  ") << unit_name(device, memory, place.unit)
          << ':';
    }
    last = place.unit;
    out << ' ' << (place.page < 0 ? "-" : std::to_string(place.page));
  }
  if (last >= 0) out << '\n';
}

void print_text(const Options& options, const SimDevice& device,
                const std::vector<Placed>& tensors, Streams& streams) {
  TextOptions text;
  text.width =
      options.look.width > 0 ? options.look.width : streams.terminal.width;
  if (wants_color(options.look.color, streams.terminal)) {
    text.color = TextOptions::Color::ansi;
  }
  streams.out << draw_text(device.memory_map(), text);
  if (!options.pages) return;
  for (const Placed& tensor : tensors) {
    print_pages(streams.out, device, tensor);
  }
}

void run(std::span<const std::string> args, Streams& streams) {
  Options options;
  CLI::App app;
  app.set_help_flag("-h,--help", "this text");
  describe(app, options);
  if (!parse_args("mem", app, args)) return print_help(streams.out, app);
  SimDevice device(parse_sim_config(options.device));
  const std::vector<Placed> tensors = allocate(device, options);
  show(options.output,
       {[&] { return draw_svg(device.memory_map()); },
        [&] { return json_of(options, device, tensors); },
        [&] { print_text(options, device, tensors, streams); }},
       streams);
}

}  // namespace

const Command kMem = {"mem", "show tensors in the memory of a device", run};

}  // namespace ashlar::cli
