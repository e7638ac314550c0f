// formats_block.h - what `ashlar formats` says about a block format.
#pragma once

#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "ashlar/format.h"
#include "cli/formats_bits.h"
#include "cli/formats_table.h"

namespace ashlar::cli {

using Facts = std::vector<std::pair<std::string, std::string>>;

/// Its elements, scales and all else that it has.
Facts block_facts(const Format& format);

/// The numbers of every table of a codebook.
void print_tables(std::ostream& out, const Codebook& book, const Look& look);

}  // namespace ashlar::cli
