// compiler/driver/option_uses.def tells the truth: for every form and target, an option of `build`
// is refused, or makes a difference.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/driver/command.h"

namespace kernelc::driver {
namespace {

using Words = std::vector<std::string>;

constexpr std::string_view kForms[] = {
#define KC_ARTIFACT(name, text) text,
#include "compiler/driver/artifacts.def"
};

// An option with a value, and what has to stand beside it for it to show.
struct Witness {
  std::string_view option;
  Words words;
  Words beside;
};

const Witness kWitnesses[] = {
    {"--abi", {"--abi=numba"}, {"--device", "--kernel=half"}},
    {"--backend", {"--backend=nvrtc"}, {"--kernel=first"}},
    {"--code", {"--code=file"}, {"--kernel=first"}},
    {"--define", {"--define=SCALE=3.0"}, {"--kernel=first"}},
    {"--depfile", {"--depfile=made.d"}, {"--kernel=first"}},
    {"--device", {"--device"}, {"--kernel=half"}},
    {"--explain-variants", {"--explain-variants"}, {"--kernel=first"}},
    {"--fastmath", {"--fastmath"}, {"--kernel=first"}},
    {"--gpu-code", {"--gpu-code=both"}, {"--kernel=first"}},
    {"--host-api", {"--host-api=driver"}, {"--kernel=first"}},
    {"--kernel", {"--kernel=first"}, {"--kernel=unguarded"}},
    {"--line-directives", {"--line-directives"}, {"--kernel=first"}},
    {"--line-directives", {"--line-directives"}, {"--kernel=first", "--backend=nvrtc", "-g"}},
    {"--literals", {"--literals=numba"}, {"--kernel=first"}},
    {"--max-registers", {"--max-registers=32"}, {"--kernel=first"}},
    {"--max-registers", {"--max-registers=32"}, {"--device", "--kernel=half"}},
    {"--name", {"--name=renamed"}, {"--device", "--kernel=half"}},
    {"--namespace", {"--namespace=other"}, {"--kernel=first"}},
    {"--no-variants", {"--no-variants"}, {"--kernel=first"}},
    {"--output", {"--output=elsewhere"}, {"--kernel=first"}},
    {"--ptx-version", {"--ptx-version=8.8"}, {"--kernel=first"}},
    {"--ptx-version", {"--ptx-version=8.8"}, {"--kernel=first", "--backend=nvrtc"}},
    {"--sig", {"--sig=float64[::1], float64[::1]"}, {"--kernel=first"}},
    {"--target", {"--target=sm_90"}, {"--kernel=first"}},
    {"--time-phases", {"--time-phases"}, {"--kernel=first"}},
    {"--warnings", {"--warnings=error"}, {"--kernel=unguarded"}},
    {"-I", {"-Iinc"}, {"--kernel=first"}},
    {"-O", {"-O0"}, {"--kernel=first"}},
    {"-g", {"-g"}, {"--kernel=first"}},
};

// Rows that need no witness here, with the reason.
const std::map<std::string_view, std::string_view> kExempt = {
    {"--emit", "it is the form"},
    {"--link", "tests/link shows it for each kind of file"},
    {"--no-cache", "it says how a result is made, and changes none"},
};

void WriteFiles() {
  const auto folder = std::filesystem::path(testing::TempDir()) / "kernelc_option_uses_test";
  std::filesystem::create_directories(folder / "inc");
  std::filesystem::create_directories(folder / "last");
  std::filesystem::current_path(folder);
  std::ofstream("k.py") << R"py(import math
from kernelc import *
from scale import SCALE

@device
def half(x: float32, n: int32) -> float32:
    return math.sin(x / 3.0) * SCALE + 1.5 * x / n

@kernel("void(float32[::1], float32[::1])")
def first(a, b):
    i = grid(1)
    if i < a.size:
        a[i] = half(b[i - 1], 2) * 0.1 + b[i]
        for j in range(1, b.size):
            a[i] += b[j - 1]

@kernel("void(float32[::1])")
def unguarded(a):
    i = grid(1)
    a[i] = half(a[i], 3)
)py";
  std::ofstream("inc/scale.py") << "SCALE = 2.0\n";
  std::ofstream("last/scale.py") << "SCALE = 1.0\n";
}

struct Outcome {
  int status = 0;
  // The output, and which files there are.
  std::string made;
  std::string said;

