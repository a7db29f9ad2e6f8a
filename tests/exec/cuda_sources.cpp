// The kernels of all cases as CUDA C++: written to a folder, or compiled by NVRTC here, whose every word is a failure.
//   cuda_sources [--every=N] [--filter=TEXT] [--compile] [--out=FOLDER [--batch=N]]
#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/exec/device_main.h"
#include "tests/exec/expectations.h"

namespace kernelc::exec_test {

const Context& TestContext() {
  static const Context context("cpu");
  return context;
}

const ProgramOptions& TestOptions() {
  static const ProgramOptions options;
  return options;
}

std::string DataPath(const std::string& name) {
  return (std::filesystem::path(KERNELC_EXEC_DIR) / name).string();
}

namespace {

constexpr int kSkipped = 77;

struct Options {
  std::size_t every = 1;
  std::string filter;
  bool compile = false;
  std::string out;
  // Sources to a file; 0: each has its own.
  std::size_t batch = 0;
};

// NVRTC's functions that are needed here (CUDA toolkit documentation).
class Nvrtc {
 public:
  bool Open() {
    for (const char* name :
         {"libnvrtc.so.13", "libnvrtc.so", "/usr/local/cuda/lib64/libnvrtc.so"}) {
      if (library_ == nullptr) {
        library_ = dlopen(name, RTLD_NOW);
      }
    }
    return library_ != nullptr && Find("nvrtcCreateProgram", &create_) &&
           Find("nvrtcCompileProgram", &compile_) && Find("nvrtcGetProgramLogSize", &log_size_) &&
           Find("nvrtcGetProgramLog", &log_) && Find("nvrtcDestroyProgram", &destroy_);
  }

  // What NVRTC says of `source`.
  std::string Compile(const std::string& source, const std::string& folder) const {
    const char* home = std::getenv("CUDA_HOME");
    const std::string toolkit = home != nullptr ? home : "/usr/local/cuda";
    const std::string include = "--include-path=" + toolkit + "/include";
    const std::string cccl = include + "/cccl";
    const std::string support = "--include-path=" + folder;
    const char* options[] = {"--gpu-architecture=compute_90a",
                             "--std=c++17",
                             "--display-error-number",
                             "--relocatable-device-code=true",
                             include.c_str(),
                             cccl.c_str(),
                             support.c_str()};
    void* program = nullptr;
    if (create_(&program, source.c_str(), "kernel.cu", 0, nullptr, nullptr) != 0) {
      return "NVRTC cannot begin";
    }
    const int status = compile_(program, std::size(options), options);
    std::size_t size = 0;
    log_size_(program, &size);
    std::string log(size, '\0');
    log_(program, log.data());
    destroy_(&program);
    log.resize(log.find('\0') == std::string::npos ? size : log.find('\0'));
    return log.empty() && status != 0 ? "NVRTC failed" : log;
  }

 private:
  template <typename Function>
  bool Find(const char* name, Function** function) {
    *function = reinterpret_cast<Function*>(dlsym(library_, name));
    return *function != nullptr;
  }

  void* library_ = nullptr;
  int (*create_)(void**, const char*, const char*, int, const char* const*,
                 const char* const*) = nullptr;
  int (*compile_)(void*, int, const char* const*) = nullptr;
  int (*log_size_)(void*, std::size_t*) = nullptr;
  int (*log_)(void*, char*) = nullptr;
  int (*destroy_)(void**) = nullptr;
};

std::optional<Options> Parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view arg = argv[i];
    if (arg.starts_with("--every=")) {
      options.every = std::max(1ul, std::strtoul(arg.data() + 8, nullptr, 10));
    } else if (arg.starts_with("--filter=")) {
      options.filter = arg.substr(9);
    } else if (arg.starts_with("--out=")) {
      options.out = arg.substr(6);
    } else if (arg.starts_with("--batch=")) {
      options.batch = std::strtoul(arg.data() + 8, nullptr, 10);
    } else if (arg == "--compile") {
      options.compile = true;
    } else {
      std::fprintf(stderr,
                   "usage: cuda_sources [--every=N] [--filter=TEXT] [--compile] [--out=FOLDER "
                   "[--batch=N]]\n");
      return std::nullopt;
    }
  }
  return options;
}

