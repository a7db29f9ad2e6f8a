// Which libraries a process has opened.
#pragma once

#include <fstream>
#include <set>
#include <string>

namespace kernelc::runtime_test {

// Their files, as the system has them in memory at the moment.
inline std::set<std::string> OpenLibraries() {
  std::set<std::string> libraries;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    const std::size_t path = line.find('/');
    if (path != std::string::npos && line.find(".so", path) != std::string::npos) {
      libraries.insert(line.substr(path));
    }
  }
  return libraries;
}

// Of `libraries`, what belongs to a feature that has to be asked for; empty for none.
inline std::string FeatureLibraries(const std::set<std::string>& libraries) {
  std::string found;
  for (const std::string& library : libraries) {
    for (const char* const name : {"libnvidia-ml", "libnccl", "libcublas", "libcupti", "libmpi",
                                   "libnvToolsExt", "kernelc_mpi"}) {
      if (library.find(name) != std::string::npos) {
        found += library + "\n";
      }
    }
  }
  return found;
}

}  // namespace kernelc::runtime_test
