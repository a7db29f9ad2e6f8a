#include "bench/suite/compile_side.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "bench/support/compile_time.h"
#include "bench/support/kernelc_side.h"
#include "bench/support/report.h"

namespace kernelc::bench {

namespace {

namespace fs = std::filesystem;

// A kernel as a file that the command compiles, while this lives.
class KernelFile {
 public:
  KernelFile(const SuiteEntry& entry, const Problem& problem)
      : name_(entry.name),
        signature_(SignatureOf(problem)),
        folder_(fs::temp_directory_path() / fmt::format("kernelc_bench_suite_{}", getpid())) {
    fs::create_directories(folder_);
    std::ofstream(source()) << entry.python.view();
  }
  ~KernelFile() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  KernelFile(const KernelFile&) = delete;
  KernelFile& operator=(const KernelFile&) = delete;

  const std::string& signature() const { return signature_; }
  std::string output() const { return folder_ / "out"; }
  // What the command is asked for.
  std::vector<std::string> Words(const char* emit, const std::string& target, const char* level) const {
    return {"build",  source(), "-k", name_,    "--sig", signature_, "--target", target,
            "--emit", emit,     "-o", output(), "-O",    level,      "--no-cache"};
  }

 private:
  std::string source() const { return folder_ / (name_ + ".py"); }

  std::string name_;
  std::string signature_;
  fs::path folder_;
};

// Milliseconds by phase, of several compilations.
class Phases {
 public:
  void Add(const std::map<std::string, double>& phases) {
    for (const auto& [name, milliseconds] : phases) {
      samples_[name].push_back(milliseconds);
    }
  }
  nlohmann::json Medians() const {
    nlohmann::json medians = nlohmann::json::object();
    for (const auto& [name, list] : samples_) {
      medians[name] = Summarize(list).median;
    }
    return medians;
  }

 private:
  std::map<std::string, std::vector<double>> samples_;
};

}  // namespace

nlohmann::json MeasureCompilation(const SuiteEntry& entry, const Problem& problem,
                                  const std::string& target, bool with_nvrtc, const Plan& plan) {
  const KernelFile file(entry, problem);
  Phases ptx_phases;
  Phases cpu_phases;
  std::vector<std::function<double()>> sides = {
      [&] {
        return ProcessorSecondsOf(
            [&] { ptx_phases.Add(CompileInProcess(file.Words("ptx", target, "3")).phases); });
      },
      [&] {
        return ProcessorSecondsOf(
            [&] { cpu_phases.Add(CompileInProcess(file.Words("object", "cpu", "3")).phases); });
      }};
  static const Nvrtc nvrtc(target);
  const std::string cuda(entry.cuda.view());
  if (with_nvrtc && nvrtc.available()) {
    sides.emplace_back([&] { return ProcessorSecondsOf([&] { nvrtc.Compile(cuda); }); });
  }
  const std::vector<Summary> summaries = Interleave(sides, plan);

  nlohmann::json row = {{"name", entry.name},
                        {"set", entry.set},
                        {"seconds", ToJson(summaries[0])},
                        {"phases_ms", ptx_phases.Medians()},
                        {"cpu_seconds", ToJson(summaries[1])},
                        {"cpu_phases_ms", cpu_phases.Medians()}};
  if (summaries.size() > 2) {
    row["nvrtc_seconds"] = ToJson(summaries[2]);
    row["ratio"] = summaries[0].median / summaries[2].median;
  }
  return row;
}

nlohmann::json MeasureFirstCode(const SuiteEntry& entry, const Problem& problem,
                                const std::string& target, const Plan& plan) {
  const KernelFile file(entry, problem);
  const Context context(cpu_device());
  const auto kernel = [&] {
    ProgramOptions options;
    options.cache = false;
    options.opt_level = 0;
    return Program::FromSource(std::string(entry.python.view()), fmt::format("{}.py", entry.name), options)
        .kernel(entry.name);
  };
  const auto load = [&] { Module::FromFile(context, file.output()); };
  Phases ptx_phases;
  Phases cpu_phases;
  const std::vector<Summary> summaries = Interleave(
      {[&] {
         ptx_phases.Add(CompileInProcess(file.Words("ptx", target, "0")).phases);
         return ProcessorSecondsOf([&] { kernel().Inspect(CodeForm::Ptx, target, file.signature()); });
       },
       [&] {
         cpu_phases.Add(CompileInProcess(file.Words("image", "cpu", "0")).phases);
         cpu_phases.Add({{"load", SecondsOf(load) * 1e3}});
         return ProcessorSecondsOf([&] { kernel().Specialize(context, file.signature()); });
       }},
      plan);
  return {{"ptx", {{"seconds", ToJson(summaries[0])}, {"phases_ms", ptx_phases.Medians()}}},
          {"cpu", {{"seconds", ToJson(summaries[1])}, {"phases_ms", cpu_phases.Medians()}}}};
}

nlohmann::json FirstCodeSummary(std::span<const nlohmann::json> rows, std::string_view code) {
  // With the kernel that each belongs to.
  std::map<std::string, std::vector<std::pair<double, std::string>>> times;
  for (const nlohmann::json& row : rows) {
    const nlohmann::json& first = row.at("first").at(std::string(code));
    times["all"].emplace_back(first.at("seconds").at("median").get<double>() * 1e3, row.at("name"));
    for (const auto& [phase, milliseconds] : first.at("phases_ms").items()) {
      // The phases' sum is of another compilation than `seconds`.
      if (phase != "total") {
        times[phase].emplace_back(milliseconds.get<double>(), row.at("name"));
      }
    }
  }
  nlohmann::json summary = nlohmann::json::object();
  for (const auto& [phase, list] : times) {
    std::vector<double> milliseconds;
    for (const auto& [time, name] : list) {
      milliseconds.push_back(time);
    }
    // A phase that a kernel has none of takes no time.
    milliseconds.resize(rows.size());
    const auto worst = std::max_element(list.begin(), list.end());
    summary[phase] = {{"median", Summarize(milliseconds).median},
                      {"worst", worst->first},
                      {"worst_name", worst->second}};
  }
  return summary;
}

}  // namespace kernelc::bench
