// The store alone: entries come back whole or not at all, whatever happens to the folder.
#include "compiler/cache/store.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <csignal>
#include <random>
#include <thread>

#include "compiler/cache/entry_file.h"
#include "compiler/cache/maintenance.h"
#include "tests/cache/support.h"

namespace kernelc::cache {
namespace {

Config ConfigFor(const std::string& folder, std::uint64_t max_bytes = 0) {
  Config config;
  config.folder = folder;
  config.max_bytes = max_bytes;
  config.build_id = "test";
  return config;
}

Hash KeyOf(std::uint64_t number) { return Hasher().Add(number).Finish(); }

// What the entry of KeyOf(number) holds in these tests: long enough for several writes.
std::vector<std::byte> ContentsOf(std::uint64_t number, std::size_t size = 4000) {
  std::mt19937_64 random(number);
  std::vector<std::byte> bytes(size);
  for (std::byte& byte : bytes) {
    byte = static_cast<std::byte>(random());
  }
  return bytes;
}

std::string PathOf(const Store& store, std::uint64_t number) {
  const Hash key = KeyOf(number);
  return store.config().folder + "/" + ShardOf(key) + "/" + FileNameOf(EntryKind::Image, key);
}

void PutNumber(const Store& store, std::uint64_t number, std::size_t size = 4000) {
  store.Put(EntryKind::Image, KeyOf(number), ContentsOf(number, size));
}

// An entry is there and right (true), or not there (false); anything else fails the test.
bool IsThere(const Store& store, std::uint64_t number, std::size_t size = 4000) {
  const auto contents = store.Get(EntryKind::Image, KeyOf(number));
  EXPECT_TRUE(!contents || *contents == ContentsOf(number, size)) << number;
  return contents.has_value();
}

TEST(StoreTest, GivesBackWhatWasPut) {
  const TemporaryFolder folder;
  const Store store(ConfigFor(folder / "a/b/c"));
  EXPECT_FALSE(IsThere(store, 1));
  PutNumber(store, 1);
  EXPECT_TRUE(IsThere(store, 1));
  EXPECT_FALSE(IsThere(store, 2));
  EXPECT_FALSE(store.Get(EntryKind::Job, KeyOf(1)).has_value());
  store.Put(EntryKind::Image, KeyOf(3), {});
  ASSERT_TRUE(store.Get(EntryKind::Image, KeyOf(3)).has_value());
  EXPECT_TRUE(store.Get(EntryKind::Image, KeyOf(3))->empty());
}

TEST(StoreTest, ReplacesAnEntry) {
  const TemporaryFolder folder;
  const Store store(ConfigFor(folder.path()));
  store.Put(EntryKind::Image, KeyOf(1), Bytes("old"));
  PutNumber(store, 1);
  EXPECT_TRUE(IsThere(store, 1));
  EXPECT_EQ(FilesBelow(folder.path()).size(), 1U);
}

TEST(StoreTest, EveryFlippedBitIsSeen) {
  const TemporaryFolder folder;
  const Store store(ConfigFor(folder.path()));
  PutNumber(store, 1, 200);
  const std::string path = PathOf(store, 1);
  const std::string whole = ReadFile(path);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ (1 << (i % 8)));
    WriteFile(path, damaged);
    EXPECT_FALSE(store.Get(EntryKind::Image, KeyOf(1)).has_value()) << "byte " << i;
  }
  PutNumber(store, 1, 200);
  EXPECT_TRUE(IsThere(store, 1, 200));
}

TEST(StoreTest, EveryTruncationAndExtensionIsSeen) {
  const TemporaryFolder folder;
  const Store store(ConfigFor(folder.path()));
  PutNumber(store, 1, 100);
  const std::string path = PathOf(store, 1);
  const std::string whole = ReadFile(path);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    WriteFile(path, whole.substr(0, size));
    EXPECT_FALSE(store.Get(EntryKind::Image, KeyOf(1)).has_value()) << size << " bytes";
  }
  WriteFile(path, whole + '\0');
  EXPECT_FALSE(store.Get(EntryKind::Image, KeyOf(1)).has_value());
}

TEST(StoreTest, AnEntryInAnothersPlaceIsNotBelieved) {
  const TemporaryFolder folder;
  const Store store(ConfigFor(folder.path()));
  PutNumber(store, 1);
  PutNumber(store, 2);
  std::filesystem::copy_file(PathOf(store, 1), PathOf(store, 2),
                             std::filesystem::copy_options::overwrite_existing);
  EXPECT_FALSE(store.Get(EntryKind::Image, KeyOf(2)).has_value());
  EXPECT_TRUE(IsThere(store, 1));
}

