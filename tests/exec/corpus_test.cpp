// The kernels of tests/exec/corpus against references computed independently
// (tests/oracle/corpus_*.py).
#include <gtest/gtest.h>

#include "tests/exec/expectations.h"

namespace kernelc::exec_test {

namespace {

class CorpusTest : public testing::TestWithParam<std::size_t> {};

TEST_P(CorpusTest, ComputesWhatTheOracleComputed) { RunCase(CorpusCases()[GetParam()]); }

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(CorpusTest);
INSTANTIATE_TEST_SUITE_P(Cases, CorpusTest, testing::Range<std::size_t>(0, CorpusCases().size()),
                         [](const auto& param) { return CorpusCases()[param.param].name; });

}  // namespace

}  // namespace kernelc::exec_test
