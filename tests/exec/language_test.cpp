// The kernels of tests/exec/language and tests/exec/data against what Numba, NumPy and Python
// computed (tests/oracle/exec_*.py).
#include <gtest/gtest.h>

#include "tests/exec/expectations.h"

namespace kernelc::exec_test {

namespace {

class LanguageTest : public testing::TestWithParam<std::size_t> {};

TEST_P(LanguageTest, ComputesWhatTheOracleComputed) { RunCase(LanguageCases()[GetParam()]); }

INSTANTIATE_TEST_SUITE_P(Cases, LanguageTest,
                         testing::Range<std::size_t>(0, LanguageCases().size()),
                         [](const auto& param) { return LanguageCases()[param.param].name; });

}  // namespace

}  // namespace kernelc::exec_test
