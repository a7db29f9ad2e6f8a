// What backends say of launches that a device cannot do.
#include "runtime/backend/backend.h"
#include "runtime/backend/text.h"

namespace kernelc::backend {

Status CooperativeGridTooLarge(const Function& function, std::uint64_t blocks,
                               std::uint64_t most_blocks) {
  return Fail(ErrorCode::LaunchLimit, "launch",
              Concat("kernel `", function.info().name, "` (", function.context().device().name(),
                     ')'),
              most_blocks == 0
                  ? std::string("the kernel synchronises its grid, which this device cannot do")
                  : Concat("the kernel synchronises its grid, so that all blocks run at the same "
                           "time: the grid has ",
                           blocks, " blocks, the most with blocks of this size is ", most_blocks));
}

}  // namespace kernelc::backend
