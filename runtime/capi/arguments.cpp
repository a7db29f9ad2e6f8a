#include "runtime/capi/arguments.h"

#include <cstring>

#include "runtime/backend/text.h"
#include "runtime/capi/objects.h"

namespace kernelc::capi {
namespace {

using backend::Concat;

// Tuples within tuples end here, before the stack does.
constexpr unsigned kMaxTupleDepth = 16;

}  // namespace

Arguments::Arguments(const char* function, const kernelc_arg* args, std::size_t count)
    : function_(function) {
  if (count > 0) {
    RequirePointer(function, "args", args);
  }
  Convert(std::span(args, count), list_, 0);
}

void Arguments::Convert(std::span<const kernelc_arg> args, std::vector<Arg>& out, unsigned depth) {
  out.reserve(args.size());
  for (const kernelc_arg& arg : args) {
    out.push_back(Convert(arg, depth));
  }
}

Arg Arguments::Convert(const kernelc_arg& arg, unsigned depth) {
  switch (arg.kind) {
    case KERNELC_ARG_NONE:
      return Arg();
    case KERNELC_ARG_SCALAR: {
      ScalarValue value;
      value.kind = KindOf(function_, arg.dtype);
      std::memcpy(value.bytes, &arg.value, abi::scalar_info(value.kind).size);
      return Arg(value);
    }
    case KERNELC_ARG_ARRAY:
      return Arg(ArrayOf(function_, arg.value.array));
    case KERNELC_ARG_RECORD:
      return Arg::Record(ArrayOf(function_, arg.value.array));
    case KERNELC_ARG_TUPLE:
      return Tuple(arg, depth + 1);
    default:
      throw Failure(KERNELC_INVALID_ARGUMENT,
                    Concat(function_, ": no kind of argument has number ", arg.kind));
  }
}

Arg Arguments::Tuple(const kernelc_arg& arg, unsigned depth) {
  if (depth > kMaxTupleDepth) {
    throw Failure(KERNELC_INVALID_ARGUMENT,
                  Concat(function_, ": tuples are nested more than ", kMaxTupleDepth, " deep"));
  }
  if (arg.value.tuple.count > 0) {
    RequirePointer(function_, "tuple.items", arg.value.tuple.items);
  }
  std::vector<Arg>& items = tuples_.emplace_back();
  Convert(std::span(arg.value.tuple.items, arg.value.tuple.count), items, depth);
  return Arg::Tuple(items);
}

LaunchConfig ConfigOf(const char* function, const kernelc_launch_config* given) {
  RequirePointer(function, "config", given);
  const kernelc_launch_config config =
      ReadStruct(function, given,
                 kernelc_launch_config{.struct_size = sizeof(*given),
                                       .grid = {1, 1, 1},
                                       .block = {1, 1, 1},
                                       .dynamic_shared_bytes = 0,
                                       .stream = nullptr});
  return {.grid = {config.grid[0], config.grid[1], config.grid[2]},
          .block = {config.block[0], config.block[1], config.block[2]},
          .dynamic_shared_bytes = config.dynamic_shared_bytes,
          .stream = StreamOrDefault(function, config.stream)};
}

}  // namespace kernelc::capi
