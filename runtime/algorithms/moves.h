// Elements that are moved as they are, whatever they mean.
#pragma once

#include "runtime/algorithms/call.h"

namespace kernelc::algorithms {

// What elements of 1, 2, 4, 8 or 16 bytes are moved as. Throws Error{TypeMismatch} that names the array for other sizes.
ScalarKind MovedKind(const Call& call, const char* name, const DeviceArrayAny& array);

// What places in an array of this size are kept in.
ScalarKind PlaceKind(std::int64_t size);
// 0, 1, 2 and so on, in uint32 or uint64.
void FillPlaces(const Call& call, const DeviceArrayAny& places);
// out[i] = from[places[i]], of the same MovedKind().
void Gather(const Call& call, const DeviceArrayAny& from, const DeviceArrayAny& places,
            const DeviceArrayAny& out);

}  // namespace kernelc::algorithms