TEST(StoreTest, OddThingsInTheWayAreHarmless) {
  const TemporaryFolder folder;
  const Store store(ConfigFor(folder.path()));
  // A folder where the entry should be; a file where its folder should be; a pipe; a dangling link.
  std::filesystem::create_directories(PathOf(store, 1));
  PutNumber(store, 1);
  EXPECT_FALSE(IsThere(store, 1));
  const Store on_file(ConfigFor(folder / "file"));
  WriteFile(folder / "file", "x");
  PutNumber(on_file, 1);
  EXPECT_FALSE(IsThere(on_file, 1));
  EXPECT_EQ(ReadFile(folder / "file"), "x");
  std::filesystem::create_directories(std::filesystem::path(PathOf(store, 2)).parent_path());
  ASSERT_EQ(mkfifo(PathOf(store, 2).c_str(), 0600), 0);
  EXPECT_FALSE(IsThere(store, 2));
  PutNumber(store, 2);
  EXPECT_TRUE(IsThere(store, 2));
  std::filesystem::create_directories(std::filesystem::path(PathOf(store, 3)).parent_path());
  std::filesystem::create_symlink("/nowhere/at/all", PathOf(store, 3));
  EXPECT_FALSE(IsThere(store, 3));
  PutNumber(store, 3);
  EXPECT_TRUE(IsThere(store, 3));
  static_cast<void>(VerifyEntries(folder.path()));
  EXPECT_TRUE(IsThere(store, 3));
}

TEST(StoreTest, AFolderThatVanishesIsMadeAgain) {
  const TemporaryFolder folder;
  const Store store(ConfigFor(folder / "cache"));
  PutNumber(store, 1);
  std::filesystem::remove_all(folder / "cache");
  EXPECT_FALSE(IsThere(store, 1));
  PutNumber(store, 1);
  EXPECT_TRUE(IsThere(store, 1));
}

TEST(StoreTest, AnUnwritableFolderIsLeftAlone) {
  const TemporaryFolder folder;
  const Store store(ConfigFor(folder / "cache"));
  PutNumber(store, 1);
  // Root may write anywhere but here.
  const Store in_proc(ConfigFor("/proc/kernelc-cache"));
  PutNumber(in_proc, 1);
  EXPECT_FALSE(IsThere(in_proc, 1));
  const Store in_dev(ConfigFor("/dev/full"));
  PutNumber(in_dev, 1);
  EXPECT_FALSE(IsThere(in_dev, 1));
  if (geteuid() != 0) {
    std::filesystem::permissions(folder / "cache", std::filesystem::perms::owner_read |
                                                       std::filesystem::perms::owner_exec);
    PutNumber(store, 2);
    EXPECT_FALSE(IsThere(store, 2));
    EXPECT_TRUE(IsThere(store, 1));
    std::filesystem::permissions(folder / "cache", std::filesystem::perms::owner_all);
  }
}

// Writes fail in the middle, as they do on a full disk.
TEST(StoreTest, AFullDiskLeavesNothingBehind) {
  const TemporaryFolder folder;
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGXFSZ, SIG_IGN);
    const struct rlimit limit = {2048, 2048};
    setrlimit(RLIMIT_FSIZE, &limit);
    const Store store(ConfigFor(folder.path()));
    PutNumber(store, 1, 200);
    for (std::uint64_t i = 2; i < 50; ++i) {
      PutNumber(store, i, 10000);
    }
    _exit(IsThere(store, 1, 200) && !IsThere(store, 2, 10000) ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(FilesBelow(folder.path()).size(), 1U);
  EXPECT_EQ(ListContents(folder.path()).temporary.files, 0U);
}

TEST(StoreTest, LeastRecentlyUsedGoesFirst) {
  const TemporaryFolder folder;
  const Store unlimited(ConfigFor(folder.path()));
  for (std::uint64_t i = 0; i < 10; ++i) {
    PutNumber(unlimited, i, 1000);
    SetAge(PathOf(unlimited, i), 100000 - static_cast<std::int64_t>(i) * 1000);
  }
  // The oldest one is used.
  EXPECT_TRUE(IsThere(unlimited, 0, 1000));
  const Store store(ConfigFor(folder.path(), 9 * 1088));
  PutNumber(store, 10, 1000);
  EXPECT_TRUE(IsThere(store, 0, 1000));
  EXPECT_FALSE(IsThere(store, 1, 1000));
  EXPECT_FALSE(IsThere(store, 2, 1000));
  EXPECT_TRUE(IsThere(store, 9, 1000));
  EXPECT_TRUE(IsThere(store, 10, 1000));
  EXPECT_LE(ListContents(folder.path()).total.bytes, 9U * 1088);
}

