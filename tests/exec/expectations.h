// Cases of tests/exec/data: a launch and what it must compute, or how it must fail.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "kernelc/program.h"

namespace kernelc::exec_test {

struct ExpectedCase {
  const nlohmann::json* arrays;
  const nlohmann::json* test;
  // Of GoogleTest: letters, digits and underscores, the same for no other case.
  std::string name;
};

// The cases of every data file whose name starts with "corpus_", or does not. Read once and kept.
const std::vector<ExpectedCase>& CorpusCases();
const std::vector<ExpectedCase>& LanguageCases();

// Launches the kernel on TestContext() and adds GoogleTest failures for what is not as expected.
void RunCase(const ExpectedCase& expected);

// The kernel of a case as CUDA C++; empty for one that is to be refused.
std::string CudaSourceOf(const ExpectedCase& expected);
// The same in another form, for a target such as "sm_90a".
std::string CodeOf(const ExpectedCase& expected, CodeForm form, const std::string& target);

}  // namespace kernelc::exec_test
