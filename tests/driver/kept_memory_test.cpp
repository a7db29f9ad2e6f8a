// Memory that waits on its thread: of compiler/driver/kept_memory.cpp, to which the linker leads this program's own
// operators too.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

// As a call, which the compiler does not leave out.
void* Allocate(std::size_t bytes) { return ::operator new(bytes); }

TEST(KeptMemoryTest, ARequestOfTheSizeGetsWhatWasGivenBack) {
  void* const first = Allocate(72);
  ::operator delete(first, std::size_t{72});
  void* const second = Allocate(70);
  EXPECT_EQ(second, first);
  ::operator delete(second);
  void* const third = Allocate(72);
  EXPECT_EQ(third, first);
  ::operator delete(third);
}

TEST(KeptMemoryTest, APieceHasAllBytesThatAreAskedFor) {
  std::vector<std::pair<char*, std::size_t>> pieces;
  for (int round = 0; round < 3; ++round) {
    for (std::size_t bytes = 0; bytes < 5000; bytes += 7) {
      auto* const piece = static_cast<char*>(Allocate(bytes));
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(piece) % alignof(std::max_align_t), 0u);
      std::memset(piece, static_cast<int>(bytes % 251), bytes);
      pieces.emplace_back(piece, bytes);
    }
    bool by_size = false;
    for (const auto& [piece, bytes] : pieces) {
      for (std::size_t i = 0; i < bytes; ++i) {
        ASSERT_EQ(static_cast<unsigned char>(piece[i]), bytes % 251);
      }
      by_size = !by_size;
      by_size ? ::operator delete(piece, bytes) : ::operator delete(piece);
    }
    pieces.clear();
  }
}

TEST(KeptMemoryTest, AlignmentIsKept) {
  for (const std::size_t alignment : {8u, 16u, 64u, 4096u}) {
    for (const std::size_t bytes : {1u, 40u, 3000u}) {
      const auto wanted = static_cast<std::align_val_t>(alignment);
      void* const piece = ::operator new(bytes, wanted);
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(piece) % alignment, 0u);
      ::operator delete(piece, bytes, wanted);
      void* const other = ::operator new(bytes, wanted, std::nothrow);
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(other) % alignment, 0u);
      ::operator delete(other, wanted);
    }
  }
}

// The library for C++ allocates for itself, and what it gives is freed here.
TEST(KeptMemoryTest, MemoryOfOthersIsKeptToo) {
  for (std::size_t length = 1; length < 5000; length += 31) {
    std::string text(length, 'x');
    text.reserve(length + 5);
    text.append(std::to_string(length));
    EXPECT_EQ(text.substr(length), std::to_string(length));
  }
}

TEST(KeptMemoryTest, AnotherThreadGivesBack) {
  std::vector<std::unique_ptr<std::string>> texts;
  std::thread maker([&texts] {
    for (int i = 0; i < 1000; ++i) {
      texts.push_back(std::make_unique<std::string>(100, 'a'));
    }
  });
  maker.join();
  texts.clear();
  std::thread([] { EXPECT_EQ(std::string(100, 'b').size(), 100u); }).join();
  EXPECT_EQ(std::make_unique<std::string>(100, 'c')->back(), 'c');
}

TEST(KeptMemoryTest, MoreThanIsKeptIsGivenBack) {
  std::vector<void*> pieces;
  for (int i = 0; i < 20'000; ++i) {
    pieces.push_back(Allocate(1000));
  }
  for (void* const piece : pieces) {
    ::operator delete(piece, std::size_t{1000});
  }
  void* const piece = Allocate(1000);
  std::memset(piece, 1, 1000);
  ::operator delete(piece);
}

}  // namespace
