// What a call of a reduction and one of a scan have in common.
#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "compiler/driver/generate/accumulation.h"

namespace kernelc::driver::generate {

class Accumulator {
 public:
  // `in_place`: a single result may take the place of an input that it lies on element by element.
  Accumulator(Accumulation accumulation, bool in_place)
      : accumulation_(std::move(accumulation)), in_place_(in_place) {}
  const Accumulation& accumulation() const { return accumulation_; }

 protected:
  // What the launches of a call are about; borrowed.
  struct Work {
    AccumulationPlan& plan;
    const Parameters& parameters;
    // What the inputs broadcast to.
    const Dims& shape;
    // Share no memory with the inputs but in place.
    std::span<const DeviceArrayAny> outputs;
    StreamRef stream;
  };

  // The results: `call.outputs`, or new arrays of the shape that `result_shape` gives for that of
  // the inputs. `start` enqueues, unless there is nothing to compute.
  template <typename Call, typename ResultShape, typename Start>
  std::vector<DeviceArrayAny> Run(const Call& call, std::span<const Arg> args,
                                  ResultShape result_shape, Start start) {
    const char* const what = accumulation_.what;
    const Parameters parameters = BindParameters(accumulation_.interface, args, call.scalars, what);
    std::vector<const DeviceArrayAny*> arrays = parameters.present();
    if (arrays.empty()) {
      ThrowCall(ErrorCode::TypeMismatch, what, "one of the arguments must be an array");
    }
    const Dims shape = BroadcastShape(arrays, parameters.names(accumulation_.interface), what);
    const Dims wanted = result_shape(shape);
    AccumulationPlan& plan = plans_.Get(PlanKey(parameters, call.outputs), [&] {
      return MakePlan(accumulation_, parameters, call.outputs);
    });
    std::vector<DeviceArrayAny> outputs(call.outputs.begin(), call.outputs.end());
    for (std::size_t k = 0; k < outputs.size(); ++k) {
      CheckOutputShape(outputs[k], wanted, fmt::format("out{}", k), what);
      arrays.push_back(&outputs[k]);
    }
    const Context context = ContextOfArrays(arrays, call.stream, what);
    const auto append_new = [&](std::vector<DeviceArrayAny>& to, ScalarKind kind) {
      to.push_back(DeviceArrayAny::Empty(context, kind, wanted, Order::C, call.stream));
    };
    for (std::size_t k = outputs.size(); k < plan.results.size(); ++k) {
      append_new(outputs, plan.results[k]);
    }
    if (outputs.front().size() == 0) {
      return outputs;
    }
    if (!Overwrites(parameters, outputs, shape)) {
      start(Work{plan, parameters, shape, outputs, call.stream});
      return outputs;
    }
    std::vector<DeviceArrayAny> apart;
    for (const DeviceArrayAny& output : outputs) {
      append_new(apart, output.kind());
    }
    start(Work{plan, parameters, shape, apart, call.stream});
    for (std::size_t k = 0; k < outputs.size(); ++k) {
      outputs[k].CopyFrom(apart[k], call.stream);
    }
    return outputs;
  }

  Scratch& scratch() { return scratch_; }

 private:
  // A block may write its result while others still read.
  bool Overwrites(const Parameters& parameters, std::span<const DeviceArrayAny> outputs,
                  const Dims& shape) const {
    return std::ranges::any_of(outputs, [&](const DeviceArrayAny& output) {
      return std::ranges::any_of(parameters.present(), [&](const auto* array) {
        const bool in_place = in_place_ && outputs.size() == 1 && SameElements(*array, output) &&
                              array->shape() == shape;
        return MayOverlap(*array, output) && !in_place;
      });
    });
  }

  const Accumulation accumulation_;
  const bool in_place_;
  Plans<AccumulationPlan> plans_;
  Scratch scratch_;
};

}  // namespace kernelc::driver::generate
