#include "bench/suite/numba_side.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <type_traits>

#include "bench/support/compile_time.h"
#include "kernelc/npy.h"

namespace kernelc::bench {

// The text of numba_side.py, in the program.
extern const SuiteText kNumbaSideText;

namespace {

namespace fs = std::filesystem;

bool IsZero(const CaseArray& array) {
  const auto* bytes = static_cast<const char*>(array.raw());
  return std::all_of(bytes, bytes + array.bytes(), [](char byte) { return byte == 0; });
}

nlohmann::json ToJson(const CaseArg& arg) {
  return std::visit(
      [](auto value) -> nlohmann::json {
        if constexpr (std::is_same_v<decltype(value), ArrayArg>) {
          return {{"array", value.index}};
        } else {
          return {{std::string(abi::scalar_info(kScalarKindOf<decltype(value)>).text), value}};
        }
      },
      arg);
}

}  // namespace

NumbaSide::NumbaSide()
    : folder_(fs::temp_directory_path() / fmt::format("kernelc_bench_numba_{}", getpid())) {
  fs::create_directories(folder_);
}

NumbaSide::~NumbaSide() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

bool NumbaSide::available() {
  try {
    RunProcess({"/usr/bin/env", "python3", "-c",
                "import sys, importlib.util as u\n"
                "sys.exit(0 if u.find_spec('numba') and u.find_spec('numpy') else 1)"});
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

void NumbaSide::Add(const SuiteEntry& entry, const Problem& problem, const Side& solved) {
  const std::string base = fmt::format("{}/{}", folder_, entry.name);
  std::ofstream(base + ".py") << entry.python.view();
  nlohmann::json arrays = nlohmann::json::array();
  for (std::size_t i = 0; i < problem.arrays.size(); ++i) {
    const CaseArray& array = problem.arrays[i];
    nlohmann::json row = {{"type", abi::scalar_info(array.kind()).text}, {"shape", array.shape()}};
    if (array.role() == Role::InOut) {
      row["sum"] = SumOf(solved.result(i));
    }
    if (!IsZero(array)) {
      row["file"] = fmt::format("{}.{}.npy", base, i);
      WriteNpy(row["file"], View(array));
    }
    arrays.push_back(row);
  }
  nlohmann::json args = nlohmann::json::array();
  for (const CaseArg& arg : problem.args) {
    args.push_back(ToJson(arg));
  }
  const Extent3& grid = problem.grid;
  const Extent3& block = problem.block;
  cases_.push_back({{"name", entry.name},
                    {"file", base + ".py"},
                    {"grid", {grid.x, grid.y, grid.z}},
                    {"block", {block.x, block.y, block.z}},
                    {"arrays", arrays},
                    {"args", args},
                    {"tolerance", std::max(1e-6, 10 * entry.test->tolerance.relative +
                                                     10 * entry.test->tolerance.outliers)}});
}

std::map<std::string, nlohmann::json> NumbaSide::Run(int rounds) {
  const std::string script = folder_ + "/numba_side.py";
  const std::string cases = folder_ + "/cases.json";
  const std::string results = folder_ + "/results.json";
  std::ofstream(script) << kNumbaSideText.view();
  std::ofstream(cases) << cases_;
  RunProcess({"/usr/bin/env", "python3", script, cases, results, std::to_string(rounds)});
  std::map<std::string, nlohmann::json> rows;
  for (const nlohmann::json& row : nlohmann::json::parse(std::ifstream(results))) {
    rows[row.at("name")] = row;
  }
  return rows;
}

}  // namespace kernelc::bench
