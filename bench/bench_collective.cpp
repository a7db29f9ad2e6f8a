// Collectives on GPUs against calls of NCCL with the same buffers and streams, by turns in one run:
// in one process over all GPUs, or, where RANK and WORLD_SIZE say so, one GPU a process. On the CPU
// device, which has no other side, times alone.
#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <stdexcept>

#include "bench/support/options.h"
#include "bench/support/report.h"
#include "bench/support/stats.h"
#include "kernelc/collective.h"
#include "kernelc/current.h"
#include "kernelc/device.h"
#include "kernelc/error.h"

namespace kernelc::bench {
namespace {

constexpr std::int64_t kKiB = 1024;
constexpr std::int64_t kMiB = kKiB * kKiB;

// NCCL, as a program would call it.
struct Nccl {
  struct Id {
    char bytes[128];
  };
  int (*GetUniqueId)(Id*) = nullptr;
  int (*CommInitRank)(void**, int, Id, int) = nullptr;
  int (*CommInitAll)(void**, int, const int*) = nullptr;
  int (*CommDestroy)(void*) = nullptr;
  int (*GroupStart)() = nullptr;
  int (*GroupEnd)() = nullptr;
  int (*AllReduce)(const void*, void*, std::size_t, int, int, void*, void*) = nullptr;
  int (*Broadcast)(const void*, void*, std::size_t, int, int, void*, void*) = nullptr;
  int (*Reduce)(const void*, void*, std::size_t, int, int, int, void*, void*) = nullptr;
  int (*AllGather)(const void*, void*, std::size_t, int, void*, void*) = nullptr;
  int (*ReduceScatter)(const void*, void*, std::size_t, int, int, void*, void*) = nullptr;
  int (*Send)(const void*, std::size_t, int, int, void*, void*) = nullptr;
  int (*Recv)(void*, std::size_t, int, int, void*, void*) = nullptr;

  static const char* File() {
    const char* const given = std::getenv("KERNELC_NCCL");
    if (given != nullptr) {
      return given;
    }
    // That which kernelc has opened.
    return "libnccl.so.2";
  }
  Nccl() {
    void* library = ::dlopen(File(), RTLD_NOW);
    library =
        library != nullptr ? library : ::dlopen("/usr/local/cuda/lib64/libnccl.so.2", RTLD_NOW);
    const auto find = [&](auto& function, const char* name) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(
          library == nullptr ? nullptr : ::dlsym(library, name));
      if (function == nullptr) {
        throw std::runtime_error(std::string("no ") + name);
      }
    };
    find(GetUniqueId, "ncclGetUniqueId");
    find(CommInitRank, "ncclCommInitRank");
    find(CommInitAll, "ncclCommInitAll");
    find(CommDestroy, "ncclCommDestroy");
    find(GroupStart, "ncclGroupStart");
    find(GroupEnd, "ncclGroupEnd");
    find(AllReduce, "ncclAllReduce");
    find(Broadcast, "ncclBroadcast");
    find(Reduce, "ncclReduce");
    find(AllGather, "ncclAllGather");
    find(ReduceScatter, "ncclReduceScatter");
    find(Send, "ncclSend");
    find(Recv, "ncclRecv");
  }
};

void Require(int result, const char* what) {
  if (result != 0) {
    throw std::runtime_error(fmt::format("NCCL's {} gave {}", what, result));
  }
}

constexpr int kNcclByte = 1;
constexpr int kNcclFloat = 7;

// The ranks of this process with their buffers; both sides use the same.
struct Bench {
  explicit Bench(Communicator communicator) : ranks(std::move(communicator)) {}
  bool is_cuda() const { return ranks.context().device().kind() == DeviceKind::Cuda; }
  int n() const { return ranks.size(); }
  std::size_t local() const { return static_cast<std::size_t>(ranks.local_size()); }
  void Synchronize() const {
    for (const Stream& stream : streams) {
      stream.ref().Synchronize();
    }
  }

