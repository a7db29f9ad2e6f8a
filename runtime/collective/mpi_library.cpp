#include "runtime/collective/mpi_library.h"

#include <dlfcn.h>

#include <string>
#include <vector>

#include "runtime/backend/library.h"
#include "runtime/backend/text.h"

namespace kernelc::collective {
namespace {

using backend::Concat;
using backend::Status;

constexpr const char* kFile = "libkernelc_mpi.so";

// Beside the library that holds this code, where the loader can say which one that is.
std::vector<std::string> Files() {
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

Status Missing(std::string why) { return backend::Fail(ErrorCode::NotFound, "start MPI", kFile, std::move(why)); }

Status Open(MpiLibrary* mpi) {
  const backend::LibraryPlaces places = {
      .name = "kernelc's MPI library",
      .variable = "KERNELC_MPI",
      .files = Files(),
      .in_toolkit = {},
      .advice = "it is built with kernelc where MPI's headers are (Debian: libopenmpi-dev), and needs the MPI that it was built with; "
                "use Communicator::FromEnvironment(), which needs no MPI",
      // Parts of MPI look for symbols of others among those of the whole process.
      .global = true,
  };
  std::string why;
  const backend::Library library = backend::Library::Open(places, &why);
  if (!library.is_open()) {
    return Missing(std::move(why));
  }
  kernelc_mpi_get_plugin get = nullptr;
  backend::TableFiller(library).Fill(KERNELC_MPI_GET_PLUGIN, &get);
  if (get == nullptr || get()->version != KERNELC_MPI_PLUGIN_VERSION) {
    return Missing(Concat(library.file(), get == nullptr ? " is not kernelc's" : " is of another version of kernelc"));
  }
  mpi->functions = get();
  return CheckMpi(*mpi, mpi->functions->open(&mpi->rank, &mpi->size), "MPI_Init_thread");
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
