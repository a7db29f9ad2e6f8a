// A service that compiles on request: threads take requests (an expression, an element type, data)
// from a queue, compile what nobody asked for before, run it on streams of their own and answer. A
// request that is wrong is answered with its fault, and disturbs nobody.
#include <kernelc/program.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <deque>
#include <functional>
#include <future>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <variant>
#include <vector>

namespace {

constexpr std::size_t kWorkers = 4;
constexpr std::size_t kClients = 3;
constexpr int kRequestsOfClient = 120;
// Requests that wait; a client beyond it waits too.
constexpr std::size_t kQueueLimit = 16;

// `out[i] = expression of x[i] and y[i]`.
struct Request {
  std::string expression;
  // x and y are of this type.
  bool is_double = false;
  std::vector<double> x;
  std::vector<double> y;
};

struct Reply {
  // Empty when it worked.
  std::string fault;
  std::vector<double> values;
};

std::string KernelText(const std::string& expression) {
  return "from kernelc import *\n"
         "import math\n"
         "\n"
         "@kernel\n"
         "def evaluate(out, xs, ys):\n"
         "    i = grid(1)\n"
         "    if i < out.size:\n"
         "        x = xs[i]\n"
         "        y = ys[i]\n"
         "        out[i] = " +
         expression + "\n";
}

// Programs by expression. A program compiles its kernel for each element type on its own, once, also
// when several threads launch it for the first time at the same moment.
class ProgramStore {
 public:
  // Throws CompileError, the same one for everybody who asks for the expression.
  kernelc::JitKernel Get(const std::string& expression) {
    std::promise<kernelc::JitKernel> promise;
    std::shared_future<kernelc::JitKernel> result;
    bool is_first = false;
    {
      const std::lock_guard lock(mutex_);
      auto [place, inserted] = kernels_.try_emplace(expression);
      if (inserted) {
        place->second = promise.get_future().share();
        is_first = true;
      }
      result = place->second;
    }
    if (is_first) {
      try {
        promise.set_value(
            kernelc::Program::FromSource(KernelText(expression), "request").kernel("evaluate"));
      } catch (...) {
        promise.set_exception(std::current_exception());
      }
    }
    return result.get();
  }
  std::size_t size() const {
    const std::lock_guard lock(mutex_);
    return kernels_.size();
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::shared_future<kernelc::JitKernel>> kernels_;
};

class Service {
 public:
  explicit Service(const kernelc::Device& device) {
    for (std::size_t i = 0; i < kWorkers; ++i) {
      workers_.emplace_back([this, device] { Work(device); });
    }
  }
  ~Service() {
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
    }
    changed_.notify_all();
    for (std::thread& worker : workers_) {
      worker.join();
    }
  }
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;

  std::future<Reply> Submit(Request request) {
    Job job{std::move(request), {}};
    std::future<Reply> reply = job.reply.get_future();
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return queue_.size() < kQueueLimit; });
    queue_.push_back(std::move(job));
    lock.unlock();
    changed_.notify_all();
    return reply;
  }
  std::size_t expressions() const { return programs_.size(); }

 private:
  struct Job {
    Request request;
    std::promise<Reply> reply;
  };

  void Work(const kernelc::Device& device) {
    const kernelc::Context context(device);
    const kernelc::Stream stream(context);
    while (true) {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return closed_ || !queue_.empty(); });
      if (queue_.empty()) {
        return;
      }
      Job job = std::move(queue_.front());
      queue_.pop_front();
      lock.unlock();
      changed_.notify_all();
      job.reply.set_value(Answer(context, stream, job.request));
    }
  }

  Reply Answer(const kernelc::Context& context, const kernelc::Stream& stream,
               const Request& request) {
    try {
      return {"", request.is_double ? Evaluate<double>(context, stream, request)
                                    : Evaluate<float>(context, stream, request)};
    } catch (const kernelc::CompileError& error) {
      const kernelc::CompileDiagnostic& fault = error.diagnostics().front();
      return {fault.kind + ": " + fault.message, {}};
    } catch (const std::exception& error) {
      return {error.what(), {}};
    }
  }

  template <typename T>
  std::vector<double> Evaluate(const kernelc::Context& context, const kernelc::Stream& stream,
                               const Request& request) {
    const std::vector<T> x_host(request.x.begin(), request.x.end());
    const std::vector<T> y_host(request.y.begin(), request.y.end());
    const auto x = kernelc::ToDevice(context, x_host);
    const auto y = kernelc::ToDevice(context, y_host);
    const auto size = static_cast<std::int64_t>(x_host.size());
    const kernelc::DeviceArray<T> out(context, {size});
    programs_.Get(request.expression).ForAll(size, {.stream = stream}).Launch(out, x, y);
    const std::vector<T> values = out.ToVector(stream);
    return {values.begin(), values.end()};
  }

  ProgramStore programs_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> queue_;
  bool closed_ = false;
  std::vector<std::thread> workers_;
};

