// Work that nobody waits for.
#pragma once

#include <functional>

namespace kernelc::driver {

// Runs `task` on a thread of the library that runs all such tasks in their order, and returns at once.
// An exception that a task lets go ends the process. When the process exits, the task that is running
// is cut off, and those behind it never run; a process that was forked has a thread of its own and
// none of the tasks from before.
void RunInBackground(std::function<void()> task);

}  // namespace kernelc::driver
