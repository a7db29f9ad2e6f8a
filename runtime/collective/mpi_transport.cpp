// Ranks that are processes of MPI, which carries the messages.
#include <bit>
#include <thread>
#include <utility>

#include "runtime/collective/transport.h"

namespace kernelc::collective {
namespace {

using backend::Status;
using backend::Transfer;

class MpiTransport final : public Transport {
 public:
  MpiTransport(MpiLibrary& library, int tag) : library_(library), tag_(tag) {}

  Status Exchange(int /*rank*/, std::span<const Transfer> sends, std::span<const Transfer> receives) override {
    std::vector<Pending> pending;
    KC_RETURN_IF_FAILED(Start(sends, receives, pending));
    int looks = 0;
    while (!pending.empty()) {
      if (aborted()) {
        // MPI keeps what it was asked for, also where nobody will answer.
        return Aborted();
      }
      for (std::size_t i = 0; i < pending.size();) {
        bool done = false;
        KC_RETURN_IF_FAILED(Test(pending[i], &done));
        if (done) {
          std::swap(pending[i], pending.back());
          pending.pop_back();
        } else {
          ++i;
        }
      }
      Pause(++looks);
    }
    return {};
  }

 private:
  struct Pending {
    kernelc_mpi_request* request = nullptr;
    const Transfer* receive = nullptr;
  };

  Status Start(std::span<const Transfer> sends, std::span<const Transfer> receives, std::vector<Pending>& pending) {
    const std::lock_guard lock(library_.mutex);
    for (const Transfer& receive : receives) {
      Pending next = {nullptr, &receive};
      KC_RETURN_IF_FAILED(CheckMpi(library_,
                                   library_.functions->receive(std::bit_cast<void*>(receive.data), receive.bytes,
                                                               receive.peer, tag_, &next.request),
                                   "MPI_Irecv"));
      pending.push_back(next);
    }
    for (const Transfer& send : sends) {
      Pending next;
      KC_RETURN_IF_FAILED(CheckMpi(library_,
                                   library_.functions->send(std::bit_cast<const void*>(send.data), send.bytes, send.peer,
                                                            tag_, &next.request),
                                   "MPI_Isend"));
      pending.push_back(next);
    }
    return {};
  }

  Status Test(const Pending& pending, bool* done) {
    int is_done = 0;
    std::size_t bytes = 0;
    int error = 0;
    {
      const std::lock_guard lock(library_.mutex);
      error = library_.functions->test(pending.request, &is_done, &bytes);
    }
    *done = is_done != 0;
    const Transfer* const receive = pending.receive;
    if (receive != nullptr && (error != 0 || (*done && bytes != receive->bytes))) {
      return Mismatch(receive->peer, bytes, receive->bytes);
    }
    return CheckMpi(library_, error, "MPI_Test");
  }

  // MPI does its work in the calls; others want the core too when it takes longer.
  static void Pause(int looks) {
    constexpr int kBusyLooks = 200;
    constexpr std::chrono::microseconds kPause{50};
    if (looks < kBusyLooks) {
      std::this_thread::yield();
    } else {
      std::this_thread::sleep_for(kPause);
    }
  }

  void Wake() noexcept override {}

  MpiLibrary& library_;
  // Messages of this group.
  const int tag_;
};

}  // namespace

std::shared_ptr<Transport> MakeMpiTransport(MpiLibrary& library, int tag) {
  return std::make_shared<MpiTransport>(library, tag);
}

}  // namespace kernelc::collective
