#include "runtime/collective/transport.h"

#include "runtime/backend/text.h"

namespace kernelc::collective {

using backend::Status;

void Transport::Abort(const ErrorInfo& why) noexcept {
  {
    const std::lock_guard lock(mutex_);
    if (aborted()) {
      return;
    }
    why_ = why;
    aborted_.store(true, std::memory_order_release);
  }
  changed_.notify_all();
  Wake();
}

Status Transport::Aborted() const {
  const std::lock_guard lock(mutex_);
  return Status(why_);
}

Status Transport::Mismatch(int peer, std::uint64_t sent, std::uint64_t expected) {
  return FailLate(ErrorCode::InvalidArgument, peer,
                  backend::Concat("rank ", peer, " sent ", sent, " bytes where ", expected, " were expected"));
}

Status Transport::Lost(int peer) {
  return FailLate(ErrorCode::PeerLost, peer, backend::Concat("rank ", peer, " is lost: the process has ended"));
}

Status Transport::FailLate(ErrorCode code, int peer, std::string message) {
  constexpr std::chrono::seconds kPatience{2};
  {
    std::unique_lock lock(mutex_);
    if (changed_.wait_for(lock, kPatience, [this] { return aborted(); })) {
      return Status(why_);
    }
  }
  return backend::Fail(code, "collective", backend::Concat("rank ", peer), std::move(message));
}

}  // namespace kernelc::collective
