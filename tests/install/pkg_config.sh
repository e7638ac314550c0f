#!/usr/bin/env bash
# Builds and runs the consumer with what pkg-config says, and no CMake.
#   pkg_config.sh PREFIX COMPILER OUTPUT
set -euo pipefail
prefix=$1 compiler=$2 output=$3

pc=$(find "$prefix" -name ashlar.pc)
export PKG_CONFIG_PATH=${pc%/*}
read -ra flags < <(pkg-config --cflags --libs ashlar)
"$compiler" -std=c++20 "$(dirname "$0")/consumer.cc" "${flags[@]}" -o "$output"
LD_LIBRARY_PATH=$(pkg-config --variable=libdir ashlar) "$output"
[ "$("$output")" = "ashlar $(pkg-config --modversion ashlar)" ]
