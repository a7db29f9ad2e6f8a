// Writes traces/: what three kinds of programs allocate and free, recorded by a logging resource
// while models of them run.
//   record_traces FOLDER            writes the files
//   record_traces --compare FOLDER  says whether they are what it writes
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <list>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "kernelc/runtime.h"

namespace kernelc::memory_test {
namespace {

using Random = std::mt19937_64;

// Numbers from `low` to `high`, the same everywhere.
std::size_t Draw(Random& random, std::size_t low, std::size_t high) {
  return low + random() % (high - low + 1);
}

// Turns the log's lines into "+bytes" and "-number", where blocks are counted from 0.
class Trace {
 public:
  explicit Trace(const Context& context)
      : resource_(LoggingResource(CallbackResource(
                                      context,
                                      [next = std::uint64_t{1} << 30](
                                          std::size_t, StreamRef) mutable { return next += 4096; },
                                      [](DevicePointer, std::size_t, StreamRef) {}),
                                  [this](std::string_view line) { Add(line); })) {}
  Buffer Make(std::size_t bytes) { return Buffer(resource_, bytes); }
  const std::string& text() const { return text_; }

 private:
  void Add(std::string_view line) {
    std::istringstream fields{std::string(line)};
    std::vector<std::string> values;
    for (std::string value; std::getline(fields, value, ',');) {
      values.push_back(value);
    }
    if (values[2] == "allocate") {
      numbers_[values[3]] = count_++;
      text_ += '+' + values[4] + '\n';
    } else if (values[2] == "free") {
      text_ += '-' + std::to_string(numbers_.at(values[3])) + '\n';
    }
  }