TEST(StoreTest, TheLimitHoldsOverManyEntries) {
  const TemporaryFolder folder;
  const Store store(ConfigFor(folder.path(), 200'000));
  std::uint64_t most = 0;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    PutNumber(store, i, 900);
    if (i % 50 == 0) {
      most = std::max(most, ListContents(folder.path()).total.bytes);
    }
  }
  EXPECT_LT(most, 300'000U);
  EXPECT_GT(ListContents(folder.path()).total.files, 100U);
  // What is larger than the whole cache is not kept, and costs nobody else's place.
  const std::uint64_t files = ListContents(folder.path()).total.files;
  PutNumber(store, 5000, 300'000);
  EXPECT_FALSE(IsThere(store, 5000, 300'000));
  EXPECT_EQ(ListContents(folder.path()).total.files, files);
}

TEST(StoreTest, ClocksThatAreWrongAreHarmless) {
  const TemporaryFolder folder;
  const Store store(ConfigFor(folder.path()));
  for (std::uint64_t i = 0; i < 6; ++i) {
    PutNumber(store, i, 1000);
  }
  SetAge(PathOf(store, 0), -400'000'000);
  SetAge(PathOf(store, 1), 1'000'000'000);
  EXPECT_TRUE(IsThere(store, 0, 1000));
  EXPECT_TRUE(IsThere(store, 1, 1000));
  struct stat status {};
  ASSERT_EQ(stat(PathOf(store, 0).c_str(), &status), 0);
  EXPECT_LE(status.st_mtim.tv_sec, std::time(nullptr) + 1);
  // An entry of the future that nobody uses does not stay for ever.
  SetAge(PathOf(store, 2), -400'000'000);
  static_cast<void>(Prune(folder.path(), 100));
  EXPECT_EQ(ListContents(folder.path()).total.files, 0U);
}

TEST(StoreTest, MaintenanceTouchesOnlyTheCachesFiles) {
  const TemporaryFolder folder;
  const Store store(ConfigFor(folder.path()));
  PutNumber(store, 1);
  const std::string shard = std::filesystem::path(PathOf(store, 1)).parent_path().string();
  WriteFile(shard + "/notes.txt", "mine");
  WriteFile(folder / "photo.image", "mine");
  WriteFile(shard + "/tmp-1-2-3", "killed");
  SetAge(shard + "/tmp-1-2-3", 7200);
  WriteFile(shard + "/tmp-1-2-4", "being written");
  EXPECT_EQ(ListContents(folder.path()).temporary.files, 2U);
  EXPECT_EQ(VerifyEntries(folder.path()).checked, 1U);
  EXPECT_EQ(Prune(folder.path(), 1 << 20).removed.files, 1U);
  EXPECT_FALSE(std::filesystem::exists(shard + "/tmp-1-2-3"));
  EXPECT_TRUE(std::filesystem::exists(shard + "/tmp-1-2-4"));
  EXPECT_EQ(Clear(folder.path()).removed.files, 2U);
  EXPECT_FALSE(IsThere(store, 1));
  EXPECT_EQ(ReadFile(shard + "/notes.txt"), "mine");
  EXPECT_EQ(ReadFile(folder / "photo.image"), "mine");
}

TEST(StoreTest, VerifyRemovesWhatIsDamaged) {
  const TemporaryFolder folder;
  const Store store(ConfigFor(folder.path()));
  for (std::uint64_t i = 0; i < 5; ++i) {
    PutNumber(store, i);
  }
  WriteFile(PathOf(store, 2), "damaged");
  const VerifyReport report = VerifyEntries(folder.path());
  EXPECT_EQ(report.checked, 5U);
  ASSERT_EQ(report.damaged.size(), 1U);
  EXPECT_EQ(report.damaged.front(), PathOf(store, 2));
  EXPECT_FALSE(std::filesystem::exists(PathOf(store, 2)));
  EXPECT_TRUE(VerifyEntries(folder.path()).damaged.empty());
}

// Writers that are killed at any moment leave whole entries or none.
TEST(StoreTest, KilledWritersLeaveNothingWrong) {
  const TemporaryFolder folder;
  const Store store(ConfigFor(folder.path()));
  constexpr std::uint64_t kKeys = 20;
  constexpr std::size_t kSize = 200'000;
  std::mt19937 random(7);
  std::uint64_t seen = 0;
  for (int round = 0; round < 60; ++round) {
    const pid_t child = fork();
    if (child == 0) {
      for (std::uint64_t i = 0;; ++i) {
        PutNumber(store, i % kKeys, kSize);
      }
    }
    usleep(static_cast<useconds_t>(random() % 12000));
    kill(child, SIGKILL);
    ASSERT_EQ(waitpid(child, nullptr, 0), child);
    for (std::uint64_t i = 0; i < kKeys; ++i) {
      seen += IsThere(store, i, kSize) ? 1U : 0U;
    }
    ASSERT_TRUE(VerifyEntries(folder.path()).damaged.empty());
  }
  EXPECT_GT(seen, 0U);
}

// Processes and threads that read, write, prune and clear one folder at the same time.
TEST(StoreTest, ManyProcessesShareAFolder) {
  const TemporaryFolder folder;
  std::vector<pid_t> children;
  for (unsigned process = 0; process < 8; ++process) {
    const pid_t child = fork();
    if (child == 0) {
      const Store store(ConfigFor(folder.path(), 100'000));
      std::mt19937 random(process);
      for (int i = 0; i < 300; ++i) {
        const std::uint64_t number = random() % 30;
        if (random() % 2 == 0) {
          PutNumber(store, number);
        } else {
          IsThere(store, number);
        }
        if (process == 0 && i % 50 == 0) {
          static_cast<void>(Clear(folder.path()));
        } else if (process == 1 && i % 20 == 0) {
          static_cast<void>(VerifyEntries(folder.path()));
        }
      }
      _exit(testing::Test::HasFailure() ? 1 : 0);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  EXPECT_TRUE(VerifyEntries(folder.path()).damaged.empty());
}

TEST(StoreTest, ManyThreadsShareAStore) {
  const TemporaryFolder folder;
  const Store store(ConfigFor(folder.path()));
  std::vector<std::thread> threads;
  for (unsigned thread = 0; thread < 8; ++thread) {
    threads.emplace_back([&store, thread] {
      for (std::uint64_t i = 0; i < 100; ++i) {
        PutNumber(store, (i + thread) % 10);
        EXPECT_TRUE(IsThere(store, (i + thread) % 10));
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}

TEST(StoreTest, KeysTellBuildsAndSequencesApart) {
  Config config = ConfigFor("/nowhere");
  const Store one(config);
  config.build_id = "another";
  const Store other(config);
  const auto key = [](const Store& store, EntryKind kind) {
    Hasher hasher;
    store.BeginKey(kind, &hasher);
    return hasher.Add("text").Finish();
  };
  EXPECT_EQ(key(one, EntryKind::Job), key(one, EntryKind::Job));
  EXPECT_NE(key(one, EntryKind::Job), key(other, EntryKind::Job));
  EXPECT_NE(key(one, EntryKind::Job), key(one, EntryKind::Image));
  EXPECT_NE(Hasher().Add("ab").Add("c").Finish(), Hasher().Add("a").Add("bc").Finish());
  EXPECT_FALSE(BuildId().empty());
}

TEST(StoreTest, ReadsTheEnvironment) {
  setenv("KERNELC_CACHE_DIR", "/somewhere", 1);
  setenv("KERNELC_CACHE_SIZE", "5M", 1);
  unsetenv("KERNELC_CACHE");
  ASSERT_TRUE(ConfigFromEnvironment().has_value());
  EXPECT_EQ(ConfigFromEnvironment()->folder, "/somewhere");
  EXPECT_EQ(ConfigFromEnvironment()->max_bytes, 5U << 20);
  EXPECT_EQ(ConfigFromEnvironment()->build_id, BuildId());
  unsetenv("KERNELC_CACHE_DIR");
  setenv("KERNELC_CACHE_SIZE", "much", 1);
  setenv("XDG_CACHE_HOME", "/xdg", 1);
  EXPECT_EQ(ConfigFromEnvironment()->folder, "/xdg/kernelc");
  EXPECT_EQ(ConfigFromEnvironment()->max_bytes, std::uint64_t{1} << 30);
  setenv("XDG_CACHE_HOME", "relative", 1);
  setenv("HOME", "/users/me", 1);
  EXPECT_EQ(ConfigFromEnvironment()->folder, "/users/me/.cache/kernelc");
  unsetenv("HOME");
  EXPECT_FALSE(ConfigFromEnvironment().has_value());
  setenv("HOME", "/users/me", 1);
  setenv("KERNELC_CACHE", "0", 1);
  EXPECT_FALSE(ConfigFromEnvironment().has_value());
}

TEST(StoreTest, ReadsSizes) {
  EXPECT_EQ(ParseSize("0"), 0U);
  EXPECT_EQ(ParseSize("123"), 123U);
  EXPECT_EQ(ParseSize("4k"), 4096U);
  EXPECT_EQ(ParseSize("2G"), std::uint64_t{2} << 30);
  EXPECT_EQ(ParseSize("1T"), std::uint64_t{1} << 40);
  for (const char* wrong : {"", "G", "1.5G", "-1", "1GB", "99999999999999999999", "99999999999T"}) {
    EXPECT_FALSE(ParseSize(wrong).has_value()) << wrong;
  }
}

}  // namespace
}  // namespace kernelc::cache
