// Groups of processes on this machine: four on the CPU device, or one for each GPU.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "kernelc/device.h"

namespace kernelc {
namespace {

// Beside this program.
std::string RanksProgram() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path() / "collective_ranks";
}

// A port that nobody listens at now.
int FreePort() {
  const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ::bind(fd, reinterpret_cast<const sockaddr*>(&address), size);
  ::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size);
  ::close(fd);
  return ntohs(address.sin_port);
}

struct Ended {
  int status = 0;
  std::string output;
};

// Processes of one group; ended with the test, whatever happens.
class Processes {
 public:
  Processes(int size, int started, const std::vector<std::string>& arguments) {
    const std::string port = std::to_string(FreePort());
    for (int rank = 0; rank < started; ++rank) {
      files_.push_back(std::filesystem::temp_directory_path() /
                       ("kernelc_rank_" + std::to_string(::getpid()) + "_" + std::to_string(rank)));
      pids_.push_back(Start(rank, size, port, arguments));
    }
  }
  ~Processes() {
    for (const pid_t pid : pids_) {
      if (pid > 0) {
        ::kill(pid, SIGKILL);
        ::waitpid(pid, nullptr, 0);
      }
    }
    for (const auto& file : files_) {
      std::filesystem::remove(file);
    }
  }
  // Waits for a rank, at most 60 s.
  Ended Wait(int rank) {
    pid_t& pid = pids_[static_cast<std::size_t>(rank)];
    Ended ended;
    ended.status = -1;
    for (int i = 0; i < 6000 && ::waitpid(pid, &ended.status, WNOHANG) == 0; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      ended.status = -1;
    }
    if (ended.status != -1) {
      pid = 0;
    }
    std::stringstream text;
    text << std::ifstream(files_[static_cast<std::size_t>(rank)]).rdbuf();
    ended.output = text.str();
    return ended;
  }

 private:
  pid_t Start(int rank, int size, const std::string& port, const std::vector<std::string>& arguments) const {
    const std::string program = RanksProgram();
    const std::string file = files_.back();
    const pid_t pid = ::fork();
    if (pid != 0) {
      return pid;
    }
    ::setenv("RANK", std::to_string(rank).c_str(), 1);
    ::setenv("LOCAL_RANK", std::to_string(rank).c_str(), 1);
    ::setenv("WORLD_SIZE", std::to_string(size).c_str(), 1);
    ::setenv("MASTER_ADDR", "127.0.0.1", 1);
    ::setenv("MASTER_PORT", port.c_str(), 1);
    // Not in tests: it needs the machine's leave.
    ::setenv("NCCL_NVLS_ENABLE", "0", 1);
    if (std::freopen(file.c_str(), "w", stdout) == nullptr || ::dup2(1, 2) < 0) {
      ::_exit(3);
    }
    std::vector<char*> argv = {const_cast<char*>(program.c_str())};
    for (const std::string& argument : arguments) {
      argv.push_back(const_cast<char*>(argument.c_str()));
    }
    argv.push_back(nullptr);
    ::execv(program.c_str(), argv.data());
    ::_exit(4);
  }

  std::vector<std::filesystem::path> files_;
  std::vector<pid_t> pids_;
};

class ProcessesTest : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (is_cuda()) {
      size_ = device_count();
      if (size_ < 2) {
        GTEST_SKIP() << "this machine has " << size_ << " GPUs; this test needs two";
      }
    }
  }
  bool is_cuda() const { return std::string(GetParam()) == "cuda"; }
  std::vector<std::string> Arguments(std::vector<std::string> arguments) const {
    if (is_cuda()) {
      arguments.emplace_back("--cuda");
    }
    return arguments;
  }
  // All ranks but the last `except` end well and print `text`.
  void ExpectAll(Processes& processes, const std::string& text, int except = 0) const {
    for (int rank = 0; rank < size_ - except; ++rank) {
      const Ended ended = processes.Wait(rank);
      EXPECT_EQ(ended.status, 0) << "rank " << rank << ": " << ended.output;
      EXPECT_NE(ended.output.find(text), std::string::npos) << ended.output;
      if (rank == 0) {
        std::printf("%s", ended.output.c_str());
      }
    }
  }

  int size_ = 4;
};

TEST_P(ProcessesTest, AllOperations) {
  Processes processes(size_, size_, Arguments({"all", "--large", is_cuda() ? "1073741824" : "16777216"}));
  ExpectAll(processes, "all operations are right");
}

TEST_P(ProcessesTest, ARankThatIsKilled) {
  Processes processes(size_, size_, Arguments({"killed"}));
  ExpectAll(processes, "works on", 1);
}

TEST_P(ProcessesTest, ARankThatStops) {
  Processes processes(size_, size_, Arguments({"stopped"}));
  ExpectAll(processes, "works on", 1);
}

TEST_P(ProcessesTest, OtherSizes) {
  Processes processes(size_, size_, Arguments({"mismatch"}));
  ExpectAll(processes, "does not fit together");
}

TEST_P(ProcessesTest, OtherOperations) {
  Processes processes(size_, size_, Arguments({"other_operation"}));
  ExpectAll(processes, "broadcast of 1000 float32");
}

TEST_P(ProcessesTest, ChunksOfOtherSizes) {
  Processes processes(size_, size_, Arguments({"wrong_chunk"}));
  ExpectAll(processes, "44 bytes");
}

TEST_P(ProcessesTest, ARankThatDoesNotCome) {
  Processes processes(size_, size_, Arguments({"missing"}));
  ExpectAll(processes, "did not come to all reduce");
}

TEST_P(ProcessesTest, ARankThatLeaves) {
  Processes processes(size_, size_, Arguments({"leaves"}));
  ExpectAll(processes, "left the group", 1);
}

TEST_P(ProcessesTest, ARankThatIsNotStarted) {
  Processes processes(size_, size_ - 1, Arguments({"absent"}));
  for (int rank = 0; rank < size_ - 1; ++rank) {
    const Ended ended = processes.Wait(rank);
    EXPECT_EQ(ended.status, 0) << ended.output;
    EXPECT_NE(ended.output.find("rank " + std::to_string(size_ - 1)), std::string::npos) << ended.output;
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, ProcessesTest, testing::Values("cpu", "cuda"),
                         [](const auto& device) { return std::string(device.param); });

}  // namespace
}  // namespace kernelc
