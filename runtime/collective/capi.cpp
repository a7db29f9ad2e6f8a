// Collectives of the C API.
#include <string>
#include <utility>
#include <vector>

#include "kernelc/collective.h"
#include "kernelc/kernelc_collective.h"
#include "runtime/capi/objects.h"

using kernelc::capi::ArrayOf;
using kernelc::capi::ContextOf;
using kernelc::capi::Failure;
using kernelc::capi::Guard;
using kernelc::capi::HandleKind;
using kernelc::capi::RequirePointer;

namespace kernelc::capi {
namespace {

struct CommunicatorObject : HandleObject {
  explicit CommunicatorObject(Communicator value) : communicator(std::move(value)) {}
  Communicator communicator;
};

const Communicator& CommunicatorOf(const char* function, kernelc_communicator handle) {
  return FindAs<CommunicatorObject>(function, HandleKind::Communicator, handle).communicator;
}

std::vector<DeviceArrayAny> ArraysOf(const char* function, const char* parameter, const kernelc_array* handles,
                                     std::size_t count) {
  std::vector<DeviceArrayAny> arrays;
  if (count != 0) {
    RequirePointer(function, parameter, handles);
  }
  for (std::size_t i = 0; i < count; ++i) {
    arrays.push_back(ArrayOf(function, handles[i]));
  }
  return arrays;
}

std::vector<StreamRef> StreamsOf(const char* function, const kernelc_stream* handles, int count) {
  std::vector<StreamRef> streams;
  for (int i = 0; handles != nullptr && i < count; ++i) {
    streams.push_back(StreamOrDefault(function, handles[i]));
  }
  return streams;
}

ReduceOp OpOf(const char* function, kernelc_reduce_op op) {
  if (op < KERNELC_REDUCE_SUM || op > KERNELC_REDUCE_MAX) {
    throw Failure(KERNELC_INVALID_ARGUMENT,
                  std::string(function) + ": `op` is " + std::to_string(op) + ", which is no operation");
  }
  return static_cast<ReduceOp>(op);
}

CollectiveOptions OptionsOf(const char* function, const kernelc_collective_options* given) {
  const kernelc_collective_options defaults = {
      .struct_size = sizeof defaults, .timeout_ms = 0, .connect_timeout_ms = 0, .silence_ms = 0};
  const kernelc_collective_options read = ReadStruct(function, given, defaults);
  CollectiveOptions options;
  const auto take = [](std::uint64_t given_ms, std::chrono::milliseconds& option) {
    if (given_ms != 0) {
      option = std::chrono::milliseconds(given_ms);
    }
  };
  take(read.timeout_ms, options.timeout);
  take(read.connect_timeout_ms, options.connect_timeout);
  take(read.silence_ms, options.silence);
  return options;
}

template <typename Make>
kernelc_status MakeCommunicator(const char* function, kernelc_communicator* out, Make make) {
  return Guard(function, [&] {
    RequirePointer(function, "communicator", out);
    GiveHandle<CommunicatorObject>(HandleKind::Communicator, out, make());
  });
}

std::vector<Message> MessagesOf(const char* function, const kernelc_array* arrays, const std::int32_t* peers,
                                std::size_t count) {
  std::vector<Message> messages;
  if (count != 0) {
    RequirePointer(function, "peers", peers);
  }
  for (DeviceArrayAny& array : ArraysOf(function, "arrays", arrays, count)) {
    messages.push_back({std::move(array), peers[messages.size()]});
  }
  return messages;
}

// What a call takes, as the C++ API has it.
struct Call {
  Call(const char* name, kernelc_communicator handle, const kernelc_stream* stream_handles)
      : function(name),
        communicator(CommunicatorOf(name, handle)),
        streams(StreamsOf(name, stream_handles, communicator.local_size())) {}
  std::vector<DeviceArrayAny> Arrays(const char* parameter, const kernelc_array* handles, std::size_t count) const {
    return ArraysOf(function, parameter, handles, count);
  }
  const char* function;
  const Communicator& communicator;
  std::vector<StreamRef> streams;
};

}  // namespace
}  // namespace kernelc::capi

using kernelc::Communicator;
using kernelc::capi::Call;
using kernelc::capi::MakeCommunicator;
using kernelc::capi::MessagesOf;
using kernelc::capi::OpOf;
using kernelc::capi::OptionsOf;

kernelc_status kernelc_communicator_of_devices(const kernelc_context* contexts, size_t count,
                                               kernelc_communicator* communicator) {
  return MakeCommunicator(__func__, communicator, [&, function = __func__] {
    std::vector<kernelc::Context> list;
    RequirePointer(function, "contexts", contexts);
    for (size_t i = 0; i < count; ++i) {
      list.push_back(ContextOf(function, contexts[i]));
    }
    return Communicator::OfDevices(list);
  });
}

kernelc_status kernelc_communicator_connect(kernelc_context context, int32_t rank, int32_t size, const char* place,
                                            const kernelc_collective_options* options,
                                            kernelc_communicator* communicator) {
  return MakeCommunicator(__func__, communicator, [&, function = __func__] {
    RequirePointer(function, "place", place);
    return Communicator::Connect(ContextOf(function, context), rank, size, place, OptionsOf(function, options));
  });
}

kernelc_status kernelc_communicator_from_environment(kernelc_context context,
                                                     const kernelc_collective_options* options,
                                                     kernelc_communicator* communicator) {
  return MakeCommunicator(__func__, communicator, [&, function = __func__] {
    return Communicator::FromEnvironment(ContextOf(function, context), OptionsOf(function, options));
  });
}