  std::map<std::string, std::size_t> numbers_;
  std::size_t count_ = 0;
  std::string text_;
  MemoryResource resource_;
};

// Steps of training a transformer: weights, gradients and two moments stay; activations of a step
// are kept until the way back; sequences differ in length.
void Train(Trace& trace) {
  constexpr std::size_t kLayers = 16;
  constexpr std::size_t kWidth = 1024;
  constexpr std::size_t kBatch = 8;
  constexpr std::size_t kFloat = 4;
  Random random(1);
  std::vector<Buffer> kept;
  const auto keep_parameters = [&] {
    for (std::size_t layer = 0; layer < kLayers; ++layer) {
      for (const std::size_t columns : {3 * kWidth, kWidth, 4 * kWidth, 4 * kWidth}) {
        kept.push_back(trace.Make(kWidth * columns * kFloat));
        kept.push_back(trace.Make(columns * kFloat));
      }
      kept.push_back(trace.Make(2 * kWidth * kFloat));
    }
  };
  keep_parameters();
  for (int step = 0; step < 8; ++step) {
    const std::size_t tokens = kBatch * Draw(random, 8, 16) * 32;
    std::vector<std::vector<Buffer>> activations(kLayers);
    for (std::vector<Buffer>& layer : activations) {
      layer.push_back(trace.Make(tokens * kWidth * kFloat));
      layer.push_back(trace.Make(tokens * 3 * kWidth * kFloat));
      {
        const Buffer scores = trace.Make(tokens * tokens / kBatch * kFloat);
        layer.push_back(trace.Make(tokens * tokens / kBatch * kFloat));
      }
      layer.push_back(trace.Make(tokens * kWidth * kFloat));
      layer.push_back(trace.Make(tokens * 4 * kWidth * kFloat));
      layer.push_back(trace.Make(tokens * kFloat * 2));
    }
    Buffer gradient = trace.Make(tokens * kWidth * kFloat);
    while (!activations.empty()) {
      for (std::vector<Buffer>& layer = activations.back(); !layer.empty(); layer.pop_back()) {
        const Buffer temporary = trace.Make(layer.back().size());
        if (layer.back().size() == gradient.size()) {
          gradient = trace.Make(gradient.size());
        }
      }
      activations.pop_back();
      if (step == 0) {
        for (const std::size_t columns : {4 * kWidth, 4 * kWidth, kWidth, 3 * kWidth}) {
          kept.push_back(trace.Make(kWidth * columns * kFloat));
        }
      }
    }
    if (step == 0) {
      keep_parameters();
      keep_parameters();
    }
    const Buffer norm = trace.Make(kLayers * kFloat);
  }
}

// A grid that is refined where something happens: patches of many sizes come and go between steps
// that use buffers for their borders.
void Refine(Trace& trace) {
  constexpr std::size_t kFields = 5;
  constexpr std::size_t kDouble = 8;
  Random random(2);
  struct Patch {
    std::size_t extent[3];
    Buffer now;
    Buffer next;
  };
  const auto make = [&] {
    Patch patch;
    std::size_t cells = 1;
    for (std::size_t& extent : patch.extent) {
      extent = 8 * Draw(random, 2, 10);
      cells *= extent + 4;
    }
    patch.now = trace.Make(cells * kFields * kDouble);
    patch.next = trace.Make(cells * kFields * kDouble);
    return patch;
  };
  std::vector<Patch> patches;
  for (int i = 0; i < 60; ++i) {
    patches.push_back(make());
  }
  for (int step = 0; step < 40; ++step) {
    for (const Patch& patch : patches) {
      std::vector<Buffer> borders;
      for (int side = 0; side < 3; ++side) {
        borders.push_back(trace.Make(2 * patch.extent[side] * patch.extent[(side + 1) % 3] * 2 *
                                     kFields * kDouble));
      }
    }
    const std::size_t wanted =
        60 + static_cast<std::size_t>(step < 20 ? 3 * step : 3 * (40 - step));
    for (std::size_t gone = Draw(random, 3, 10); gone > 0; --gone) {
      const std::size_t place = Draw(random, 0, patches.size() - 1);
      patches[place] = std::move(patches.back());
      patches.pop_back();
    }
    while (patches.size() > wanted) {
      patches.pop_back();
    }
    while (patches.size() < wanted) {
      patches.push_back(make());
    }
  }
}

// Serving a language model: requests of all lengths at once, whose caches of keys and values grow,
// and end in any order.
void Infer(Trace& trace) {
  constexpr std::size_t kLayers = 8;
  constexpr std::size_t kWidth = 2048;
  constexpr std::size_t kHalf = 2;
  Random random(3);
  std::vector<Buffer> weights;
  for (std::size_t layer = 0; layer < kLayers; ++layer) {
    for (const std::size_t columns : {3 * kWidth, kWidth, 4 * kWidth, 4 * kWidth}) {
      weights.push_back(trace.Make(kWidth * columns * kHalf));
    }
  }
  struct Request {
    std::size_t tokens;
    std::size_t end;
    std::vector<Buffer> cache;
  };
  const auto bytes_of = [](std::size_t tokens) {
    return (tokens + 127) / 128 * 128 * kWidth * kHalf * 2;
  };
  std::list<Request> requests;
  for (int step = 0; step < 300; ++step) {
    if (requests.size() < 16 && random() % 3 == 0) {
      Request request{Draw(random, 20, 900), 0, {}};
      request.end = request.tokens + Draw(random, 20, 200);
      for (std::size_t layer = 0; layer < kLayers; ++layer) {
        const Buffer scores = trace.Make(request.tokens * request.tokens * kHalf * 4);
        const Buffer wide = trace.Make(request.tokens * 4 * kWidth * kHalf);
        request.cache.push_back(trace.Make(bytes_of(request.tokens)));
      }
      requests.push_back(std::move(request));
    }
    for (auto request = requests.begin(); request != requests.end();) {
      const std::size_t before = bytes_of(request->tokens);
      request->tokens += 4;
      if (bytes_of(request->tokens) != before) {
        for (Buffer& cache : request->cache) {
          // The old one is copied from.
          Buffer larger = trace.Make(bytes_of(request->tokens));
          cache = std::move(larger);
        }
      }
      const Buffer logits = trace.Make(32'000 * kHalf * 2);
      request = request->tokens >= request->end ? requests.erase(request) : std::next(request);
    }
  }
}

std::string ReadAll(const std::string& path) {
  std::ifstream file(path);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

int Run(const std::string& folder, bool compare) {
  const Context context("cpu");
  const std::map<std::string, void (*)(Trace&)> programs = {
      {"training", Train}, {"adaptive_mesh", Refine}, {"inference", Infer}};
  int different = 0;
  for (const auto& [name, program] : programs) {
    Trace trace(context);
    program(trace);
    const std::string path = folder + "/" + name + ".trace";
    if (!compare) {
      std::ofstream(path) << trace.text();
    } else if (ReadAll(path) != trace.text()) {
      std::cerr << path << " is not what record_traces writes\n";
      ++different;
    }
  }
  return different;
}

}  // namespace
}  // namespace kernelc::memory_test

int main(int argc, char** argv) {
  const bool compare = argc == 3 && std::string_view(argv[1]) == "--compare";
  if (argc != 2 && !compare) {
    std::cerr << "usage: record_traces [--compare] FOLDER\n";
    return 2;
  }
  return kernelc::memory_test::Run(argv[argc - 1], compare);
}