  bool is_refused() const { return said.find("` does nothing ") != std::string::npos; }
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

// The command without and with a witness, before the last folder of imports.
Outcome Build(std::string_view form, std::string_view target, const Words& more) {
  Words words = {"build", "k.py", "--emit=" + std::string(form)};
  // The syntax tree takes neither.
  if (form != "ast") {
    words.insert(words.end(), more.begin(), more.end());
    words.push_back("-Ilast");
    if (std::ranges::none_of(
            more, [](const std::string& word) { return word.starts_with("--target"); }) ||
        form == "image" || form == "header") {
      words.push_back("--target=" + std::string(target));
    }
  } else {
    words.insert(words.end(), more.begin(), more.end());
  }
  if (std::ranges::find(words, "--output=elsewhere") == words.end()) {
    words.push_back("--output=made");
  }
  for (const char* file : {"made", "made.d", "elsewhere", "kernelc.cuh"}) {
    std::filesystem::remove(file);
  }
  std::ostringstream out;
  std::ostringstream err;
  Outcome outcome;
  outcome.status = RunCommand(words, out, err);
  std::ifstream made("made", std::ios::binary);
  outcome.made.assign(std::istreambuf_iterator<char>(made), {});
  outcome.made += std::filesystem::exists("made.d") ? " with a depfile" : "";
  outcome.made += std::filesystem::exists("elsewhere") ? " elsewhere" : "";
  outcome.said = err.str();
  return outcome;
}

Words Joined(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// What stands beside a witness in `form`: forms for device functions alone are asked for one.
Words Beside(std::string_view form, const Witness& witness) {
  if (form == "ast") {
    return {};
  }
  return form == "bitcode" || form == "ltoir" ? Words{"--device", "--kernel=half"} : witness.beside;
}

// Allowed, though the witness of the form shows no difference.
bool IsAllowed(std::string_view form, std::string_view option) {
  // Device functions have no warning here, no array whose indices are made shorter, and no launch.
  const bool of_device = form == "bitcode" || form == "ltoir";
  // Architectures differ in these where a kernel uses what one of them has; the CPU differs always.
  const bool is_before_code =
      form == "kir" || form == "cuda" || form == "llvm" || form == "bitcode";
  return (of_device && (option == "--warnings" || option == "-O" || option == "--device" ||
                        option == "--kernel")) ||
         (is_before_code && option == "--target");
}

class OptionUses : public testing::TestWithParam<std::string_view> {};

TEST_P(OptionUses, AreDifferences) {
  ::setenv("KERNELC_CACHE", "0", 1);
  WriteFiles();
  const std::string_view form = GetParam();
  std::map<Words, Outcome> without;
  for (const std::string_view target : {"sm_80", "cpu"}) {
    for (const Witness& witness : kWitnesses) {
      const Words beside = Beside(form, witness);
      if (form == "ast" && target == "cpu") {
        continue;
      }
      const auto [entry, is_new] = without.try_emplace(Joined(beside, {std::string(target)}));
      if (is_new) {
        entry->second = Build(form, target, beside);
      }
      // A form that this target or this machine does not make.
      if (entry->second.status != kExitDone && witness.option != "--device") {
        continue;
      }
      const Outcome with = Build(form, target, Joined(witness.words, beside));
      if (entry->second.status != kExitDone && with.status != kExitDone) {
        continue;
      }
      EXPECT_TRUE(with.is_refused() || with != entry->second || IsAllowed(form, witness.option))
          << witness.option << " for " << form << " and " << target << " makes no difference";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, OptionUses, testing::ValuesIn(kForms), [](const auto& form) {
  std::string name(form.param);
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST(OptionUseTable, HasARowForEachOption) {
  const std::set<std::string> rows = {
#define KC_OPTION_USE(option, ...) option,
#include "compiler/driver/option_uses.def"
  };
  std::ostringstream out;
  std::ostringstream err;
  ASSERT_EQ(RunCommand(Words{"build", "--help"}, out, err), kExitDone);
  std::set<std::string> options;
  std::istringstream lines(out.str());
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("  -")) {
      continue;
    }
    // "  -k,--kernel KERNEL ...": the long name, else the short one.
    const std::string names = line.substr(2, line.find(' ', 2) - 2);
    const std::string name = names.substr(names.find(',') + 1);
    if (name != "--help") {
      options.insert(name);
    }
  }
  EXPECT_EQ(rows, options);
  for (const std::string& row : rows) {
    const bool has_witness = std::ranges::any_of(
        kWitnesses, [&](const Witness& witness) { return witness.option == row; });
    EXPECT_NE(has_witness, kExempt.contains(row)) << row;
  }
}

}  // namespace
}  // namespace kernelc::driver
