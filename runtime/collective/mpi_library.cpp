#include "runtime/collective/mpi_library.h"

#include <dlfcn.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "runtime/backend/text.h"

namespace kernelc::collective {
namespace {

using backend::Concat;
using backend::Status;

constexpr const char* kVariable = "KERNELC_MPI";
constexpr const char* kFile = "libkernelc_mpi.so";

std::vector<std::string> Candidates() {
  const char* const given = std::getenv(kVariable);
  if (given != nullptr && *given != '\0') {
    return {given};
  }
  std::vector<std::string> files;
  Dl_info self = {};
  if (::dladdr(reinterpret_cast<const void*>(&OpenMpi), &self) != 0 && self.dli_fname != nullptr) {
    const std::string file = self.dli_fname;
    const std::size_t slash = file.rfind('/');
    if (slash != std::string::npos) {
      files.push_back(file.substr(0, slash + 1) + kFile);
    }
  }
  files.emplace_back(kFile);
  return files;
}

Status Missing(std::string why) {
  return backend::Fail(ErrorCode::NotFound, "start MPI", kFile,
                       Concat(why, "; it is built with kernelc where MPI's headers are (Debian: libopenmpi-dev), and needs the MPI "
                                   "that it was built with; ", kVariable,
                              " names the file. Communicator::FromEnvironment() needs no MPI"));
}

Status Open(MpiLibrary* library) {
  std::string tried;
  for (const std::string& file : Candidates()) {
    // Parts of MPI look for symbols of others among those of the whole process.
    void* const opened = ::dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (opened == nullptr) {
      const char* const why = ::dlerror();
      tried += Concat(tried.empty() ? "" : "; ", why == nullptr ? file : std::string(why));
      continue;
    }
    const auto get = reinterpret_cast<kernelc_mpi_get_plugin>(::dlsym(opened, KERNELC_MPI_GET_PLUGIN));
    if (get == nullptr || get()->version != KERNELC_MPI_PLUGIN_VERSION) {
      return Missing(Concat(file, get == nullptr ? " is not kernelc's" : " is of another version of kernelc"));
    }
    library->functions = get();
    return CheckMpi(*library, library->functions->open(&library->rank, &library->size), "MPI_Init_thread");
  }
  return Missing(Concat("it cannot be opened: ", tried));
}

}  // namespace

Status CheckMpi(const MpiLibrary& library, int error, const char* function) {
  if (error == 0) {
    return {};
  }
  char text[1024] = "";
  library.functions->text(error, text, sizeof text);
  Status status = backend::Fail(ErrorCode::Driver, function, "MPI", text);
  status.info().driver_status = error;
  status.info().driver_status_name = "MPI error";
  return status;
}

Status OpenMpi(MpiLibrary** library) {
  // Never destroyed: MPI is ended at the end of the process.
  static MpiLibrary& opened = *new MpiLibrary;
  static const Status& status = *new Status(Open(&opened));
  if (!status.ok()) {
    return Status(status.info());
  }
  *library = &opened;
  return {};
}

}  // namespace kernelc::collective
