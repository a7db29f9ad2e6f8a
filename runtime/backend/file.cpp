#include "runtime/backend/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "runtime/backend/status.h"
#include "runtime/backend/text.h"

namespace kernelc::backend {
namespace {

constexpr std::size_t kFirstRead = std::size_t{1} << 16;

[[noreturn]] void ThrowSystem(const char* operation, const std::string& path, int error) {
  ThrowError(ErrorCode::FileAccess, operation, path, std::strerror(error));
}

// Closes at the end of its scope.
class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  ~Descriptor() {
    if (value_ >= 0) {
      ::close(value_);
    }
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return value_; }
  // Returns 0, or the error that a delayed write met.
  int Close() {
    const int result = ::close(value_);
    value_ = -1;
    return result == 0 ? 0 : errno;
  }

 private:
  int value_;
};

void WriteAll(const char* operation, int descriptor, std::span<const std::byte> bytes,
              const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0) {
      if (errno == EINTR) {
        continue;
      }
      ThrowSystem(operation, path, errno);
    }
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void WriteTo(const char* operation, const std::string& file, int flags, const std::string& path,
             std::span<const std::span<const std::byte>> parts) {
  Descriptor descriptor(::open(file.c_str(), O_WRONLY | O_CLOEXEC | flags, 0666));
  if (descriptor.get() < 0) {
    ThrowSystem(operation, path, errno);
  }
  for (const std::span<const std::byte> part : parts) {
    WriteAll(operation, descriptor.get(), part, path);
  }
  if (const int error = descriptor.Close(); error != 0) {
    ThrowSystem(operation, path, error);
  }
}

}  // namespace

std::vector<std::byte> ReadFile(const char* operation, const std::string& path) {
  const Descriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (descriptor.get() < 0) {
    ThrowSystem(operation, path, errno);
  }
  struct stat status {};
  if (::fstat(descriptor.get(), &status) != 0) {
    ThrowSystem(operation, path, errno);
  }
  if (!S_ISREG(status.st_mode) && !S_ISFIFO(status.st_mode)) {
    ThrowError(ErrorCode::FileAccess, operation, path,
               S_ISDIR(status.st_mode) ? "it is a directory" : "it is not a file");
  }
  // One byte more than the size, so that the end is seen without another growth.
  std::vector<std::byte> bytes(std::max(kFirstRead, static_cast<std::size_t>(status.st_size) + 1));
  std::size_t used = 0;
  while (true) {
    if (used == bytes.size()) {
      bytes.resize(bytes.size() * 2);
    }
    const ssize_t count = ::read(descriptor.get(), bytes.data() + used, bytes.size() - used);
    if (count == 0) {
      break;
    }
    if (count < 0) {
      if (errno == EINTR) {
        continue;
      }
      ThrowSystem(operation, path, errno);
    }
    used += static_cast<std::size_t>(count);
  }
  bytes.resize(used);
  return bytes;
}

void WriteFile(const char* operation, const std::string& path,
               std::span<const std::span<const std::byte>> parts) {
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(path, ignored);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    WriteTo(operation, path, 0, path, parts);
    return;
  }
  std::string target = path;
  if (std::filesystem::is_symlink(path, ignored) && std::filesystem::exists(status)) {
    target = std::filesystem::canonical(path, ignored).string();
  }
  static std::atomic<unsigned> serial{0};
  const std::string temporary = Concat(target, ".", ::getpid(), ".", serial.fetch_add(1), ".tmp");
  try {
    WriteTo(operation, temporary, O_CREAT | O_EXCL, path, parts);
    if (::rename(temporary.c_str(), target.c_str()) != 0) {
      ThrowSystem(operation, path, errno);
    }
  } catch (...) {
    ::unlink(temporary.c_str());
    throw;
  }
}

}  // namespace kernelc::backend