kernelc_status kernelc_communicator_from_mpi(kernelc_context context, const kernelc_collective_options* options,
                                             kernelc_communicator* communicator) {
  return MakeCommunicator(__func__, communicator, [&, function = __func__] {
    return Communicator::FromMpi(ContextOf(function, context), OptionsOf(function, options));
  });
}

kernelc_status kernelc_communicator_destroy(kernelc_communicator communicator) {
  return kernelc::capi::DestroyHandle(__func__, HandleKind::Communicator, communicator);
}

kernelc_status kernelc_communicator_rank(kernelc_communicator communicator, int32_t* rank) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "rank", rank);
    *rank = kernelc::capi::CommunicatorOf(function, communicator).rank();
  });
}

kernelc_status kernelc_communicator_size(kernelc_communicator communicator, int32_t* size) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "size", size);
    *size = kernelc::capi::CommunicatorOf(function, communicator).size();
  });
}

kernelc_status kernelc_communicator_check(kernelc_communicator communicator) {
  return Guard(__func__,
               [&, function = __func__] { kernelc::capi::CommunicatorOf(function, communicator).Check(); });
}

kernelc_status kernelc_broadcast(kernelc_communicator communicator, const kernelc_array* arrays, size_t count,
                                 int32_t root, const kernelc_stream* streams) {
  return Guard(__func__, [&, function = __func__] {
    const Call call(function, communicator, streams);
    call.communicator.Broadcast(call.Arrays("arrays", arrays, count), root, call.streams);
  });
}

kernelc_status kernelc_reduce_to_rank(kernelc_communicator communicator, const kernelc_array* inputs, size_t count,
                              kernelc_array output, int32_t root, kernelc_reduce_op op,
                              const kernelc_stream* streams) {
  return Guard(__func__, [&, function = __func__] {
    const Call call(function, communicator, streams);
    const kernelc::DeviceArrayAny result = output == nullptr ? kernelc::DeviceArrayAny() : ArrayOf(function, output);
    call.communicator.Reduce(call.Arrays("inputs", inputs, count), result, root, OpOf(function, op), call.streams);
  });
}

kernelc_status kernelc_all_reduce(kernelc_communicator communicator, const kernelc_array* inputs,
                                  const kernelc_array* outputs, size_t count, kernelc_reduce_op op,
                                  const kernelc_stream* streams) {
  return Guard(__func__, [&, function = __func__] {
    const Call call(function, communicator, streams);
    call.communicator.AllReduce(call.Arrays("inputs", inputs, count), call.Arrays("outputs", outputs, count),
                                OpOf(function, op), call.streams);
  });
}

kernelc_status kernelc_all_gather(kernelc_communicator communicator, const kernelc_array* inputs,
                                  const kernelc_array* outputs, size_t count, const kernelc_stream* streams) {
  return Guard(__func__, [&, function = __func__] {
    const Call call(function, communicator, streams);
    call.communicator.AllGather(call.Arrays("inputs", inputs, count), call.Arrays("outputs", outputs, count),
                                call.streams);
  });
}

kernelc_status kernelc_reduce_scatter(kernelc_communicator communicator, const kernelc_array* inputs,
                                      const kernelc_array* outputs, size_t count, kernelc_reduce_op op,
                                      const kernelc_stream* streams) {
  return Guard(__func__, [&, function = __func__] {
    const Call call(function, communicator, streams);
    call.communicator.ReduceScatter(call.Arrays("inputs", inputs, count), call.Arrays("outputs", outputs, count),
                                    OpOf(function, op), call.streams);
  });
}

kernelc_status kernelc_scatter(kernelc_communicator communicator, const kernelc_array* chunks, size_t chunk_count,
                               const kernelc_array* outputs, size_t count, int32_t root,
                               const kernelc_stream* streams) {
  return Guard(__func__, [&, function = __func__] {
    const Call call(function, communicator, streams);
    call.communicator.Scatter(call.Arrays("chunks", chunks, chunk_count), call.Arrays("outputs", outputs, count), root,
                              call.streams);
  });
}

kernelc_status kernelc_gather(kernelc_communicator communicator, const kernelc_array* inputs, size_t count,
                              const kernelc_array* chunks, size_t chunk_count, int32_t root,
                              const kernelc_stream* streams) {
  return Guard(__func__, [&, function = __func__] {
    const Call call(function, communicator, streams);
    call.communicator.Gather(call.Arrays("inputs", inputs, count), call.Arrays("chunks", chunks, chunk_count), root,
                             call.streams);
  });
}

kernelc_status kernelc_exchange(kernelc_communicator communicator, const kernelc_array* sends,
                                const int32_t* send_peers, size_t send_count, const kernelc_array* receives,
                                const int32_t* receive_peers, size_t receive_count, const kernelc_stream* streams) {
  return Guard(__func__, [&, function = __func__] {
    const Call call(function, communicator, streams);
    call.communicator.Exchange(MessagesOf(function, sends, send_peers, send_count),
                               MessagesOf(function, receives, receive_peers, receive_count), call.streams);
  });
}

kernelc_status kernelc_barrier(kernelc_communicator communicator) {
  return Guard(__func__,
               [&, function = __func__] { kernelc::capi::CommunicatorOf(function, communicator).Barrier(); });
}
