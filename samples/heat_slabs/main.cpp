// The heat equation on a plate that is cut into slabs of rows, one for each rank: the rows at a slab's edges go to the
// neighbours while its inside is computed. Ranks are the devices of this process, or processes: of mpirun, or with RANK and
// WORLD_SIZE in the environment.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>

#include "kernelc/collective.h"
#include "samples/support/find_kernel.h"
#include "samples/support/sample.h"

namespace {

using kernelc::Communicator;
using kernelc::Context;
using kernelc::DeviceArray;
using kernelc::DeviceArrayAny;
using kernelc::JitKernel;
using kernelc::Message;
using kernelc::Stream;

constexpr float kAlpha = 0.2F;
constexpr std::int64_t kBlockX = 32;
constexpr std::int64_t kBlockY = 8;

struct Options {
  std::int64_t size = 512;
  int steps = 100;
  std::string device;
  std::string kernel;
  bool mpi = std::getenv("OMPI_COMM_WORLD_RANK") != nullptr;
};

// Rows that rank `rank` of `size` computes, of the plate's inner ones.
std::pair<std::int64_t, std::int64_t> RowsOf(int rank, int size, std::int64_t n) {
  const std::int64_t inner = n - 2;
  return {1 + inner * rank / size, 1 + inner * (rank + 1) / size};
}

// A rank of this process: its rows, with one more above and below, which are the neighbours' or the plate's border.
struct Slab {
  Slab(const Context& on, int number, std::int64_t first_row, std::int64_t last_row, std::int64_t n,
       const std::vector<float>& plate)
      : context(on), rank(number), rows(last_row - first_row), inside(on), edges(on), edges_done(on, {.timing = false}),
        step_done(on, {.timing = false}) {
    const auto begin = plate.begin() + (first_row - 1) * n;
    const std::vector<float> mine(begin, begin + (rows + 2) * n);
    now = DeviceArray<float>(on, mine, {rows + 2, n});
    next = DeviceArray<float>(on, mine, {rows + 2, n});
    // They may be given back while these still work.
    for (const Stream* const stream : {&inside, &edges}) {
      now.RecordStream(*stream);
      next.RecordStream(*stream);
    }
  }

  Context context;
  int rank;
  std::int64_t rows;
  // Edges and messages have a stream of their own.
  Stream inside;
  Stream edges;
  kernelc::Event edges_done;
  kernelc::Event step_done;
  DeviceArray<float> now;
  DeviceArray<float> next;

  static DeviceArrayAny Rows(const DeviceArray<float>& array, std::int64_t first,
                             std::int64_t last) {
    return array.Sliced({{first, last, 1}});
  }
  static DeviceArrayAny Row(const DeviceArray<float>& array, std::int64_t row) {
    return Rows(array, row, row + 1);
  }
};

class Plate {
 public:
  Plate(Communicator ranks, const kernelc::Program& program, std::int64_t n, const std::vector<float>& start)
      : ranks_(std::move(ranks)), kernel_(program.kernel("heat_rows")), n_(n) {
    for (int i = 0; i < ranks_.local_size(); ++i) {
      const auto [first, last] = RowsOf(ranks_.rank(i), ranks_.size(), n);
      slabs_.push_back(std::make_unique<Slab>(ranks_.context(i), ranks_.rank(i), first, last, n, start));
      edge_streams_.push_back(slabs_.back()->edges);
    }
  }

  // The edges first, so that they travel while the inside is computed.
  void Step() {
    for (const auto& slab : slabs_) {
      Launch(*slab, slab->edges, 1, 2);
      Launch(*slab, slab->edges, std::max<std::int64_t>(slab->rows, 2), slab->rows + 1);
      Launch(*slab, slab->inside, 2, slab->rows);
    }
    std::vector<Message> sends;
    std::vector<Message> receives;
    for (const auto& slab : slabs_) {
      if (slab->rank > 0) {
        sends.push_back({slab->Row(slab->next, 1), slab->rank - 1});
        receives.push_back({slab->Row(slab->next, 0), slab->rank - 1});
      }
      if (slab->rank + 1 < ranks_.size()) {
        sends.push_back({slab->Row(slab->next, slab->rows), slab->rank + 1});
        receives.push_back({slab->Row(slab->next, slab->rows + 1), slab->rank + 1});
      }
    }
    ranks_.Exchange(sends, receives, edge_streams_);
    for (const auto& slab : slabs_) {
      // The next step's streams both read what both of these wrote.
      slab->edges_done.Record(slab->edges);
      slab->step_done.Record(slab->inside);
      slab->inside.ref().Wait(slab->edges_done);
      slab->edges.ref().Wait(slab->step_done);
      std::swap(slab->now, slab->next);
    }
  }

  void Synchronize() const {
    for (const auto& slab : slabs_) {
      slab->context.Synchronize();
    }
    ranks_.Barrier();
  }

