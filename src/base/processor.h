// processor.h - what the processor does with memory by itself.
#pragma once

namespace ashlar {

/// Whether it reads ahead in dozens of rows at once, as long as each goes on
/// for a page, and whether what is asked for beside that waits for the same few
/// places as lines that are streamed. Intel's do; on AMD's only what is asked
/// for comes in time.
bool follows_rows();

}  // namespace ashlar
