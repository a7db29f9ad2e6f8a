// The kernels' texts run by Numba-CUDA, in a Python process of its own: numba_side.py.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/suite/side.h"

namespace kernelc::bench {

// Collects problems in a folder, then has Numba solve them.
class NumbaSide {
 public:
  // Makes the folder, in the folder for temporary files.
  NumbaSide();
  ~NumbaSide();
  NumbaSide(const NumbaSide&) = delete;
  NumbaSide& operator=(const NumbaSide&) = delete;

  // Whether Python has Numba and Numba a GPU. Starts a process.
  static bool available();
  // Writes the kernel's text, the inputs, and what the results of `solved` add up to after one run.
  void Add(const SuiteEntry& entry, const Problem& problem, const Side& solved);
  // Runs all; the script's rows by the kernels' names: "seconds" (a list) or "error". `rounds`
  // measured calls each.
  std::map<std::string, nlohmann::json> Run(int rounds);

 private:
  std::string folder_;
  nlohmann::json cases_ = nlohmann::json::array();
};

}  // namespace kernelc::bench
