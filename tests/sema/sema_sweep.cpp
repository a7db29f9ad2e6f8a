// Compiles every function of Python files for argument types chosen at random: whatever the text, sema reports errors
// or gives KIR that the verifier accepts.
//   sema_sweep [--rounds N] [--seed N] [--mutate] FILE...
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "compiler/advice/advice.h"
#include "compiler/kir/verifier.h"
#include "compiler/parse/parse.h"
#include "compiler/sema/sema.h"
#include "compiler/types/written_types.h"

namespace kernelc::sema {
namespace {

using Random = std::mt19937_64;

struct Counts {
  unsigned functions = 0;
  unsigned checks = 0;
  unsigned compiled = 0;
  unsigned faults = 0;
  double slowest_ms = 0.0;
};

abi::ArgType RandomType(Random& random, unsigned depth) {
  const auto scalar = static_cast<abi::ScalarKind>(
      random() % static_cast<unsigned>(abi::ScalarKind::kCount));
  const unsigned choice = static_cast<unsigned>(random() % 10);
  if (choice < 5) {
    return abi::ArgType::Array(scalar, 1 + static_cast<unsigned>(random() % 3),
                               static_cast<abi::Layout>(random() % 3));
  }
  if (choice == 8) {
    abi::ArgType none;
    none.kind = abi::ArgKind::None;
    return none;
  }
  if (choice == 9 && depth == 0) {
    abi::ArgType tuple;
    tuple.kind = abi::ArgKind::Tuple;
    for (std::uint64_t i = random() % 4; i > 0; --i) {
      tuple.elements.push_back(RandomType(random, 1));
    }
    return tuple;
  }
  return abi::ArgType::Scalar(scalar);
}

// Deletes, doubles or swaps pieces of the text.
std::string Mutate(std::string text, Random& random) {
  for (std::uint64_t i = 1 + random() % 4; i > 0 && text.size() > 8; --i) {
    const std::size_t from = random() % text.size();
    const std::size_t length = 1 + random() % std::min<std::size_t>(12, text.size() - from);
    const std::string piece = text.substr(from, length);
    switch (random() % 4) {
      case 0:
        text.erase(from, length);
        break;
      case 1:
        text.insert(random() % text.size(), piece);
        break;
      case 2: {
        static constexpr std::string_view kPieces[] = {
            "None", "1.5", "[0]", "(1, 2)", "-1", "* 2", "a", ".T", "[::2]", "if True else 0",
            "0", "1j", "and", "not ", ", ", "i", "lambda x: x", "'s'", "()", "** 3"};
        text.insert(from, kPieces[random() % std::size(kPieces)]);
        break;
      }
      default:
        text.replace(random() % text.size(), 1, piece);
    }
  }
  return text;
}

// Of a file with syntax errors nobody asks for KIR: `is_broken` says not to verify it.
void CheckFunction(const FileIndex& index, std::size_t function, bool is_broken, Random& random,
                   std::string_view path, Counts* counts) {
  const FunctionEntry& entry = index.functions()[function];
  std::vector<abi::ArgType> types;
  std::string signature;
  for (std::size_t i = 0; i < entry.params.size(); ++i) {
    types.push_back(RandomType(random, 0));
    signature += (i == 0 ? "" : ", ") + types::SpellArgType(types.back());
  }
  Options options;
  options.literals = random() % 2 == 0 ? LiteralMode::Numba : LiteralMode::Weak;
  diag::CollectingConsumer consumer;
  diag::Emitter emitter(consumer);
  const auto start = std::chrono::steady_clock::now();
  const auto complain = [&](std::string_view what) {
    ++counts->faults;
    fmt::print("{}: {}({}) {}: {}\n", path, entry.name, signature,
               options.literals == LiteralMode::Weak ? "weak" : "numba", what);
  };
  try {
    const KernelRequest request{function, types};
    const std::optional<kir::Module> module = Check(index, {&request, 1}, options, emitter);
    ++counts->checks;
    if (module && !is_broken) {
      ++counts->compiled;
      for (const std::string& fault : kir::Verify(*module)) {
        complain(fault);
      }
    }
    if (module.has_value() == emitter.has_errors()) {
      complain("no module and no error, or both");
    }
    advice::CheckUntyped(index, function, emitter);
  } catch (const InternalError& error) {
    complain(error.what());
  }
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
  counts->slowest_ms = std::max(counts->slowest_ms, time.count());
  if (time.count() > 500) {
    complain(fmt::format("took {:.0f} ms", time.count()));
  }
}

void CheckText(std::string text, std::string_view path, unsigned rounds, Random& random,
               Counts* counts) {
  SourceManager sources;
  diag::CollectingConsumer consumer;
  diag::Emitter emitter(consumer);
  const FileId file = sources.AddText(std::string(path), std::move(text));
  const std::unique_ptr<ast::Module> module = parse::Parse(sources, file, emitter);
  const FileIndex index = IndexFile(sources, *module);
  for (std::size_t function = 0; function < index.functions().size(); ++function) {
    ++counts->functions;
    for (unsigned round = 0; round < rounds; ++round) {
      CheckFunction(index, function, emitter.has_errors(), random, path, counts);
    }
  }
}

}  // namespace
}  // namespace kernelc::sema

int main(int argc, char** argv) {
  unsigned rounds = 3;
  bool mutate = false;
  kernelc::sema::Random random(1);
  kernelc::sema::Counts counts;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--mutate") {
      mutate = true;
    } else if (argument == "--rounds" && i + 1 < argc) {
      rounds = static_cast<unsigned>(std::strtoul(argv[++i], nullptr, 10));
    } else if (argument == "--seed" && i + 1 < argc) {
      random.seed(std::strtoull(argv[++i], nullptr, 10));
    } else {
      std::ifstream file(argument);
      std::stringstream text;
      text << file.rdbuf();
      if (!mutate) {
        kernelc::sema::CheckText(text.str(), argument, rounds, random, &counts);
        continue;
      }
      for (unsigned round = 0; round < rounds; ++round) {
        kernelc::sema::CheckText(kernelc::sema::Mutate(text.str(), random), argument, 1, random,
                                 &counts);
      }
    }
  }
  fmt::print("{} functions, {} checks, {} compiled, {} faults, slowest {:.1f} ms\n",
             counts.functions, counts.checks, counts.compiled, counts.faults, counts.slowest_ms);
  return counts.faults == 0 ? 0 : 1;
}
