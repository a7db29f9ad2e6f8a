#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "compiler/kir/parser.h"
#include "compiler/kir/printer.h"
#include "compiler/kir/verifier.h"
#include "compiler/passes/async_copies.h"
#include "compiler/passes/bit_loops.h"
#include "compiler/passes/index32.h"
#include "compiler/passes/inline_calls.h"
#include "compiler/passes/merge_stores.h"
#include "compiler/passes/narrow.h"
#include "compiler/passes/readonly_noalias.h"
#include "compiler/passes/unread_defaults.h"
#include "compiler/passes/version_divisions.h"
#include "compiler/passes/version_loops.h"
#include "compiler/passes/wait_failures.h"
#include "compiler/passes/wait_turns.h"
#include "compiler/passes/wraparound.h"

namespace kernelc::passes {
namespace {

std::vector<std::string> ReadFiles(const std::string& folder) {
  std::vector<std::string> texts;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".kir") {
      std::ifstream stream(entry.path(), std::ios::binary);
      std::ostringstream text;
      text << stream.rdbuf();
      texts.push_back(std::move(text).str());
    }
  }
  std::sort(texts.begin(), texts.end());
  return texts;
}

// Exchanges lines and words, which leaves many modules valid.
std::string Mutate(const std::string& text, std::mt19937& random) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(line);
  }
  for (std::size_t changes = 1 + random() % 3; changes > 0; --changes) {
    const std::size_t from = random() % lines.size();
    const std::size_t to = random() % lines.size();
    switch (random() % 3) {
      case 0:
        std::swap(lines[from], lines[to]);
        break;
      case 1:
        lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(to), lines[from]);
        break;
      default:
        if (lines.size() > 1) {
          lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(from));
        }
        break;
    }
  }
  std::string mutated;
  for (const std::string& line : lines) {
    mutated += line + "\n";
  }
  return mutated;
}

// What is valid before a pass is valid after it.
TEST(PassesFuzz, KeepModulesValid) {
  std::vector<std::string> texts = ReadFiles(std::string(KC_PASSES_TEST_DIR) + "/inputs");
  for (std::string& text : ReadFiles(std::string(KC_KIR_TEST_DIR) + "/inputs/text")) {
    texts.push_back(std::move(text));
  }
  std::mt19937 random(7);
  int valid = 0;
  for (const std::string& text : texts) {
    for (int i = 0; i < 300; ++i) {
      Result<kir::Module> module = kir::Parse(Mutate(text, random));
      if (!module.ok() || !kir::Verify(*module).empty()) {
        continue;
      }
      ++valid;
      const std::string before = kir::Print(*module);
      for (void (*pass)(kir::Module&) : {LowerAsyncCopies, AddWaitTurns, EndFailedWaits, InlineCalls, ReplaceBitLoops,
                                         VersionLoops, DropWraparound, VersionDivisions,
                                         NarrowIntegers, NarrowIndices, MergeStores, InferReadonlyNoalias,
                                         DropUnreadDefaults}) {
        pass(*module);
        const std::vector<std::string> faults = kir::Verify(*module);
        ASSERT_TRUE(faults.empty()) << faults[0] << "\n" << before << kir::Print(*module);
      }
    }
  }
  EXPECT_GT(valid, 100);
}

}  // namespace
}  // namespace kernelc::passes
