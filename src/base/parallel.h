// parallel.h - the one way the library uses several threads.
#pragma once

#include <cstdint>
#include <functional>

namespace ashlar {

/// How many threads there are where `threads` are asked for (0: all).
int count_threads(int threads);

/// Calls `work(begin, end)` for pieces of [0, count), on at most `threads`
/// threads (0: as many as there are). Pieces start at multiples of `grain`, and
/// have that size but for the last one. What `work` throws is thrown here.
void parallel_for(
    std::int64_t count, std::int64_t grain, int threads,
    const std::function<void(std::int64_t begin, std::int64_t end)>& work);

}  // namespace ashlar
