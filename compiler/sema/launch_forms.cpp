// Functions that Numba calls on the host for whole arrays: @vectorize, @guvectorize and cuda.reduce. A launch of one runs
// a kernel of stdlib/launches.py that calls it.
#include <algorithm>
#include <map>

#include "compiler/constants/files.h"
#include "compiler/sema/program.h"
#include "compiler/types/written_types.h"

namespace kernelc::sema {
namespace {

std::string_view LibraryKernel(LaunchForm form) {
  switch (form) {
    case LaunchForm::Vectorize:
      return "launches.vectorized";
    case LaunchForm::Generalize:
      return "launches.generalized";
    case LaunchForm::Reduce:
      return "launches.reduced";
    case LaunchForm::Kernel:
      break;
  }
  KC_FATAL("a kernel is launched itself");
}

Object IntObject(std::int64_t value) { return Object::Of(Number::Int(value)); }

ParamBinding Bound(Object object) {
  ParamBinding binding;
  binding.kind = ValueKind::Object;
  binding.object = std::move(object);
  return binding;
}

// Whether all signatures have an array for the parameter, which is one element of what the launch passes.
bool TakesArray(const FunctionInfo& function, std::size_t param) {
  const auto& signatures = function.options.signatures;
  return !signatures.empty() && std::ranges::all_of(signatures, [&](const auto& types) {
    return param < types.size() && types[param].kind == abi::ArgKind::Array;
  });
}

// Dimensions that must have one extent, each pair as (argument, dimension, argument, dimension) with dimensions counted
// from the last: those of one name in the layout, and all that results have beside their own.
Object SameExtents(const index::Layout& layout, const std::vector<int>& cores, int loops) {
  std::vector<Object> pairs;
  const auto add = [&pairs](std::size_t i, int dim, std::size_t k, int other) {
    pairs.push_back(Object::Tuple({IntObject(static_cast<std::int64_t>(i)), IntObject(dim),
                                   IntObject(static_cast<std::int64_t>(k)), IntObject(other)}));
  };
  std::map<std::string, std::pair<std::size_t, int>> seen;
  for (std::size_t i = 0; i < layout.parts.size(); ++i) {
    const int size = static_cast<int>(layout.parts[i].size());
    for (int dim = 0; dim < size; ++dim) {
      const auto [at, is_new] = seen.try_emplace(layout.parts[i][static_cast<std::size_t>(dim)], i, dim - size);
      if (!is_new) {
        add(at->second.first, at->second.second, i, dim - size);
      }
    }
  }
  const std::size_t last = layout.parts.size() - 1;
  for (std::size_t i = layout.parts.size() - layout.results; i < last; ++i) {
    for (int loop = 1; loop <= loops; ++loop) {
      add(last, -std::max(cores[last], 0) - loop, i, -std::max(cores[i], 0) - loop);
    }
  }
  return Object::Tuple(std::move(pairs));
}

bool CheckLaunchCount(const FunctionInfo& function, const std::vector<std::string>& names,
                      std::size_t given, diag::Emitter& emitter) {
  const std::size_t optional = OptionalLaunchParams(function);
  if (given > names.size() || given + optional < names.size()) {
    emitter
        .Build(function.name_range, diag::Kind::ArgumentCount, function.name,
               optional == 0 ? fmt::format("{}", names.size())
                             : fmt::format("{} to {}", names.size() - optional, names.size()),
               names.size() == 1 ? "" : "s", given)
        .Help(fmt::format("a launch passes {}", fmt::join(names, ", ")))
        .Emit();
    return false;
  }
  const std::size_t own = OwnParams(function).size();
  if (function.options.launch == LaunchForm::Reduce && own != 2) {
    emitter
        .Build(function.name_range, diag::Kind::ArgumentCount, function.name, own,
               own == 1 ? "" : "s", 2)
        .Help("a reduction calls the function with two elements, and its result is one again")
        .Emit();
    return false;
  }
  if (const ast::Arg* star = function.arguments().vararg) {
    emitter.Build(star->range, diag::Kind::KernelParameter, star->arg)
        .Help("a launch passes positional arguments")
        .Emit();
    return false;
  }
  return true;
}

// What a launch passes, and how its dimensions are split between the loop and the function.
struct LaunchShape {
  const FunctionInfo& function;
  const std::vector<std::string>& names;
  const std::vector<abi::ArgType>& types;
  index::Layout layout;
  // By argument: how many dimensions the function takes; -1 where it is one element that may be an array.
  std::vector<int> cores;
  // Dimensions of the loop.
  int loops = 0;

