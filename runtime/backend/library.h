// Libraries of others that are opened at run time (the driver, cuBLAS, NCCL, NVML, CUPTI, MPI):
// nothing links them, and a missing one is an error of the call that needs it.
#pragma once

#include <string>
#include <vector>

namespace kernelc::backend {

// Where a library may lie.
struct LibraryPlaces {
  // "NCCL", for messages.
  const char* name;
  // The environment variable whose value, where it is not empty, is the one file that is looked
  // for.
  const char* variable;
  // Names for the loader, in their order.
  std::vector<std::string> files;
  // Its path in a folder of the CUDA toolkit, looked for behind `files` in $CUDA_HOME, $CUDA_PATH
  // and /usr/local/cuda; empty for libraries that are not of the toolkit.
  std::string in_toolkit;
  // How to get it: "install the package libnccl2".
  const char* advice;
  // Whether libraries that are loaded later find its symbols.
  bool global = false;
};

// An open library, which is never closed: others' threads and handles live to the end of the
// process.
class Library {
 public:
  // The file at `path`; where it cannot be opened, `*why` is the loader's reason and the library is
  // not open.
  static Library OpenFile(const std::string& path, bool global, std::string* why);
  // The first file of `places` that can be opened; for none, `*why` names those that were looked
  // for, and the way out.
  static Library Open(const LibraryPlaces& places, std::string* why);

  Library() = default;
  bool is_open() const noexcept { return handle_ != nullptr; }
  // "/usr/lib/libnccl.so.2", or what the loader was asked for.
  const std::string& file() const noexcept { return file_; }

  // A function of an open library; null where it has none of this name.
  void* Find(const char* name) const noexcept;

 private:
  void* handle_ = nullptr;
  std::string file_;
};

enum class Need { Required, Optional };

// Fills a table of functions from an open library, and gathers the names of those that are required
// and missing.
class TableFiller {
 public:
  explicit TableFiller(const Library& library) : library_(library) {}

  template <typename Function>
  void Fill(const char* name, Function** slot, Need need = Need::Required) {
    *slot = reinterpret_cast<Function*>(library_.Find(name));
    if (*slot == nullptr && need == Need::Required) {
      AddMissing(name);
    }
  }

  // Empty, or "NCCL on this machine (libnccl.so.2) has no ncclSend: it may be too old; install ...".
  std::string WhyNot(const LibraryPlaces& places) const;

 private:
  void AddMissing(const char* name);

  const Library& library_;
  std::string missing_;
};

}  // namespace kernelc::backend
