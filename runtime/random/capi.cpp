// Random numbers of the C API.
#include "kernelc/generator.h"
#include "kernelc/kernelc_random.h"
#include "runtime/capi/objects.h"

using kernelc::capi::ArrayOf;
using kernelc::capi::ContextOf;
using kernelc::capi::Guard;
using kernelc::capi::RequirePointer;
using kernelc::capi::StreamOrDefault;

namespace kernelc::random {
namespace {

// Calls `draw` with the generator of the array's device, the array and the stream.
template <typename Draw>
kernelc_status Fill(const char* function, kernelc_array array, kernelc_stream stream, Draw draw) {
  return Guard(function, [&] {
    const DeviceArrayAny& out = ArrayOf(function, array);
    draw(default_generator(out.context().device()), out, StreamOrDefault(function, stream));
  });
}

Generator& GeneratorOf(const char* function, kernelc_context context) {
  return default_generator(ContextOf(function, context).device());
}

}  // namespace
}  // namespace kernelc::random

using kernelc::random::Fill;
using kernelc::random::GeneratorOf;

kernelc_status kernelc_random_seed(kernelc_context context, uint64_t seed) {
  return Guard(__func__, [&, function = __func__] { GeneratorOf(function, context).ManualSeed(seed); });
}

kernelc_status kernelc_random_get_state(kernelc_context context, kernelc_random_state* state) {
  return Guard(__func__, [&, function = __func__] {
    const kernelc::GeneratorState now = GeneratorOf(function, context).state();
    const kernelc_random_state value = {
        .struct_size = sizeof value, .seed = now.seed, .offset = now.offset};
    kernelc::capi::FillStruct(function, state, value);
  });
}

kernelc_status kernelc_random_set_state(kernelc_context context,
                                        const kernelc_random_state* state) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "state", state);
    const kernelc_random_state value =
        kernelc::capi::ReadStruct(function, state, kernelc_random_state{});
    GeneratorOf(function, context).SetState({value.seed, value.offset});
  });
}

kernelc_status kernelc_random_uniform(kernelc_array array, double low, double high,
                                      kernelc_stream stream) {
  return Fill(__func__, array, stream, [&](auto& generator, const auto& out, auto on) {
    generator.Uniform(out, low, high, on);
  });
}

kernelc_status kernelc_random_normal(kernelc_array array, double mean, double deviation,
                                     kernelc_stream stream) {
  return Fill(__func__, array, stream, [&](auto& generator, const auto& out, auto on) {
    generator.Normal(out, mean, deviation, on);
  });
}

kernelc_status kernelc_random_exponential(kernelc_array array, double scale,
                                          kernelc_stream stream) {
  return Fill(__func__, array, stream, [&](auto& generator, const auto& out, auto on) {
    generator.Exponential(out, scale, on);
  });
}

kernelc_status kernelc_random_integers(kernelc_array array, int64_t low, int64_t high,
                                       kernelc_stream stream) {
  return Fill(__func__, array, stream, [&](auto& generator, const auto& out, auto on) {
    generator.Integers(out, low, high, on);
  });
}

kernelc_status kernelc_random_permutation(kernelc_array array, kernelc_stream stream) {
  return Fill(__func__, array, stream, [&](auto& generator, const auto& out, auto on) {
    generator.Permutation(out, on);
  });
}
