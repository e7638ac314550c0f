// ttnn_golden.h - reads the questions that ttnn was asked.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "ashlar/dialects/ttnn.h"

namespace ashlar::ttnn::golden {

/// `$ command` and the lines after it.
struct Question {
  std::string command;
  std::string answer;
};

inline std::vector<Question> questions(const std::string& file) {
  std::ifstream in(std::string(ASHLAR_TEST_DATA) + "/ttnn/" + file);
  EXPECT_TRUE(in.is_open()) << file;
  std::vector<Question> out;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("$ ")) {
      out.push_back({line.substr(2), ""});
    } else {
      out.back().answer += line + "\n";
    }
  }
  return out;
}

/// The words of a command: what is asked, of what, and options by name.
struct Command {
  explicit Command(const std::string& text) {
    std::istringstream in(text);
    for (std::string word; in >> word;) {
      if (!word.starts_with("--")) {
        words.push_back(word);
        continue;
      }
      const std::size_t equals = word.find('=');
      options[word.substr(2, equals - 2)] = word.substr(equals + 1);
    }
  }

  std::string option(const std::string& name, const std::string& other) const {
    const auto found = options.find(name);
    return found == options.end() ? other : found->second;
  }

  std::vector<std::string> words;
  std::map<std::string, std::string> options;
};

inline Indices sizes(const std::string& text) {
  return Indices(parse_shape(text).sizes());
}

/// "0,0-2,0;0,1-1,1"
inline CoreRangeSet grid(const std::string& text) {
  std::vector<CoreRange> ranges;
  std::istringstream in(text);
  char mark = ' ';
  do {
    CoreRange range;
    in >> range.first.x >> mark >> range.first.y >> mark >> range.last.x >>
        mark >> range.last.y;
    ranges.push_back(range);
  } while (in >> mark);
  return CoreRangeSet(ranges);
}

inline MemoryConfig memory_config(const Command& command) {
  const std::string kind = command.option("mem", "");
  if (kind.empty()) return {};
  const Indices shard = sizes(command.option("shard", ""));
  const CoreRangeSet cores = grid(command.option("grid", ""));
  const ShardOrientation orientation = command.option("orient", "RM") == "RM"
                                           ? ShardOrientation::row_major
                                           : ShardOrientation::col_major;
  const BufferType buffer = command.option("buffer", "DRAM") == "L1"
                                ? BufferType::l1
                                : BufferType::dram;
  if (kind == "ND") {
    const std::string strategy = command.option("strategy", "RR");
    return {buffer,
            {shard, cores, orientation,
             strategy == "CONTIG" ? ShardDistributionStrategy::contiguous_1d
                                  : ShardDistributionStrategy::round_robin_1d}};
  }
  const std::map<std::string, TensorMemoryLayout> kinds = {
      {"HEIGHT", TensorMemoryLayout::height_sharded},
      {"WIDTH", TensorMemoryLayout::width_sharded},
      {"BLOCK", TensorMemoryLayout::block_sharded}};
  return MemoryConfig(kinds.at(kind), buffer,
                      ShardSpec{cores, {shard[0], shard[1]}, orientation});
}

inline TensorSpec tensor_spec(const Command& command) {
  TensorLayout layout;
  layout.dtype = parse_data_type(command.option("dtype", "bfloat16"));
  layout.layout = command.option("layout", "TILE") == "TILE"
                      ? Layout::tile
                      : Layout::row_major;
  const Indices tile = sizes(command.option("tile", "32x32"));
  layout.tile = Tile(tile[0], tile[1]);
  layout.memory_config = memory_config(command);
  const ashlar::Shape shape = parse_shape(command.words.at(1));
  const std::string padded = command.option("padded", "");
  if (padded.empty()) return TensorSpec(shape, layout);
  return TensorSpec::from_padded_shape(shape, parse_shape(padded), layout);
}

}  // namespace ashlar::ttnn::golden