  bool is_reduction() const { return function.options.launch == LaunchForm::Reduce; }
  // The array that has the shape of the loop.
  std::size_t last() const { return is_reduction() ? 0 : names.size() - 1; }

  bool Refuse(std::size_t i, const std::string& wanted, diag::Emitter& emitter) const {
    emitter
        .Build(function.name_range, diag::Kind::ArgumentType, names[i], wanted,
               types::SpellArgType(types[i]))
        .Help(is_reduction()
                  ? "a launch passes the array, an array for the results (one, or one for each block) "
                    "and the value to begin with"
                  : "arguments are broadcast to the shape of the last one, which takes the result")
        .Emit();
    return false;
  }
};

// Reads the layout of a `@guvectorize`. False, with a diagnostic, where it does not describe the parameters.
bool SplitByLayout(LaunchShape* shape, diag::Emitter& emitter) {
  const FunctionInfo& function = shape->function;
  const std::size_t count = shape->names.size();
  const std::optional<index::Layout> read = index::ReadLayout(function.options.layout);
  if (!read || read->parts.size() != count) {
    emitter
        .Build(function.name_range, diag::Kind::BadSignature,
               fmt::format("the layout `{}` does not describe {} parameter{}",
                           function.options.layout, count, count == 1 ? "" : "s"))
        .Help("a layout is `(m,n),(n,p)->(m,p)`: the dimensions of each parameter, results behind the arrow")
        .Emit();
    return false;
  }
  shape->layout = *read;
  const index::Layout& layout = shape->layout;
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_result = i >= layout.parts.size() - layout.results;
    shape->cores[i] = static_cast<int>(layout.parts[i].size());
    if (shape->cores[i] == 0 && (is_result || TakesArray(function, i))) {
      shape->cores[i] = -1;
    }
  }
  return true;
}

// Whether argument `i` has as many dimensions as the loop and the function take; otherwise a diagnostic.
bool CheckDimensions(const LaunchShape& shape, std::size_t i, diag::Emitter& emitter) {
  const int core = std::max(shape.cores[i], 0);
  const bool is_array = shape.types[i].kind == abi::ArgKind::Array;
  const int ndim = is_array ? static_cast<int>(shape.types[i].ndim) : 0;
  const int least = shape.cores[i] < 0 ? 1 : core;
  const int most = shape.loops + core;
  const std::string& last = shape.names[shape.last()];
  const unsigned last_ndim = shape.types[shape.last()].ndim;
  if (ndim < least) {
    return shape.Refuse(
        i, fmt::format("an array of {} dimension{} or more", least, least == 1 ? "" : "s"),
        emitter);
  }
  if (ndim - core > std::max(shape.loops, shape.cores[i] < 0 ? 1 : 0)) {
    return shape.Refuse(i,
                        fmt::format("at most {} dimension{}, as `{}` has {}", most,
                                    most == 1 ? "" : "s", last, last_ndim),
                        emitter);
  }
  if (i >= shape.names.size() - shape.layout.results && ndim != most) {
    return shape.Refuse(i, fmt::format("{} dimensions, as `{}` has {}", most, last, last_ndim),
                        emitter);
  }
  return true;
}

bool CheckLaunchTypes(LaunchShape* shape, diag::Emitter& emitter) {
  const std::size_t last = shape->last();
  if (shape->types[last].kind != abi::ArgKind::Array) {
    return shape->Refuse(last, "an array", emitter);
  }
  shape->loops = static_cast<int>(shape->types[last].ndim) - std::max(shape->cores[last], 0);
  if (shape->is_reduction()) {
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
      if (shape->types[i].kind != abi::ArgKind::Array || shape->types[i].ndim != 1) {
        return shape->Refuse(i, "an array of one dimension", emitter);
      }
    }
    return true;
  }
  for (std::size_t i = 0; i < shape->names.size(); ++i) {
    if (!CheckDimensions(*shape, i, emitter)) {
      return false;
    }
  }
  return true;
}