  Communicator ranks;
  std::vector<Stream> streams;
  std::vector<StreamRef> refs;
  // Float32, of the largest size.
  std::vector<DeviceArrayAny> in;
  std::vector<DeviceArrayAny> out;
  std::vector<void*> comms;
};

std::vector<DeviceArrayAny> Part(const std::vector<DeviceArrayAny>& arrays, std::int64_t count) {
  std::vector<DeviceArrayAny> parts;
  for (const DeviceArrayAny& array : arrays) {
    parts.push_back(array.Sliced({{0, count, 1}}));
  }
  return parts;
}

// One call of each side; views are made before.
struct Case {
  const char* name;
  std::function<std::function<void()>(Bench&, std::int64_t count)> ours;
  // One rank's calls of NCCL, inside a group.
  std::function<void(const Nccl&, Bench&, std::size_t local, std::int64_t count)> theirs;
};

void* In(const Bench& bench, std::size_t i) { return reinterpret_cast<void*>(bench.in[i].data()); }
void* Out(const Bench& bench, std::size_t i) {
  return reinterpret_cast<void*>(bench.out[i].data());
}
void* StreamOf(const Bench& bench, std::size_t i) { return bench.streams[i].native_handle(); }

Case AllReduceCase() {
  return {"all_reduce",
          [](Bench& b, std::int64_t count) {
            return [&b, in = Part(b.in, count), out = Part(b.out, count)] {
              b.ranks.AllReduce(in, out, ReduceOp::Sum, b.refs);
            };
          },
          [](const Nccl& nccl, Bench& b, std::size_t i, std::int64_t count) {
            Require(nccl.AllReduce(In(b, i), Out(b, i), static_cast<std::size_t>(count), kNcclFloat,
                                   0, b.comms[i], StreamOf(b, i)),
                    "all reduce");
          }};
}

Case BroadcastCase() {
  return {"broadcast",
          [](Bench& b, std::int64_t count) {
            return [&b, in = Part(b.in, count)] { b.ranks.Broadcast(in, 0, b.refs); };
          },
          [](const Nccl& nccl, Bench& b, std::size_t i, std::int64_t count) {
            Require(nccl.Broadcast(In(b, i), In(b, i), static_cast<std::size_t>(count), kNcclFloat,
                                   0, b.comms[i], StreamOf(b, i)),
                    "broadcast");
          }};
}

Case ReduceCase() {
  return {"reduce",
          [](Bench& b, std::int64_t count) {
            return [&b, in = Part(b.in, count), out = Part(b.out, count)] {
              b.ranks.Reduce(in, out[0], 0, ReduceOp::Sum, b.refs);
            };
          },
          [](const Nccl& nccl, Bench& b, std::size_t i, std::int64_t count) {
            Require(nccl.Reduce(In(b, i), Out(b, i), static_cast<std::size_t>(count), kNcclFloat, 0,
                                0, b.comms[i], StreamOf(b, i)),
                    "reduce");
          }};
}

Case AllGatherCase() {
  return {"all_gather",
          [](Bench& b, std::int64_t count) {
            const std::int64_t part = count / b.n();
            return [&b, in = Part(b.in, part), out = Part(b.out, part * b.n())] {
              b.ranks.AllGather(in, out, b.refs);
            };
          },
          [](const Nccl& nccl, Bench& b, std::size_t i, std::int64_t count) {
            Require(nccl.AllGather(In(b, i), Out(b, i), static_cast<std::size_t>(count / b.n()),
                                   kNcclFloat, b.comms[i], StreamOf(b, i)),
                    "all gather");
          }};
}

Case ReduceScatterCase() {
  return {"reduce_scatter",
          [](Bench& b, std::int64_t count) {
            const std::int64_t part = count / b.n();
            return [&b, in = Part(b.in, part * b.n()), out = Part(b.out, part)] {
              b.ranks.ReduceScatter(in, out, ReduceOp::Sum, b.refs);
            };
          },
          [](const Nccl& nccl, Bench& b, std::size_t i, std::int64_t count) {
            Require(nccl.ReduceScatter(In(b, i), Out(b, i), static_cast<std::size_t>(count / b.n()),
                                       kNcclFloat, 0, b.comms[i], StreamOf(b, i)),
                    "reduce scatter");
          }};
}

// Around the ring, as halos go.
Case ExchangeCase() {
  return {"exchange",
          [](Bench& b, std::int64_t count) {
            std::vector<Message> sends;
            std::vector<Message> receives;
            const std::vector<DeviceArrayAny> in = Part(b.in, count);
            const std::vector<DeviceArrayAny> out = Part(b.out, count);
            for (std::size_t i = 0; i < b.local(); ++i) {
              const int rank = b.ranks.rank(static_cast<int>(i));
              sends.push_back({in[i], (rank + 1) % b.n()});
              receives.push_back({out[i], (rank + b.n() - 1) % b.n()});
            }
            return [&b, sends, receives] { b.ranks.Exchange(sends, receives, b.refs); };
          },
          [](const Nccl& nccl, Bench& b, std::size_t i, std::int64_t count) {
            const int rank = b.ranks.rank(static_cast<int>(i));
            const std::size_t bytes = static_cast<std::size_t>(count) * 4;
            Require(nccl.Send(In(b, i), bytes, kNcclByte, (rank + 1) % b.n(), b.comms[i],
                              StreamOf(b, i)),
                    "send");
            Require(nccl.Recv(Out(b, i), bytes, kNcclByte, (rank + b.n() - 1) % b.n(), b.comms[i],
                              StreamOf(b, i)),
                    "receive");
          }};
}

std::vector<Case> Cases() {
  return {AllReduceCase(), BroadcastCase(),     ReduceCase(),
          AllGatherCase(), ReduceScatterCase(), ExchangeCase()};
}

void CallNccl(const Nccl& nccl, Bench& bench, const Case& each, std::int64_t count) {
  // A lone call needs no group.
  const bool grouped = bench.local() > 1 || std::string_view(each.name) == "exchange";
  if (grouped) {
    Require(nccl.GroupStart(), "group start");
  }
  for (std::size_t i = 0; i < bench.local(); ++i) {
    each.theirs(nccl, bench, i, count);
  }
  if (grouped) {
    Require(nccl.GroupEnd(), "group end");
  }
}

// Seconds of one of many calls in a row.
double TimeOf(Bench& bench, int calls, const std::function<void()>& call) {
  bench.Synchronize();
  return SecondsOf([&] {
           for (int i = 0; i < calls; ++i) {
             call();
           }
           bench.Synchronize();
         }) /
         calls;
}

void JoinNccl(const Nccl& nccl, Bench& bench) {
  bench.comms.resize(bench.local());
  if (bench.ranks.local_size() == bench.n()) {
    std::vector<int> ordinals;
    for (int i = 0; i < bench.n(); ++i) {
      ordinals.push_back(bench.ranks.context(i).device().ordinal());
    }
    Require(nccl.CommInitAll(bench.comms.data(), bench.n(), ordinals.data()), "init all");
    return;
  }
  Nccl::Id id = {};
  if (bench.ranks.rank() == 0) {
    Require(nccl.GetUniqueId(&id), "unique id");
  }
  const DeviceArray<std::uint8_t> shared(
      bench.ranks.context(),
      std::span<const std::uint8_t>(reinterpret_cast<const std::uint8_t*>(id.bytes), sizeof id));
  bench.ranks.Broadcast(shared, 0);
  shared.CopyToHost(std::span<std::uint8_t>(reinterpret_cast<std::uint8_t*>(id.bytes), sizeof id));
  Require(nccl.CommInitRank(bench.comms.data(), bench.n(), id, bench.ranks.rank()), "init rank");
}

Bench MakeBench(const Options& options) {
  if (std::getenv("RANK") != nullptr) {
    const char* const local = std::getenv("LOCAL_RANK");
    const std::string device =
        options.device == "cpu" ? "cpu" : fmt::format("cuda:{}", local != nullptr ? local : "0");
    return Bench(Communicator::FromEnvironment(Context(device)));
  }
  std::vector<Context> contexts;
  const DeviceKind kind =
      options.device == "cpu" || !cuda_available() ? DeviceKind::Cpu : DeviceKind::Cuda;
  for (const Device& device : devices()) {
    if (device.kind() == kind) {
      contexts.emplace_back(device);
    }
  }
  return Bench(Communicator::OfDevices(contexts));
}

// All ranks make the same number of rounds: times differ between processes.
Plan PlanOf(const Options& options) {
  Plan plan;
  plan.warm_up = 2;
  plan.min_rounds = plan.max_rounds = options.smoke ? 1 : 21;
  return plan;
}

// Streams of the ranks, and arrays for the largest operation.
void MakeArrays(Bench& bench, std::int64_t largest) {
  for (int i = 0; i < bench.ranks.local_size(); ++i) {
    const Context& context = bench.ranks.context(i);
    bench.streams.emplace_back(context);
    bench.in.push_back(DeviceArrayAny::Zeros(context, ScalarKind::Float32, Dims{largest / 4}));
    bench.out.push_back(DeviceArrayAny::Zeros(context, ScalarKind::Float32, Dims{largest / 4}));
    context.Synchronize();
  }
  for (const Stream& stream : bench.streams) {
    bench.refs.push_back(stream);
  }
}

// An operation on arrays of `bytes`, beside NCCL's where `nccl` is not null.
void Measure(const Options& options, const Nccl* nccl, Bench& bench, const Case& each,
             std::int64_t bytes, Table& table, nlohmann::json& rows) {
  const std::int64_t count = bytes / 4;
  const int calls = bytes >= 64 * kMiB ? 4 : bytes >= kMiB ? 30 : 100;
  const std::function<void()> ours = each.ours(bench, count);
  std::vector<std::function<double()>> sides = {[&] { return TimeOf(bench, calls, ours); }};
  if (nccl != nullptr) {
    sides.push_back(
        [&] { return TimeOf(bench, calls, [&] { CallNccl(*nccl, bench, each, count); }); });
  }
  const std::vector<Summary> figures = Interleave(sides, PlanOf(options));
  const double other = nccl == nullptr ? 0 : figures[1].median;
  table.Add({fmt::format("{}, {}", each.name, bytes),
             nccl == nullptr ? "" : fmt::format("{:.1f}", other * 1e6),
             fmt::format("{:.1f}", figures[0].median * 1e6),
             nccl == nullptr ? "" : fmt::format("{:.3f}", figures[0].median / other)});
  rows.push_back({{"operation", each.name}, {"bytes", bytes}, {"seconds", ToJson(figures[0])}});
  if (nccl != nullptr) {
    rows.back()["nccl_seconds"] = ToJson(figures[1]);
  }
}

int Run(const Options& options) {
  Bench bench = MakeBench(options);
  std::unique_ptr<const Nccl> nccl;
  if (bench.is_cuda()) {
    nccl = std::make_unique<const Nccl>();
    JoinNccl(*nccl, bench);
  }
  const std::int64_t largest = options.smoke ? 64 * kKiB : (bench.is_cuda() ? 1024 : 64) * kMiB;
  MakeArrays(bench, largest);
  Table table({"operation, bytes", "NCCL us", "kernelc us", "ratio"});
  nlohmann::json rows = nlohmann::json::array();
  for (const Case& each : Cases()) {
    if (!options.Selects(each.name)) {
      continue;
    }
    for (std::int64_t bytes = options.smoke ? 4 * kKiB : 64 * kKiB; bytes <= largest; bytes *= 4) {
      Measure(options, nccl.get(), bench, each, bytes, table, rows);
    }
  }
  bench.ranks.Barrier();
  for (void* const comm : bench.comms) {
    Require(nccl->CommDestroy(comm), "destroy");
  }
  if (bench.ranks.rank() != 0) {
    return 0;
  }
  fmt::print("{} ranks, {} of this process, on {}\n{}", bench.n(), bench.local(),
             bench.ranks.context().device().properties().name, table.Text());
  const nlohmann::json report = {{"benchmark", "collective"},
                                 {"host", DescribeHost()},
                                 {"ranks", bench.n()},
                                 {"local_ranks", bench.local()},
                                 {"device", bench.ranks.context().device().properties().name},
                                 {"rows", rows}};
  return options.json.empty() || WriteReport(report, options.json) ? 0 : 1;
}

}  // namespace
}  // namespace kernelc::bench

int main(int argc, char** argv) {
  ::setenv("KERNELC_CPU_DEVICES", "2", 0);
  // NVLink multicast can need more leave of a machine than a benchmark has.
  ::setenv("NCCL_NVLS_ENABLE", "0", 0);
  const auto options = kernelc::bench::ParseOptions(argc, argv);
  if (!options) {
    return 2;
  }
  try {
    return kernelc::bench::Run(*options);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 3;
  }
}
