#include "bench/suite/compile_side.h"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "bench/support/compile_time.h"
#include "bench/support/kernelc_side.h"
#include "bench/support/report.h"

namespace kernelc::bench {

nlohmann::json MeasureCompilation(const SuiteEntry& entry, const Problem& problem,
                                  const std::string& target, bool with_nvrtc, const Plan& plan) {
  namespace fs = std::filesystem;
  const fs::path folder =
      fs::temp_directory_path() / fmt::format("kernelc_bench_suite_{}", getpid());
  fs::create_directories(folder);
  const std::string file = folder / fmt::format("{}.py", entry.name);
  const std::string output = folder / "out";
  std::ofstream(file) << entry.python.view();
  const auto words = [&](const char* emit, const std::string& for_target) {
    return std::vector<std::string>{"build",     file,
                                    "-k",        std::string(entry.name),
                                    "--sig",     SignatureOf(problem),
                                    "--target",  for_target,
                                    "--emit",    emit,
                                    "-o",        output,
                                    "--no-cache"};
  };
  std::map<std::string, std::vector<double>> phases;
  std::vector<std::function<double()>> sides = {
      [&] {
        return ProcessorSecondsOf([&] {
          for (const auto& [name, milliseconds] : CompileInProcess(words("ptx", target)).phases) {
            phases[name].push_back(milliseconds);
          }
        });
      },
      [&] { return ProcessorSecondsOf([&] { CompileInProcess(words("object", "cpu")); }); }};
  static const Nvrtc nvrtc(target);
  const std::string cuda(entry.cuda.view());
  if (with_nvrtc && nvrtc.available()) {
    sides.emplace_back([&] { return ProcessorSecondsOf([&] { nvrtc.Compile(cuda); }); });
  }
  const std::vector<Summary> summaries = Interleave(sides, plan);
  std::error_code ignored;
  fs::remove_all(folder, ignored);

  nlohmann::json row = {{"name", entry.name},
                        {"set", entry.set},
                        {"seconds", ToJson(summaries[0])},
                        {"cpu_seconds", ToJson(summaries[1])}};
  for (auto& [name, list] : phases) {
    row["phases_ms"][name] = Summarize(std::move(list)).median;
  }
  if (summaries.size() > 2) {
    row["nvrtc_seconds"] = ToJson(summaries[2]);
    row["ratio"] = summaries[0].median / summaries[2].median;
  }
  return row;
}

}  // namespace kernelc::bench
