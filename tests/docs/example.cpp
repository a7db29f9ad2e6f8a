#include "tests/docs/example.h"

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>

#include "kernelc/runtime.h"

namespace kernelc::docs_test {
namespace {

constexpr int kSkipped = 77;

// What `action` writes to stdout.
template <typename Action>
std::string OutputOf(Action action) {
  std::FILE* const file = std::tmpfile();
  std::fflush(stdout);
  const int saved = dup(STDOUT_FILENO);
  dup2(fileno(file), STDOUT_FILENO);
  const auto restore = [&] {
    std::cout.flush();
    std::fflush(stdout);
    dup2(saved, STDOUT_FILENO);
    close(saved);
  };
  try {
    action();
  } catch (...) {
    restore();
    std::fclose(file);
    throw;
  }
  restore();
  std::rewind(file);
  std::string text;
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) {
    text += static_cast<char>(c);
  }
  std::fclose(file);
  return text;
}

bool RunOne(const Example& example, const char* device) {
  std::string printed;
  try {
    printed = OutputOf([&] { example.run(Context(device)); });
  } catch (const std::exception& error) {
    std::cout << "the example at line " << example.line << " throws: " << error.what() << '\n';
    return false;
  }
  if (printed != example.prints) {
    std::cout << "the example at line " << example.line << " prints\n"
              << printed << "and should print\n"
              << example.prints;
    return false;
  }
  return true;
}

}  // namespace

int Run(std::span<const Example> examples, std::span<const File> files, int argc, char** argv) {
  const char* const device = argc > 1 ? argv[1] : "cpu";
  if (std::string_view(device).starts_with("cuda") && !cuda_available()) {
    std::cout << "skipped: " << why_cuda_is_unavailable() << '\n';
    return kSkipped;
  }
  std::string folder = (std::filesystem::temp_directory_path() / "kernelc_docs_XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) {
    std::cout << "no temporary folder\n";
    return 1;
  }
  std::filesystem::current_path(folder);
  for (const File& file : files) {
    std::ofstream(file.name) << file.text;
  }
  int failed = 0;
  for (const Example& example : examples) {
    failed += RunOne(example, device) ? 0 : 1;
  }
  std::filesystem::remove_all(folder);
  std::cout << examples.size() << " examples on " << device << ", " << failed << " failed\n";
  return failed == 0 ? 0 : 1;
}

}  // namespace kernelc::docs_test