// One of `every` cases of each file and the name of the case, each text once.
std::map<std::string, std::string> Sources(const Options& options) {
  std::map<std::string, std::string> sources;
  std::size_t number = 0;
  for (const std::vector<ExpectedCase>* cases : {&CorpusCases(), &LanguageCases()}) {
    for (const ExpectedCase& expected : *cases) {
      if (expected.name.find(options.filter) == std::string::npos ||
          number++ % options.every != 0) {
        continue;
      }
      std::string source = CudaSourceOf(expected);
      if (!source.empty()) {
        sources.emplace(std::move(source), expected.name);
      }
    }
  }
  return sources;
}

// Many sources as one, since most of what nvcc takes for one is for starting its parts and for headers. Each stands in a
// namespace of its own, where what it defines may have the name of something in another.
class Batch {
 public:
  void Add(const std::string& source, const std::string& name) {
    constexpr std::string_view kC = "extern \"C\" ";
    body_ += "\n// " + name + "\nnamespace source_" + std::to_string(count_++) + " {\n";
    std::istringstream lines(source);
    bool in_c = false;
    for (std::string line; std::getline(lines, line);) {
      const bool declares = line.starts_with(kC) && line.ends_with(";");
      if (line.starts_with("#include")) {
        includes_.insert(line + "\n");
        continue;
      }
      // Around the variable of errors.
      if (line == "extern \"C\" {" || (in_c && line == "}")) {
        in_c = !in_c;
        continue;
      }
      body_ += (line.starts_with(kC) && !declares ? line.substr(kC.size()) : line) + "\n";
    }
    body_ += "}\n";
  }
  std::size_t count() const { return count_; }
  std::string text() const {
    std::string text;
    // The support header counts on the others.
    for (const bool quoted : {false, true}) {
      for (const std::string& include : includes_) {
        text += (include.find('"') != std::string::npos) == quoted ? include : "";
      }
    }
    return text + body_;
  }

 private:
  std::set<std::string> includes_;
  std::string body_;
  std::size_t count_ = 0;
};

void WriteSources(const std::map<std::string, std::string>& sources, const Options& options) {
  const std::filesystem::path folder = options.out;
  if (options.batch == 0) {
    for (const auto& [source, name] : sources) {
      std::ofstream(folder / (name + ".cu")) << source;
    }
    return;
  }
  Batch batch;
  std::size_t number = 0;
  const auto write = [&] {
    std::ofstream(folder / ("batch_" + std::to_string(number++) + ".cu")) << batch.text();
    batch = Batch();
  };
  for (const auto& [source, name] : sources) {
    if (source.find("__constant__") != std::string::npos) {
      // Constant memory is small: such sources stand alone.
      std::ofstream(folder / (name + ".cu")) << source;
      continue;
    }
    batch.Add(source, name);
    if (batch.count() == options.batch) {
      write();
    }
  }
  if (batch.count() != 0) {
    write();
  }
}

int Main(int argc, char** argv) {
  const std::optional<Options> options = Parse(argc, argv);
  if (!options) {
    return 2;
  }
  Nvrtc nvrtc;
  if (options->compile && !nvrtc.Open()) {
    std::printf("[  SKIPPED ] no NVRTC\n");
    return kSkipped;
  }
  namespace fs = std::filesystem;
  const fs::path support = fs::path(KERNELC_EXEC_DIR) / "../../compiler/codegen/cuda_cpp/support";
  if (!options->out.empty()) {
    fs::create_directories(options->out);
    fs::copy_file(support / "kernelc.cuh", fs::path(options->out) / "kernelc.cuh",
                  fs::copy_options::overwrite_existing);
  }
  std::size_t bad = 0;
  const std::map<std::string, std::string> sources = Sources(*options);
  if (!options->out.empty()) {
    WriteSources(sources, *options);
  }
  for (const auto& [source, name] : sources) {
    const std::string log = options->compile ? nvrtc.Compile(source, support.string()) : "";
    if (!log.empty()) {
      ++bad;
      std::printf("== %s\n%s\n", name.c_str(), log.c_str());
    }
  }
  std::printf("%zu sources, %zu with messages\n", sources.size(), bad);
  return bad == 0 ? 0 : 1;
}

}  // namespace

}  // namespace kernelc::exec_test

int main(int argc, char** argv) { return kernelc::exec_test::Main(argc, argv); }