struct Formula {
  const char* text;
  // Null for one that is wrong.
  double (*value)(double x, double y);
  // What the reply to a wrong one names.
  const char* kind = "";
};

constexpr Formula kFormulas[] = {
    {"x + y", [](double x, double y) { return x + y; }},
    {"x * y - 0.5 * x", [](double x, double y) { return x * y - 0.5 * x; }},
    {"math.sqrt(x * x + y * y)", [](double x, double y) { return std::sqrt(x * x + y * y); }},
    {"math.exp(-x) * math.sin(y)", [](double x, double y) { return std::exp(-x) * std::sin(y); }},
    {"x if x > y else y", [](double x, double y) { return x > y ? x : y; }},
    {"max(x, y) // 0.25", [](double x, double y) { return std::floor(std::max(x, y) / 0.25); }},
    {"x +* y", nullptr, "Syntax"},
    {"x + z", nullptr, "UnknownName"},
};

struct Tally {
  std::atomic<int> answered = 0;
  std::atomic<int> refused = 0;
  std::atomic<int> wrong = 0;
};

void Complain(Tally& tally, const Formula& formula, const std::string& what) {
  if (tally.wrong.fetch_add(1) == 0) {
    std::fprintf(stderr, "%s: %s\n", formula.text, what.c_str());
  }
}

void CheckReply(const Formula& formula, const Request& request, const Reply& reply, Tally& tally) {
  if (formula.value == nullptr) {
    ++tally.refused;
    if (reply.fault.find(formula.kind) == std::string::npos) {
      Complain(tally, formula, "answered with `" + reply.fault + "`");
    }
    return;
  }
  ++tally.answered;
  if (!reply.fault.empty() || reply.values.size() != request.x.size()) {
    Complain(tally, formula, reply.fault);
    return;
  }
  const double limit = request.is_double ? 1e-12 : 1e-5;
  for (std::size_t i = 0; i < reply.values.size(); ++i) {
    const double expected = formula.value(request.x[i], request.y[i]);
    if (!(std::abs(reply.values[i] - expected) <= limit * (1 + std::abs(expected)))) {
      Complain(tally, formula, "element " + std::to_string(i) + " is " +
                                   std::to_string(reply.values[i]) + ", not " +
                                   std::to_string(expected));
      return;
    }
  }
}

// Data that are the same in float and double.
Request MakeRequest(const Formula& formula, bool is_double, int seed) {
  Request request{formula.text, is_double, {}, {}};
  const int size = 100 + seed % 900;
  for (int i = 0; i < size; ++i) {
    request.x.push_back(((i * 37 + seed) % 256) / 128.0);
    request.y.push_back(((i * 11 + 3 * seed) % 256) / 64.0);
  }
  return request;
}

void RunClient(Service& service, int client, Tally& tally) {
  for (int i = 0; i < kRequestsOfClient; ++i) {
    const int number = client * kRequestsOfClient + i;
    const Formula& formula = kFormulas[static_cast<std::size_t>(number) % std::size(kFormulas)];
    const Request request = MakeRequest(formula, number % 3 == 0, number);
    CheckReply(formula, request, service.Submit(request).get(), tally);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const bool has_device = argc == 3 && std::strcmp(argv[1], "--device") == 0;
  if (argc != 1 && !has_device) {
    std::fprintf(stderr, "usage: embed_service [--device cpu|cuda]\n");
    return 2;
  }
  try {
    const kernelc::Device device =
        has_device ? kernelc::device(argv[2]) : kernelc::default_device();
    Tally tally;
    std::size_t expressions = 0;
    const auto start = std::chrono::steady_clock::now();
    {
      Service service(device);
      std::vector<std::thread> clients;
      for (std::size_t client = 0; client < kClients; ++client) {
        clients.emplace_back([&, client] { RunClient(service, static_cast<int>(client), tally); });
      }
      for (std::thread& client : clients) {
        client.join();
      }
      expressions = service.expressions();
    }
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::printf("%s: %d requests answered and %d refused on %s, %zu expressions, %.0f a second\n",
                tally.wrong == 0 ? "PASS" : "FAIL", tally.answered.load(), tally.refused.load(),
                device.name().c_str(), expressions,
                (tally.answered.load() + tally.refused.load()) / seconds);
    return tally.wrong == 0 ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
