// Runs the tests of CUDA devices on the fake driver, whose launches run the functions that are the
// kernels of the CPU. With --faults every test runs once for each call that it makes to the driver,
// which then fails: the failure is typed or reported, nothing is left behind, and the context that
// was current is current again.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <iostream>
#include <iterator>

#include "tests/fake_driver/fake.h"
#include "tests/runtime/support.h"

namespace kernelc::runtime_test {
namespace {

using fake_driver::Fake;

// The results that calls fail with: one that means nothing, out of memory, and an illegal address,
// which ends the context.
constexpr int kResults[] = {999, faults::kOutOfMemory, faults::kIllegalAddress};
// A test that makes more calls has some of them fail.
constexpr int kMaxFaults = 150;

std::atomic<bool> hurry{false};

void RunKernel(const char* kernel, const unsigned (&grid)[3], const unsigned (&block)[3],
               unsigned shared_bytes, const void* params, std::size_t param_bytes) {
  constexpr std::size_t kMemory = std::size_t{1} << 18;
  struct alignas(64) Memory {
    std::byte shared[kMemory];
    std::byte scratch[kMemory];
  };
  thread_local const auto memory = std::make_unique<Memory>();
  const abi::CpuEntry entry = FindKernel(kernel);
  // What spins only takes time, and nobody waits for it while calls fail.
  if (entry == nullptr || (hurry && std::string_view(kernel) == "spin_k")) {
    return;
  }
  std::vector<std::byte> padded(param_bytes + 64);
  std::copy_n(static_cast<const std::byte*>(params), param_bytes, padded.begin());
  abi::CpuLaunch launch;
  std::copy_n(grid, 3, launch.grid);
  std::copy_n(block, 3, launch.block);
  launch.dynamic_shared_bytes = shared_bytes;
  abi::CpuWorker worker;
  worker.shared = memory->shared;
  worker.scratch = memory->scratch;
  entry(padded.data(), &launch, 0, std::uint64_t{grid[0]} * grid[1] * grid[2], &worker);
}

// What the test said of itself when it ran last.
std::string PropertyOf(const testing::TestInfo& test, const std::string& key) {
  for (int i = 0; i < test.result()->test_property_count(); ++i) {
    const testing::TestProperty& property = test.result()->GetTestProperty(i);
    if (property.key() == key) {
      return property.value();
    }
  }
  return "";
}

bool IsLeftOut(const testing::TestInfo& test, int result) {
  return !PropertyOf(test, faults::LeftOutKey(result)).empty();
}

std::atomic<int> reports{0};
void CountReport(const Error&, void*) { ++reports; }

// What a run with a fault did wrong; empty for nothing.
std::string Judge(const testing::TestInfo& test, int result, bool told) {
  const char* const function = Fake().failed_function();
  if (function == nullptr) {
    return "";
  }
  const std::string name = function;
  std::string wrong;
  for (int i = 0; i < test.result()->total_part_count(); ++i) {
    const std::string text = test.result()->GetTestPartResult(i).message();
    const bool thrown = text.find("exception") != std::string::npos;
    if (thrown && text.find("Unknown C++ exception") != std::string::npos) {
      wrong += " an exception that is no Error;";
    }
    const bool typed = text.find("CUDA_ERROR_") != std::string::npos ||
                       text.find(" on cuda:") != std::string::npos;
    if (thrown && text.find("C++ exception with description") != std::string::npos && !typed) {
      wrong += " an error that does not name the driver's: " + text + ';';
    }
  }
  // The figures in the message of another failure are best effort, and so are names of errors. Where
  // a test wants memory to run out, it may do so.
  const bool best_effort =
      name == "cuMemGetInfo" || name.starts_with("cuGetError") ||
      (result == faults::kOutOfMemory && name.find("Alloc") != std::string::npos);
  if (!told && !best_effort && PropertyOf(test, faults::kUntoldKey).find(name) == std::string::npos) {
    wrong += " " + name + " failed and nobody was told;";
  }
  Fake().fail(nullptr, 0, 0);
  try {
    Close();
    ReleaseContexts();
    if (result == faults::kIllegalAddress) {
      // What the error ended is reset by the next one.
      { const Context next("cuda:0"); }
      ReleaseContexts();
    }
  } catch (const Error& error) {
    wrong += " cleaning up throws: " + std::string(error.what()) + ';';
  }
  if (Fake().current_context() != nullptr) {
    wrong += " a context is left current;";
  }
  if (!(Fake().live() == fake_driver::LiveObjects{})) {
    const fake_driver::LiveObjects live = Fake().live();
    wrong += " left: " + std::to_string(live.context_retains) + " contexts, " +
             std::to_string(live.streams) + " streams, " + std::to_string(live.events) +
             " events, " + std::to_string(live.modules) + " modules, " +
             std::to_string(live.allocations) + " allocations;";
  }
  return wrong.empty() ? "" : name + ':' + wrong;
}

// Runs one test with the nth call failing. False when it makes fewer.
bool RunWithFault(const testing::TestInfo& test, int nth, int result, int* wrong_runs) {
  Fake().reset();
  const int told_before = reports + Reports::total();
  SetErrorSink(CountReport);
  Fake().fail(nullptr, nth, result);
  const bool failed = RUN_ALL_TESTS() != 0;
  SetErrorSink(CountReport);
  const bool fault_met = Fake().failed_function() != nullptr;
  const bool told = failed || reports + Reports::total() > told_before;
  const std::string wrong = Judge(test, result, told);
  if (!wrong.empty()) {
    ++*wrong_runs;
    std::cout << test.test_suite_name() << '.' << test.name() << ", call " << nth << " answers "
              << result << ": " << wrong << std::endl;
  }
  return fault_met;
}

// How often a test calls the driver.
int CallsOf() {
  Fake().reset();
  // Tests that measure time fail when nothing takes any; what they call counts.
  [[maybe_unused]] const int status = RUN_ALL_TESTS();
  const int calls = Fake().calls(nullptr);
  Close();
  ReleaseContexts();
  return calls;
}

int RunFaults() {
  hurry = true;
  Reports::after = CountReport;
  testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
  delete listeners.Release(listeners.default_result_printer());
  const std::string wanted = testing::GTEST_FLAG(filter);
  int tests = 0;
  int runs = 0;
  int wrong = 0;
  const testing::UnitTest& all = *testing::UnitTest::GetInstance();
  for (int s = 0; s < all.total_test_suite_count(); ++s) {
    const testing::TestSuite& suite = *all.GetTestSuite(s);
    for (int t = 0; t < suite.total_test_count(); ++t) {
      const testing::TestInfo& test = *suite.GetTestInfo(t);
      const std::string name = std::string(suite.name()) + '.' + test.name();
      if (!name.ends_with("/cuda") || (wanted != "*" && name.find(wanted) == std::string::npos)) {
        continue;
      }
      testing::GTEST_FLAG(filter) = name;
      const int step = std::max(1, CallsOf() / kMaxFaults);
      std::vector<int> results;
      std::copy_if(
          std::begin(kResults), std::end(kResults), std::back_inserter(results),
          [&](int result) { return !IsLeftOut(test, faults::kAny) && !IsLeftOut(test, result); });
      for (const int result : results) {
        for (int nth = 1; RunWithFault(test, nth, result, &wrong); nth += step) {
          ++runs;
        }
      }
      ++tests;
    }
  }
  std::cout << tests << " tests, " << runs << " runs with a call that fails, " << wrong
            << " of them wrong" << std::endl;
  return wrong == 0 && runs > 1000 ? 0 : 1;
}

}  // namespace
}  // namespace kernelc::runtime_test

int main(int argc, char** argv) {
  using kernelc::fake_driver::Fake;
  testing::InitGoogleTest(&argc, argv);
  const bool faults = argc > 1 && std::string_view(argv[1]) == "--faults";
  Fake().set_asynchronous();
  Fake().set_kernel_runner(kernelc::runtime_test::RunKernel);
  if (faults) {
    // Small enough that no test fills hundreds of megabytes again and again.
    Fake().set_total_memory(std::size_t{512} << 20);
    return kernelc::runtime_test::RunFaults();
  }
  if (testing::GTEST_FLAG(filter) == "*") {
    testing::GTEST_FLAG(filter) = "*/cuda";
  }
  return RUN_ALL_TESTS();
}
