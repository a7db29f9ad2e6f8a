// How often a kernel is compiled.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "kernelc/trace.h"

namespace kernelc::program_test {

// The compilations of a trace, which lie on the threads that did them.
class Compilations {
 public:
  // Of this kernel, from now on.
  explicit Compilations(const std::string& kernel)
      : name_("compile kernel `" + kernel + "`"),
        path_(std::filesystem::temp_directory_path() /
              ("kernelc_compilations_" + std::to_string(getpid()) + ".json")) {
    StartTrace({.path = path_.string()});
  }
  // Until now. Once.
  std::size_t Count() const {
    StopTrace();
    const nlohmann::json trace = nlohmann::json::parse(std::ifstream(path_));
    std::filesystem::remove(path_);
    const nlohmann::json& events = trace.is_array() ? trace : trace.at("traceEvents");
    return static_cast<std::size_t>(std::ranges::count_if(events, [this](const nlohmann::json& event) {
      return event.value("ph", "") == "X" && event.value("name", "") == name_;
    }));
  }

 private:
  std::string name_;
  std::filesystem::path path_;
};

}  // namespace kernelc::program_test
