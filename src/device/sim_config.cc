// sim_config.cc - profiles of simulated devices, and their text.
#include "src/device/sim_config.h"

#include <algorithm>
#include <array>
#include <limits>

#include "src/base/checked.h"
#include "src/base/cursor.h"

namespace ashlar {
namespace {

using Rules = SimConfig::Rules;
using Widths = SimConfig::Widths;

constexpr std::string_view kWhere = "sim";
constexpr Index kKiB = 1024;
constexpr Index kMiB = 1024 * kKiB;
constexpr Index kGiB = 1024 * kMiB;
constexpr Index kMaxBytes = Index{1} << 44;  // of all units of a memory
constexpr Index kMostUnits = 1 << 14;

// What is reserved is worked out at run time on the real devices. The values
// here follow from bank sizes in public bug reports, 1,329,888 on a Wormhole
// and 1,437,056 on a Blackhole, assuming 64 and 32 KiB of L1_SMALL. The sizes
// of a Spyre are round numbers, its documents have none.
constexpr std::array kProfiles = {
    std::pair{
        std::string_view("any"),
        SimConfig{
            Rules::any, {8, 8}, kMiB, 0, 16, 8, kGiB, 0, 32, Widths::any, 0}},
    std::pair{std::string_view("wormhole"), SimConfig{}},
    std::pair{std::string_view("blackhole"), SimConfig{Rules::blackhole,
                                                       {10, 13},
                                                       1'572'864,
                                                       103'040,
                                                       16,
                                                       8,
                                                       4'278'190'080,
                                                       0,
                                                       64,
                                                       Widths::four_bytes,
                                                       0}},
    std::pair{std::string_view("tt_tensor"),
              [] {
                SimConfig config;
                config.rules = Rules::tt_tensor;
                return config;
              }()},
    std::pair{std::string_view("spyre"), SimConfig{Rules::spyre,
                                                   {1, 32},
                                                   2 * kMiB,
                                                   0,
                                                   128,
                                                   1,
                                                   128 * kGiB,
                                                   0,
                                                   128,
                                                   Widths::any,
                                                   0}},
};

const SimConfig& profile_of(Rules rules) {
  return std::ranges::find(kProfiles, rules,
                           [](const auto& each) { return each.second.rules; })
      ->second;
}

/// A number with a name in the text of a configuration.
struct Entry {
  std::string_view name;
  Index SimConfig::*member;
  Index least;
};

constexpr std::array kEntries = {
    Entry{"l1", &SimConfig::l1_bytes, 1},
    Entry{"l1_reserved", &SimConfig::l1_reserved, 0},
    Entry{"l1_alignment", &SimConfig::l1_alignment, 1},
    Entry{"banks", &SimConfig::dram_banks, 1},
    Entry{"dram", &SimConfig::dram_bytes, 1},
    Entry{"dram_reserved", &SimConfig::dram_reserved, 0},
    Entry{"dram_alignment", &SimConfig::dram_alignment, 1},
    Entry{"guard", &SimConfig::guard_bytes, 0},
};

Index read_bytes(Cursor& in, const Entry& entry) {
  const std::size_t begin = in.position();
  const Index number = in.number_from(entry.least, entry.name);
  Index unit = 1;
  if (in.accept_word("KiB")) unit = kKiB;
  if (in.accept_word("MiB")) unit = kMiB;
  if (in.accept_word("GiB")) unit = kGiB;
  const auto bytes = try_multiply(number, unit);
  if (!bytes || *bytes > kMaxBytes) {
    in.fail_at(begin, concat("more than ", kMaxBytes, " bytes"));
  }
  return *bytes;
}

void read_entry(Cursor& in, SimConfig& config) {
  const std::size_t begin = in.position();
  const std::string name(in.name("what differs, as in banks=6"));
  const auto entry = std::ranges::find(kEntries, name, &Entry::name);
  const bool is_known =
      entry != kEntries.end() || name == "cores" || name == "widths";
  if (!is_known) {
    in.fail_at(begin, concat("'", name, "' is nothing a device has"),
               "use cores, l1, l1_reserved, l1_alignment, banks, dram, "
               "dram_reserved, dram_alignment, widths or guard");
  }
  in.expect('=', concat("after ", name));
  if (name == "cores") {
    config.cores.rows = in.number_from(1, "the rows of cores");
    in.expect('x', "between rows and columns of cores");
    config.cores.cols = in.number_from(1, "the columns of cores");
  } else if (name == "widths") {
    if (in.accept_word("any")) {
      config.widths = Widths::any;
    } else if (in.accept_word("four_bytes")) {
      config.widths = Widths::four_bytes;
    } else {
      in.fail_expected("any or four_bytes");
    }
  } else {
    config.*(entry->member) = read_bytes(in, *entry);
  }
}

/// "1GiB", "1499136"
std::string bytes_text(Index bytes) {
  for (const auto& [unit, name] :
       {std::pair{kGiB, "GiB"}, std::pair{kMiB, "MiB"},
        std::pair{kKiB, "KiB"}}) {
    if (bytes >= unit && bytes % unit == 0) return concat(bytes / unit, name);
  }
  return concat(bytes);
}

void check_memory(std::string_view name, Index units, Index bytes,
                  Index reserved, Index alignment) {
  require(units >= 1 && units <= kMostUnits, ErrorKind::limit, kWhere, units,
          " units of ", name, ", expected 1 to ", kMostUnits);
  require(bytes >= 1 && bytes <= kMaxBytes / units, ErrorKind::limit, kWhere,
          units, " x ", bytes, " bytes of ", name, ", expected 1 to ",
          kMaxBytes, " in all");
  require(reserved >= 0 && reserved <= bytes, ErrorKind::invalid, kWhere,
          reserved, " of ", bytes, " bytes of ", name, " are reserved");
  require(is_power_of_two(alignment) && alignment <= kMiB, ErrorKind::invalid,
          kWhere, "an alignment of ", alignment, " bytes in ", name,
          ", expected a power of two up to ", kMiB);
}

}  // namespace

std::string_view name_of(SimMemory memory) {
  return memory == SimMemory::l1 ? "l1" : "dram";
}

std::string_view profile_name(Rules rules) {
  return std::ranges::find(kProfiles, rules,
                           [](const auto& each) { return each.second.rules; })
      ->first;
}

std::vector<std::string_view> sim_profiles() {
  std::vector<std::string_view> out;
  for (const auto& [name, config] : kProfiles) out.push_back(name);
  return out;
}

void check(const SimConfig& config) {
  for (const Index side : {config.cores.rows, config.cores.cols}) {
    require(side >= 1 && side <= kMostUnits, ErrorKind::limit, kWhere,
            "a grid of ", config.cores.rows, "x", config.cores.cols,
            " cores, expected 1 to ", kMostUnits, " a side");
  }
  check_memory("l1", config.cores.rows * config.cores.cols, config.l1_bytes,
               config.l1_reserved, config.l1_alignment);
  check_memory("dram", config.dram_banks, config.dram_bytes,
               config.dram_reserved, config.dram_alignment);
  require(config.guard_bytes >= 0 && config.guard_bytes <= kMiB,
          ErrorKind::limit, kWhere, "guards of ", config.guard_bytes,
          " bytes, expected 0 to ", kMiB);
}

SimConfig parse_sim_config(std::string_view text) {
  Cursor in(text, kWhere);
  const std::size_t begin = in.position();
  const std::string name(in.name("a profile"));
  const auto found = std::ranges::find(
      kProfiles, name, [](const auto& each) { return each.first; });
  if (found == kProfiles.end()) {
    in.fail_at(begin, concat("'", name, "' is not a simulated device"),
               concat("use ", join(sim_profiles(), ", ")));
  }
  SimConfig config = found->second;
  if (in.accept('(')) {
    do {
      read_entry(in, config);
    } while (in.accept(','));
    in.expect(')', "after what differs");
  }
  in.expect_end();
  check(config);
  return config;
}

std::string to_string(const SimConfig& config) {
  const SimConfig& base = profile_of(config.rules);
  std::vector<std::string> parts;
  if (config.cores != base.cores) {
    parts.push_back(
        concat("cores=", config.cores.rows, 'x', config.cores.cols));
  }
  for (const Entry& entry : kEntries) {
    const Index value = config.*(entry.member);
    if (value == base.*(entry.member)) continue;
    parts.push_back(concat(entry.name, '=', bytes_text(value)));
  }
  if (config.widths != base.widths) {
    parts.emplace_back(config.widths == Widths::any ? "widths=any"
                                                    : "widths=four_bytes");
  }
  const std::string_view name = profile_name(config.rules);
  if (parts.empty()) return std::string(name);
  return concat(name, '(', join(parts, ", "), ')');
}

}  // namespace ashlar