  // The whole plate on every process.
  std::vector<float> Gather(const std::vector<float>& start) const {
    std::vector<float> whole = start;
    for (int rank = 0; rank < ranks_.size(); ++rank) {
      const auto [first, last] = RowsOf(rank, ranks_.size(), n_);
      std::vector<DeviceArrayAny> parts;
      for (const auto& slab : slabs_) {
        parts.push_back(slab->rank == rank ? DeviceArrayAny(slab->now.Sliced({{1, slab->rows + 1, 1}}))
                                           : DeviceArray<float>(slab->context, {last - first, n_}));
      }
      ranks_.Broadcast(parts, rank);
      const std::vector<float> rows = DeviceArray<float>(parts[0]).ToVector();
      std::copy(rows.begin(), rows.end(), whole.begin() + first * n_);
    }
    return whole;
  }

  const Communicator& ranks() const { return ranks_; }

 private:
  void Launch(const Slab& slab, const Stream& stream, std::int64_t first, std::int64_t last) const {
    if (first < last) {
      const kernelc::LaunchConfig config = {
          .grid = {sample::Blocks(n_, kBlockX), sample::Blocks(last - first, kBlockY)},
          .block = {kBlockX, kBlockY},
          .stream = stream};
      // Views: the two streams work on rows of their own.
      kernel_.Launch(config, Slab::Rows(slab.now, first - 1, last + 1),
                     Slab::Rows(slab.next, first, last), kAlpha);
    }
  }

  Communicator ranks_;
  JitKernel kernel_;
  std::int64_t n_;
  std::vector<std::unique_ptr<Slab>> slabs_;
  std::vector<kernelc::StreamRef> edge_streams_;
};

double RunSteps(Plate& plate, int steps) {
  plate.Synchronize();
  const auto start = std::chrono::steady_clock::now();
  for (int step = 0; step < steps; ++step) {
    plate.Step();
  }
  plate.Synchronize();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

Communicator MakeRanks(const Options& options) {
  const bool cuda = options.device.empty() ? kernelc::cuda_available() : options.device == "cuda";
  const char* const local = std::getenv(options.mpi ? "OMPI_COMM_WORLD_LOCAL_RANK" : "LOCAL_RANK");
  if (options.mpi || std::getenv("RANK") != nullptr) {
    const Context context(cuda ? fmt::format("cuda:{}", local != nullptr ? local : "0") : "cpu");
    return options.mpi ? Communicator::FromMpi(context) : Communicator::FromEnvironment(context);
  }
  std::vector<Context> contexts;
  for (const kernelc::Device& device : kernelc::devices()) {
    if ((device.kind() == kernelc::DeviceKind::Cuda) == cuda) {
      contexts.emplace_back(device);
    }
  }
  return Communicator::OfDevices(contexts);
}

Options Parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view arg = argv[i];
    if (arg == "--device" && i + 1 < argc) {
      options.device = argv[++i];
    } else if (arg == "--kernel" && i + 1 < argc) {
      options.kernel = argv[++i];
    } else if (arg == "--steps" && i + 1 < argc) {
      options.steps = std::atoi(argv[++i]);
    } else {
      options.size = std::atoll(argv[i]);
    }
  }
  return options;
}

int Run(const Options& options) {
  const std::int64_t n = options.size;
  const kernelc::Program program =
      kernelc::Program::FromFile(options.kernel.empty() ? sample::FindKernel("heat_slabs") : options.kernel);
  Communicator ranks = MakeRanks(options);
  if (n - 2 < 2 * ranks.size() || options.steps < 1) {
    fmt::print(stderr, "a plate of {} rows is too small for {} ranks, or there are no steps\n", n, ranks.size());
    return 2;
  }
  const std::vector<float> start = sample::RandomFloats(n * n, 0, 1, 1);
  const Context first = ranks.context();
  Plate slabs(std::move(ranks), program, n, start);
  // The same plate on one device, as the result to compare with and for the efficiency. Each process does it on its own.
  Plate whole(Communicator::OfDevices(std::vector<Context>{first}), program, n, start);
  RunSteps(slabs, options.steps);
  RunSteps(whole, options.steps);
  const bool same = slabs.Gather(start) == whole.Gather(start);
  // Both were compiled and run by now.
  const double one = RunSteps(whole, options.steps);
  const double many = RunSteps(slabs, options.steps);
  const int size = slabs.ranks().size();
  if (slabs.ranks().rank() == 0) {
    fmt::print("{}: {} x {} points, {} steps on {} ranks of {}: {:.3g} ms, one alone {:.3g} ms, efficiency {:.2f}\n",
               same ? "PASS" : "FAIL", n, n, options.steps, size, first.device().properties().name, many, one,
               one / many / size);
  }
  return same ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  // On a machine without GPUs: two CPU devices.
  ::setenv("KERNELC_CPU_DEVICES", "2", 0);
  try {
    return Run(Parse(argc, argv));
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
