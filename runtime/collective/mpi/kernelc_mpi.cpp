// libkernelc_mpi: see mpi_plugin.h. Built with the MPI that programs run under.
// Not the bindings for C++, which MPI has given up.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "runtime/collective/mpi_plugin.h"

// Pieces of a message: MPI counts in int.
struct kernelc_mpi_request {
  std::vector<MPI_Request> pieces;
  std::size_t bytes = 0;
};

namespace {

constexpr std::size_t kPiece = std::size_t{1} << 30;

MPI_Comm group = MPI_COMM_NULL;
bool left = false;

void Finish() {
  int ended = 0;
  if (MPI_Finalized(&ended) == MPI_SUCCESS && ended == 0 && !left) {
    MPI_Finalize();
  }
}

const char* Library() {
  static char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  return MPI_Get_library_version(text, &length) == MPI_SUCCESS ? text : "MPI";
}

int Open(int* rank, int* size) {
  int started = 0;
  int level = MPI_THREAD_SINGLE;
  if (const int error = MPI_Initialized(&started); error != MPI_SUCCESS) {
    return error;
  }
  if (started == 0) {
    if (const int error = MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &level); error != MPI_SUCCESS) {
      return error;
    }
    std::atexit(Finish);
  } else if (const int error = MPI_Query_thread(&level); error != MPI_SUCCESS) {
    return error;
  }
  // Threads of kernelc call it, one at a time.
  if (level < MPI_THREAD_SERIALIZED) {
    return MPI_ERR_OTHER;
  }
  if (const int error = MPI_Comm_dup(MPI_COMM_WORLD, &group); error != MPI_SUCCESS) {
    return error;
  }
  // Errors come back to the caller instead of ending the job.
  MPI_Comm_set_errhandler(group, MPI_ERRORS_RETURN);
  MPI_Comm_rank(group, rank);
  return MPI_Comm_size(group, size);
}

int Broadcast(void* data, int bytes) { return MPI_Bcast(data, bytes, MPI_BYTE, 0, group); }

template <typename Start>
int StartPieces(std::size_t bytes, kernelc_mpi_request** request, Start start) {
  auto* made = new kernelc_mpi_request;
  for (std::size_t at = 0; at < bytes; at += kPiece) {
    MPI_Request piece = MPI_REQUEST_NULL;
    const int count = static_cast<int>(std::min(kPiece, bytes - at));
    if (const int error = start(at, count, &piece); error != MPI_SUCCESS) {
      delete made;
      return error;
    }
    made->pieces.push_back(piece);
  }
  *request = made;
  return MPI_SUCCESS;
}

int Send(const void* data, std::size_t bytes, int peer, int tag, kernelc_mpi_request** request) {
  return StartPieces(bytes, request, [&](std::size_t at, int count, MPI_Request* piece) {
    return MPI_Isend(static_cast<const char*>(data) + at, count, MPI_BYTE, peer, tag, group, piece);
  });
}

int Receive(void* data, std::size_t bytes, int peer, int tag, kernelc_mpi_request** request) {
  return StartPieces(bytes, request, [&](std::size_t at, int count, MPI_Request* piece) {
    return MPI_Irecv(static_cast<char*>(data) + at, count, MPI_BYTE, peer, tag, group, piece);
  });
}

int Test(kernelc_mpi_request* request, int* done, std::size_t* bytes) {
  *done = 0;
  while (!request->pieces.empty()) {
    MPI_Status status;
    int piece_done = 0;
    if (const int error = MPI_Test(&request->pieces.back(), &piece_done, &status); error != MPI_SUCCESS) {
      return error;
    }
    if (piece_done == 0) {
      return MPI_SUCCESS;
    }
    int count = 0;
    // Of a send there is none.
    if (MPI_Get_count(&status, MPI_BYTE, &count) == MPI_SUCCESS && count > 0) {
      request->bytes += static_cast<std::size_t>(count);
    }
    request->pieces.pop_back();
  }
  *done = 1;
  *bytes = request->bytes;
  delete request;
  return MPI_SUCCESS;
}

void Leave() { left = true; }

void Text(int error, char* out, std::size_t size) {
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  if (MPI_Error_string(error, text, &length) != MPI_SUCCESS) {
    length = 0;
  }
  std::snprintf(out, size, "%.*s", length, text);
}

constexpr kernelc_mpi_plugin kPlugin = {
    .version = KERNELC_MPI_PLUGIN_VERSION,
    .library = Library,
    .open = Open,
    .broadcast = Broadcast,
    .send = Send,
    .receive = Receive,
    .test = Test,
    .leave = Leave,
    .text = Text,
};

}  // namespace

extern "C" __attribute__((visibility("default"))) const kernelc_mpi_plugin* kernelc_mpi_plugin_1();
extern "C" const kernelc_mpi_plugin* kernelc_mpi_plugin_1() { return &kPlugin; }