std::vector<ParamBinding> PassedBindings(const LaunchShape& shape, types::TypeStore& types) {
  std::vector<ParamBinding> passed;
  for (std::size_t i = 0; i < shape.types.size(); ++i) {
    ParamBinding& binding = passed.emplace_back();
    binding.name = shape.names[i];
    binding.type = types.FromArg(shape.types[i]);
    if (shape.types[i].kind == abi::ArgKind::None) {
      binding.kind = ValueKind::Object;
    }
    if (shape.types[i].kind == abi::ArgKind::Array) {
      binding.facts.array = shape.types[i].facts;
    }
  }
  return passed;
}

// The parameters of the kernel of stdlib/: the function, what is known of the shapes, and what the launch passes.
std::vector<ParamBinding> LaunchBindings(const LaunchShape& shape, types::TypeStore& types) {
  std::vector<ParamBinding> params = {Bound(Object::Function(&shape.function))};
  std::vector<ParamBinding> passed = PassedBindings(shape, types);
  if (shape.is_reduction()) {
    std::ranges::move(passed, std::back_inserter(params));
    // What the launch leaves out is None.
    params.resize(shape.names.size() + 1, Bound(Object()));
    return params;
  }
  std::vector<Object> elements;
  for (const int core : shape.cores) {
    elements.push_back(IntObject(core));
  }
  params.push_back(Bound(Object::Tuple(std::move(elements))));
  if (shape.function.options.launch == LaunchForm::Generalize) {
    params.push_back(Bound(IntObject(shape.loops)));
    params.push_back(Bound(SameExtents(shape.layout, shape.cores, shape.loops)));
  }
  ParamBinding& tuple = params.emplace_back();
  tuple.kind = ValueKind::Tuple;
  tuple.elements = std::move(passed);
  return params;
}

}  // namespace

Instance* Program::AddLaunchForm(const FunctionInfo& function,
                                 const std::vector<abi::ArgType>& arg_types,
                                 diag::Emitter& emitter) {
  const LaunchForm form = function.options.launch;
  const std::vector<std::string> names = LaunchParams(function);
  if (!CheckLaunchCount(function, names, arg_types.size(), emitter)) {
    return nullptr;
  }
  LaunchShape shape{function, names, arg_types, {}, std::vector<int>(names.size(), 0)};
  if (form == LaunchForm::Generalize && !SplitByLayout(&shape, emitter)) {
    return nullptr;
  }
  if (!CheckLaunchTypes(&shape, emitter)) {
    return nullptr;
  }
  Instance& instance = instances_.emplace_back();
  instance.function = &constants::LibraryFunction(LibraryKernel(form));
  instance.launched = &function;
  instance.use = function.name_range;
  instance.kind = kir::FunctionKind::Kernel;
  instance.symbol = UniqueSymbol(function.name);
  instance.id = kir::FunctionId(module_->functions.size());
  module_->functions.emplace_back();
  instance.params = LaunchBindings(shape, module_->types);
  kernels_.push_back(&instance);
  return &instance;
}

void Program::ReportLaunched(const Instance& kernel, diag::Emitter& emitter) {
  const FunctionInfo& function = *kernel.launched;
  const DecoratorOptions& options = function.options;
  // The function comes first, what the launch passes last.
  const std::vector<ParamBinding> passed =
      options.launch == LaunchForm::Reduce
          ? std::vector<ParamBinding>(kernel.params.begin() + 1, kernel.params.end())
          : kernel.params.back().elements;
  std::vector<std::string> signatures;
  for (const std::vector<abi::ArgType>& types : options.signatures) {
    std::vector<std::string> spelled;
    for (const abi::ArgType& type : types) {
      spelled.push_back(types::SpellArgType(type));
    }
    signatures.push_back(fmt::format("({})", fmt::join(spelled, ", ")));
  }
  emitter
      .Build(function.name_range, diag::Kind::LibraryArguments, function.name,
             SpellParams(module_->types, passed))
      .Help(signatures.empty()
                ? "the function is called with elements of the arguments, and gives one for the result"
                : fmt::format("the function is called with elements of the arguments, its signatures "
                              "take {}",
                              fmt::join(signatures, " or ")))
      .Emit();
}

}  // namespace kernelc::sema
