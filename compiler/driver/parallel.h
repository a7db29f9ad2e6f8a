// Independent pieces of one piece of work, on several threads.
#pragma once

#include <cstddef>
#include <functional>

namespace kernelc::driver {

// How many threads compile at a time: what the environment variable KERNELC_COMPILE_THREADS says,
// else the cores that the process may use; at least 1.
std::size_t CompileThreads();

// Calls `task(i)` for each number below `count`, on the calling thread and on at most
// CompileThreads() - 1 others, in no order, and returns when all are done. A task that throws stops
// no other; then the exception of the first by number is thrown. One task alone, or tasks inside of
// a task, run on the calling thread.
void ForEachInParallel(std::size_t count, const std::function<void(std::size_t)>& task);

}  // namespace kernelc::driver
