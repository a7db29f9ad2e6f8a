// Dynamic casts whose results are kept: of compiler/driver/kept_casts.cpp, to which the linker leads this program's own casts.
#include <gtest/gtest.h>

#include <cstddef>
#include <thread>
#include <vector>

namespace {

struct Base {
  virtual ~Base() = default;
  int base = 1;
};
struct Left : virtual Base {
  int left = 2;
};
struct Right : virtual Base {
  int right = 3;
};
struct Both : Left, Right {
  int both = 4;
};
struct Other {
  virtual ~Other() = default;
  int other = 5;
};
struct Wide : Other, Both {};
struct Twice : Other {};
struct One : Twice {};
struct Two : Twice {};
struct Ambiguous : One, Two {};

// As a cast, of whose result the compiler knows nothing.
template <typename To, typename From>
[[gnu::noipa]] To* Cast(From* object) {
  return dynamic_cast<To*>(object);
}

TEST(KeptCastsTest, EachRoundGivesTheSame) {
  Both both;
  Wide wide;
  Left left;
  for (int round = 0; round < 3; ++round) {
    EXPECT_EQ(Cast<Both>(static_cast<Base*>(&both)), &both);
    EXPECT_EQ(Cast<Right>(static_cast<Left*>(&both)), static_cast<Right*>(&both));
    EXPECT_EQ(Cast<Left>(static_cast<Right*>(&both)), static_cast<Left*>(&both));
    EXPECT_EQ(Cast<Both>(static_cast<Base*>(&left)), nullptr);
    EXPECT_EQ(Cast<Other>(static_cast<Base*>(&wide)), static_cast<Other*>(&wide));
    EXPECT_EQ(Cast<Both>(static_cast<Other*>(&wide)), static_cast<Both*>(&wide));
    EXPECT_EQ(Cast<Other>(static_cast<Base*>(&both)), nullptr);
    EXPECT_EQ(Cast<Right>(static_cast<Base*>(nullptr)), nullptr);
  }
}

// The same virtual table, by pointers of two types.
TEST(KeptCastsTest, TheTypeOfThePointerCounts) {
  Ambiguous object;
  Other* const other = static_cast<One*>(&object);
  Twice* const twice = static_cast<One*>(&object);
  for (int round = 0; round < 3; ++round) {
    EXPECT_EQ(Cast<Two>(other), static_cast<Two*>(&object));
    EXPECT_EQ(Cast<Two>(twice), static_cast<Two*>(&object));
    EXPECT_EQ(Cast<One>(twice), static_cast<One*>(&object));
    EXPECT_EQ(Cast<Ambiguous>(other), &object);
  }
}

struct First {
  virtual ~First() = default;
};
bool IsSecond(First* object);
struct Between : First {
  Between() : early(IsSecond(this)) {}
  bool early;
};
struct Second : Between {
  Second() : late(IsSecond(this)) {}
  bool late;
};

bool IsSecond(First* object) { return Cast<Second>(object) != nullptr; }

TEST(KeptCastsTest, ConstructorsSeeTheClassThatIsThere) {
  for (int round = 0; round < 3; ++round) {
    const Second second;
    EXPECT_FALSE(second.early);
    EXPECT_TRUE(second.late);
  }
}

TEST(KeptCastsTest, ThreadsAgree) {
  Both both;
  Wide wide;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 10000; ++round) {
        ASSERT_EQ(Cast<Left>(static_cast<Right*>(&both)), static_cast<Left*>(&both));
        ASSERT_EQ(Cast<Left>(static_cast<Right*>(&wide)), static_cast<Left*>(&wide));
        ASSERT_EQ(Cast<Wide>(static_cast<Base*>(&both)), nullptr);
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}

}  // namespace
