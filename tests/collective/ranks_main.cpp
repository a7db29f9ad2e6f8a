// One rank of a group of processes, for tests that start several:
//
//   collective_ranks MODE [--mpi] [--cuda] [--large BYTES]      (MODE `devices`: all ranks in one process)
//
// Ranks find each other by MPI, or by RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT. What goes wrong in a mode is expected by the
// others; a rank prints `rank N: ...` and ends with 0 when it saw what it must.
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "kernelc/collective.h"
#include "kernelc/current_stream.h"
#include "kernelc/error.h"
#include "tests/collective/operations.h"

namespace kernelc::collective_test {
namespace {

using Clock = std::chrono::steady_clock;

// CTest's number of a test that cannot run here.
constexpr int kSkipped = 77;

struct Run {
  bool mpi = false;
  bool cuda = false;
  std::int64_t large = 0;
  Context context;
};

Communicator Join(const Run& run, const CollectiveOptions& options = {}) {
  return run.mpi ? Communicator::FromMpi(run.context, options) : Communicator::FromEnvironment(run.context, options);
}

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// The device of this rank can be used as before.
void ExpectDeviceWorks(const Context& context) {
  const DeviceArray<int> array(context, {1000});
  array.Fill(7);
  for (const int value : array.ToVector()) {
    if (value != 7) {
      throw std::runtime_error("the device does not work any more");
    }
  }
}

// All reduces until an error comes, which must be of this code and say this.
template <typename Work>
void ExpectFailure(const Run& run, const Communicator& ranks, ErrorCode code, const std::string& text, Work work) {
  const auto start = Clock::now();
  constexpr double kLimit = 10;
  std::string said;
  try {
    while (SecondsSince(start) < 2 * kLimit) {
      work();
    }
    throw std::runtime_error("no error came");
  } catch (const Error& error) {
    said = error.what();
    if (error.code() != code || said.find(text) == std::string::npos) {
      throw std::runtime_error("another error than expected: " + said);
    }
  }
  const double seconds = SecondsSince(start);
  if (seconds > kLimit) {
    throw std::runtime_error("the error took " + std::to_string(seconds) + " s");
  }
  // From now on each call says it.
  try {
    ranks.Barrier();
    throw std::runtime_error("a broken communicator works");
  } catch (const Error& error) {
    if (error.code() != code) {
      throw std::runtime_error(std::string("then another error: ") + error.what());
    }
  }
  ExpectDeviceWorks(run.context);
  std::printf("rank %d: %s after %.2f s; %s works on\n", ranks.rank(), said.c_str(), seconds,
              run.context.device().name().c_str());
}

DeviceArray<float> Ones(const Context& context, std::int64_t count) {
  const DeviceArray<float> array(context, {count});
  array.Fill(1.0F);
  return array;
}

void SumOnce(const Communicator& ranks, const DeviceArrayAny& array) {
  const DeviceArrayAny sum = DeviceArrayAny::EmptyLike(array);
  ranks.AllReduce(array, sum);
  current_stream(array.context()).Synchronize();
}

void CheckEverything(const Run& run, const Communicator& ranks) {
  CheckAll(ranks, {1, 3, 1000, 4097});
  CheckReductions(ranks, ScalarKind::Float32, 300'001, ReduceOp::Sum);
  CheckCopies(ranks, ScalarKind::Int16, 300'001);
  // Sizes from one element on.
  for (std::int64_t bytes = 4; bytes <= run.large; bytes *= 8) {
    CheckLarge(ranks, bytes);
  }
  if (run.large != 0) {
    CheckLarge(ranks, run.large);
  }
}

void All(const Run& run) {
  const Communicator ranks = Join(run);
  CheckEverything(run, ranks);
  // Another group beside it.
  const Communicator second = Join(run);
  CheckReductions(second, ScalarKind::Int32, 100, ReduceOp::Sum);
  CheckReductions(ranks, ScalarKind::Int32, 100, ReduceOp::Sum);
  std::printf("rank %d of %d: all operations are right on %s\n", ranks.rank(), ranks.size(),
              run.context.device().name().c_str());
}

// All ranks in this process.
void Devices(const Run& run) {
  std::vector<Context> contexts;
  for (const Device& device : devices()) {
    if (device.kind() == run.context.device().kind()) {
      contexts.emplace_back(device);
    }
  }
  const Communicator ranks = Communicator::OfDevices(contexts);
  CheckEverything(run, ranks);
  std::printf("%d ranks in one process: all operations are right\n", ranks.size());
}

void Killed(const Run& run) {
  const Communicator ranks = Join(run);
  const DeviceArray<float> array = Ones(run.context, 1 << 20);
  for (int i = 0; i < 20; ++i) {
    SumOnce(ranks, array);
  }
  if (ranks.rank() == ranks.size() - 1) {
    // In the middle of an operation that the others wait in.
    ranks.AllReduce(array, DeviceArrayAny::EmptyLike(array));
    ::kill(::getpid(), SIGKILL);
  }
  ExpectFailure(run, ranks, ErrorCode::PeerLost, "is lost", [&] { SumOnce(ranks, array); });
}

void Stopped(const Run& run) {
  CollectiveOptions options;
  options.silence = std::chrono::seconds(3);
  const Communicator ranks = Join(run, options);
  const DeviceArray<float> array = Ones(run.context, 1000);
  SumOnce(ranks, array);
  if (ranks.rank() == ranks.size() - 1) {
    ::kill(::getpid(), SIGSTOP);
    return;
  }
  ExpectFailure(run, ranks, ErrorCode::PeerLost, "has not answered for 3000 ms", [&] { SumOnce(ranks, array); });
}

void Mismatch(const Run& run) {
  const Communicator ranks = Join(run);
  const bool is_odd = ranks.rank() == ranks.size() - 1;
  const DeviceArray<float> array = Ones(run.context, is_odd ? 2000 : 1000);
  ExpectFailure(run, ranks, ErrorCode::InvalidArgument, "2000", [&] { SumOnce(ranks, array); });
}

void OtherOperation(const Run& run) {
  const Communicator ranks = Join(run);
  const DeviceArray<float> array = Ones(run.context, 1000);
  ExpectFailure(run, ranks, ErrorCode::InvalidArgument, "broadcast", [&] {
    if (ranks.rank() == 0) {
      ranks.Broadcast(array, 0);
      current_stream(run.context).Synchronize();
    } else {
      SumOnce(ranks, array);
    }
  });
}

void WrongChunk(const Run& run) {
  const Communicator ranks = Join(run);
  const int n = ranks.size();
  const DeviceArray<float> whole = Ones(run.context, 10 * n);
  const DeviceArray<float> chunk = Ones(run.context, ranks.rank() == n - 1 ? 11 : 10);
  ExpectFailure(run, ranks, ErrorCode::InvalidArgument, "44 bytes", [&] {
    ranks.Scatter(ranks.rank() == 0 ? Chunks(whole, n) : std::vector<DeviceArrayAny>(), chunk, 0);
    current_stream(run.context).Synchronize();
  });
}

void Missing(const Run& run) {
  CollectiveOptions options;
  options.timeout = std::chrono::seconds(2);
  const Communicator ranks = Join(run, options);
  const DeviceArray<float> array = Ones(run.context, 1000);
  if (ranks.rank() == ranks.size() - 1) {
    // Alive, but elsewhere: it is told too.
    ExpectFailure(run, ranks, ErrorCode::TimedOut, "did not come to all reduce", [&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      ranks.Check();
    });
    return;
  }
  ExpectFailure(run, ranks, ErrorCode::TimedOut, "rank " + std::to_string(ranks.size() - 1) + " did not come to all reduce",
                [&] { SumOnce(ranks, array); });
}

void Leaves(const Run& run) {
  const DeviceArray<float> array = Ones(run.context, 1000);
  auto ranks = std::make_unique<Communicator>(Join(run));
  SumOnce(*ranks, array);
  if (ranks->rank() == ranks->size() - 1) {
    ranks.reset();
    // Alive, without the group.
    std::this_thread::sleep_for(std::chrono::seconds(2));
    return;
  }
  ExpectFailure(run, *ranks, ErrorCode::PeerLost, "left the group", [&] { SumOnce(*ranks, array); });
}

void Absent(const Run& run) {
  CollectiveOptions options;
  options.connect_timeout = std::chrono::seconds(2);
  try {
    Join(run, options);
    throw std::runtime_error("a group was made without all ranks");
  } catch (const Error& error) {
    std::printf("%s\n", error.what());
    if (error.code() != ErrorCode::TimedOut) {
      throw;
    }
  }
}

int Main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  Run run{.context = Context("cpu")};
  for (int i = 2; i < argc; ++i) {
    const std::string option = argv[i];
    run.mpi = run.mpi || option == "--mpi";
    run.cuda = run.cuda || option == "--cuda";
    if (option == "--large" && i + 1 < argc) {
      run.large = std::atoll(argv[++i]);
    }
  }
  if (run.cuda && !cuda_available()) {
    std::printf("[  SKIPPED ] no GPU: %s\n", why_cuda_is_unavailable().c_str());
    return kSkipped;
  }
  if (run.cuda) {
    // One GPU a rank of a machine.
    const char* const local = std::getenv(run.mpi ? "OMPI_COMM_WORLD_LOCAL_RANK" : "LOCAL_RANK");
    run.context = Context("cuda:" + std::string(local != nullptr ? local : "0"));
  }
  constexpr struct {
    const char* name;
    void (*function)(const Run&);
  } kModes[] = {{"all", All},
                {"devices", Devices},
                {"killed", Killed},
                {"stopped", Stopped},
                {"mismatch", Mismatch},
                {"other_operation", OtherOperation},
                {"wrong_chunk", WrongChunk},
                {"missing", Missing},
                {"leaves", Leaves},
                {"absent", Absent}};
  for (const auto& each : kModes) {
    if (mode == each.name) {
      each.function(run);
      return 0;
    }
  }
  std::fprintf(stderr, "no mode `%s`\n", mode.c_str());
  return 2;
}

}  // namespace
}  // namespace kernelc::collective_test

int main(int argc, char** argv) try {
  const int status = kernelc::collective_test::Main(argc, argv);
  std::fflush(stdout);
  return status;
} catch (const std::exception& error) {
  std::fprintf(stderr, "failed: %s\n", error.what());
  return 1;
}
