// Results that are made once in each context.
#include "kernelc/context_memo.h"

#include <atomic>

#include "tests/runtime/support.h"

namespace kernelc::runtime_test {
namespace {

class ContextMemoTest : public OnDevice {};
KC_ON_EACH_DEVICE(ContextMemoTest);

TEST_P(ContextMemoTest, RunsOnceForEachListOfArguments) {
  const ContextScope scope(*context);
  std::atomic<int> calls = 0;
  const auto table = ContextMemoize([&](int size, float value) {
    ++calls;
    const DeviceArray<float> array(current_context(), Dims{size});
    array.Fill(value);
    return array;
  });
  const DeviceArray<float> first = table(4, 1.5F);
  EXPECT_EQ(table(4, 1.5F).data(), first.data());
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(table(8, 1.5F).size(), 8);
  const auto copy = table;
  EXPECT_EQ(copy(4, 1.5F).ToVector(), std::vector<float>(4, 1.5F));
  EXPECT_EQ(calls, 2);
}

TEST_P(ContextMemoTest, TextsAreComparedByWhatTheySay) {
  const ContextScope scope(*context);
  int calls = 0;
  const auto length = ContextMemoize([&](const char* text) {
    ++calls;
    return std::string(text).size();
  });
  std::string one = "first";
  std::string other = "first";
  EXPECT_EQ(length(one.c_str()), 5U);
  EXPECT_EQ(length(other.c_str()), 5U);
  EXPECT_EQ(calls, 1);
  one = "later";
  length(one.c_str());
  EXPECT_EQ(calls, 2);
}

TEST_P(ContextMemoTest, ClearingReleasesEveryReference) {
  auto kept = std::make_shared<int>(7);
  const ContextScope scope(*context);
  const auto memo = ContextMemoize([&] { return std::pair(kept, current_context()); });
  memo();
  EXPECT_EQ(kept.use_count(), 2);
  const long contexts = context->impl().use_count();
  ClearContextCaches();
  EXPECT_EQ(kept.use_count(), 1);
  EXPECT_EQ(context->impl().use_count(), contexts - 1);
  memo();
  EXPECT_EQ(kept.use_count(), 2);
  ReleaseContexts();
  EXPECT_EQ(kept.use_count(), 1);
}

TEST_P(ContextMemoTest, ResultsGoWithTheirContextAndTheirOwner) {
  auto kept = std::make_shared<int>(7);
  int calls = 0;
  {
    const auto memo = ContextMemoize([&] {
      ++calls;
      return std::pair(kept, DeviceArray<float>(current_context(), Dims{16}));
    });
    const auto outside = ContextMemoize([&](int) { return kept; });
    {
      const ContextScope scope(*context);
      memo();
      outside(1);
      EXPECT_EQ(kept.use_count(), 3);
    }
    context->Reset();
    EXPECT_EQ(kept.use_count(), 1);
    *context = Context(context->device());
    const ContextScope scope(*context);
    // Of the new context, where it can be used.
    EXPECT_EQ(memo().second.ToVector().size(), 16U);
    EXPECT_EQ(calls, 2);
    EXPECT_EQ(kept.use_count(), 2);
  }
  EXPECT_EQ(kept.use_count(), 1);
}

TEST_P(ContextMemoTest, WhatIsThrownIsNotKept) {
  const ContextScope scope(*context);
  bool fails = true;
  const auto memo = ContextMemoize([&](int value) {
    if (fails) {
      throw 1;
    }
    return value + 1;
  });
  try {
    memo(1);
    ADD_FAILURE() << "nothing was thrown";
  } catch (int) {
  }
  fails = false;
  EXPECT_EQ(memo(1), 2);
  fails = true;
  EXPECT_EQ(memo(1), 2);
}

TEST_P(ContextMemoTest, MayAskItself) {
  const ContextScope scope(*context);
  std::function<int(int)> fibonacci;
  const auto memo =
      ContextMemoize([&](int n) -> int { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); });
  fibonacci = [&](int n) { return memo(n); };
  EXPECT_EQ(memo(40), 102334155);
}

TEST_P(ContextMemoTest, ThreadsGetOneResult) {
  std::atomic<int> calls = 0;
  const auto memo = ContextMemoize([&](int key) { return key * 1000 + calls.fetch_add(1); });
  std::array<std::atomic<int>, 10> seen{};
  RunThreads(8, [&](int) {
    const ContextScope scope(*context);
    for (int i = 0; i < 200; ++i) {
      const int key = i % 10;
      const int result = memo(key);
      int expected = 0;
      if (!seen[static_cast<std::size_t>(key)].compare_exchange_strong(expected, result + 1)) {
        EXPECT_EQ(expected, result + 1);
      }
    }
  });
}

}  // namespace
}  // namespace kernelc::runtime_test
