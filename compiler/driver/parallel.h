// Independent pieces of one piece of work, on several threads.
#pragma once

#include <cstddef>
#include <functional>

namespace kernelc::driver {

// How many threads compile at a time: what the environment variable KERNELC_COMPILE_THREADS says,
// else the cores that the process may use; at least 1.
std::size_t CompileThreads();

// Calls `task(i)` for each number below `count`, on the calling thread and on others, in no order, and
// returns when all are done. A task that throws stops no other; then the exception of the first by
// number is thrown. One task alone runs on the calling thread. The process has at most
// CompileThreads() - 1 other threads for this at a time: tasks inside of a task, and what several
// threads ask for, share them.
void ForEachInParallel(std::size_t count, const std::function<void(std::size_t)>& task);

}  // namespace kernelc::driver
