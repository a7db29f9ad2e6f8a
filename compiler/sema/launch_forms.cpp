#include "compiler/sema/launch_forms.h"

#include <algorithm>

#include "compiler/sema/library.h"
#include "compiler/sema/program.h"
#include "compiler/sema/signature.h"

namespace kernelc::sema {
namespace {

std::vector<std::string> OwnParams(const FunctionInfo& function) {
  std::vector<std::string> names;
  const ast::Arguments& arguments = function.arguments();
  for (const ast::NodeList<ast::Arg> list : {arguments.posonlyargs, arguments.args}) {
    for (const ast::Arg* arg : list) {
      names.emplace_back(arg->arg);
    }
  }
  if (function.has_self()) {
    names.erase(names.begin());
  }
  return names;
}

// The name of the parameter for the result, which the function lacks.
std::string ResultName(const std::vector<std::string>& names) {
  std::string name = "out";
  while (std::ranges::find(names, name) != names.end()) {
    name += "_";
  }
  return name;
}

Object IntObject(std::int64_t value) { return Object::Of(Number::Int(value)); }

ParamBinding Bound(Object object) {
  ParamBinding binding;
  binding.kind = ValueKind::Object;
  binding.object = std::move(object);
  return binding;
}

}  // namespace

LaunchForm LaunchFormOf(std::string_view path) {
  if (path == "numba.vectorize") {
    return LaunchForm::Vectorize;
  }
  if (path == "numba.guvectorize") {
    return LaunchForm::Generalize;
  }
  return path == "cuda.reduce" || path == "cuda.Reduce" ? LaunchForm::Reduce : LaunchForm::Kernel;
}

std::vector<std::string> LaunchParams(const FunctionInfo& function) {
  std::vector<std::string> names = OwnParams(function);
  if (function.options.launch == LaunchForm::Reduce) {
    return {"arr", "res", "init"};
  }
  if (function.options.launch == LaunchForm::Vectorize) {
    names.push_back(ResultName(names));
  }
  return names;
}

std::optional<std::vector<int>> ReadLayout(std::string_view layout) {
  std::vector<int> cores;
  bool is_result = false;
  std::size_t results = 0;
  const auto skip_blanks = [&] {
    while (layout.starts_with(' ')) {
      layout.remove_prefix(1);
    }
  };
  for (skip_blanks(); !layout.empty(); skip_blanks()) {
    if (layout.starts_with("->") && !is_result) {
      is_result = true;
      layout.remove_prefix(2);
      continue;
    }
    if (layout.front() == ',' && !cores.empty()) {
      layout.remove_prefix(1);
      continue;
    }
    const std::size_t end = layout.find(')');
    if (layout.front() != '(' || end == std::string_view::npos) {
      return std::nullopt;
    }
    const std::string_view inside = layout.substr(1, end - 1);
    const bool is_empty = inside.find_first_not_of(' ') == std::string_view::npos;
    const int dims = is_empty ? 0 : static_cast<int>(1 + std::ranges::count(inside, ','));
    cores.push_back(is_result && dims == 0 ? -1 : dims);
    results += is_result ? 1 : 0;
    layout.remove_prefix(end + 1);
  }
  return results == 0 ? std::nullopt : std::optional(std::move(cores));
}

Instance* Program::AddLaunchForm(const FunctionInfo& function,
                                 const std::vector<abi::ArgType>& arg_types,
                                 diag::Emitter& emitter) {
  const LaunchForm form = function.options.launch;
  const std::vector<std::string> names = LaunchParams(function);
  if (arg_types.size() != names.size()) {
    emitter
        .Build(function.name_range, diag::Kind::ArgumentCount, function.name, names.size(),
               names.size() == 1 ? "" : "s", arg_types.size())
        .Help(fmt::format("a launch passes {}", fmt::join(names, ", ")))
        .Emit();
    return nullptr;
  }
  const auto refuse = [&](std::size_t i, const std::string& wanted) {
    emitter
        .Build(function.name_range, diag::Kind::ArgumentType, names[i], wanted,
               SpellArgType(arg_types[i]))
        .Help(form == LaunchForm::Reduce
                  ? "a launch passes the array, an array for the results (one, or one for each block) "
                    "and the value to begin with"
                  : "arguments are broadcast to the shape of the last one, which takes the result")
        .Emit();
    return nullptr;
  };
  std::vector<int> cores(names.size(), 0);
  if (form == LaunchForm::Generalize) {
    const std::optional<std::vector<int>> read = ReadLayout(function.options.layout);
    if (!read || read->size() != names.size()) {
      emitter
          .Build(function.name_range, diag::Kind::BadSignature,
                 fmt::format("the layout `{}` does not describe {} parameter{}",
                             function.options.layout, names.size(), names.size() == 1 ? "" : "s"))
          .Help("a layout is `(m,n),(n,p)->(m,p)`: the dimensions of each parameter, results behind the arrow")
          .Emit();
      return nullptr;
    }
    cores = *read;
  }
  // Of the array that has the shape of the loop.
  const std::size_t last = form == LaunchForm::Reduce ? 0 : names.size() - 1;
  if (arg_types[last].kind != abi::ArgKind::Array) {
    return refuse(last, "an array");
  }
  const int loops = static_cast<int>(arg_types[last].ndim) - std::max(cores[last], 0);
  if (form == LaunchForm::Reduce) {
    if (arg_types[0].ndim != 1) {
      return refuse(0, "an array of one dimension");
    }
    if (arg_types[1].kind != abi::ArgKind::Array || arg_types[1].ndim != 1) {
      return refuse(1, "an array of one dimension");
    }
  } else {
    for (std::size_t i = 0; i < names.size(); ++i) {
      const int core = std::max(cores[i], 0);
      const bool is_array = arg_types[i].kind == abi::ArgKind::Array;
      const int ndim = is_array ? static_cast<int>(arg_types[i].ndim) : 0;
      if (ndim < core || (cores[i] < 0 && !is_array)) {
        return refuse(i, fmt::format("an array of {} dimension{} or more", core, core == 1 ? "" : "s"));
      }
      if (ndim - core > loops) {
        return refuse(i, fmt::format("at most {} dimensions, as `{}` has the shape of the result",
                                     loops + core, names[last]));
      }
    }
  }
  Instance& instance = instances_.emplace_back();
  instance.function = &LibraryFunction(form == LaunchForm::Vectorize    ? "launches.vectorized"
                                       : form == LaunchForm::Generalize ? "launches.generalized"
                                                                        : "launches.reduced");
  instance.launched = &function;
  instance.use = function.name_range;
  instance.kind = kir::FunctionKind::Kernel;
  instance.symbol = UniqueSymbol(function.name);
  instance.id = kir::FunctionId(module_->functions.size());
  module_->functions.emplace_back();
  instance.params.push_back(Bound(Object::Function(&function)));
  if (form != LaunchForm::Reduce) {
    std::vector<Object> elements;
    for (const int core : cores) {
      elements.push_back(IntObject(core));
    }
    instance.params.push_back(Bound(Object::Tuple(std::move(elements))));
  }
  if (form == LaunchForm::Generalize) {
    instance.params.push_back(Bound(IntObject(loops)));
  }
  std::vector<ParamBinding> passed;
  for (std::size_t i = 0; i < arg_types.size(); ++i) {
    ParamBinding& binding = passed.emplace_back();
    binding.name = names[i];
    binding.type = module_->types.FromArg(arg_types[i]);
    if (arg_types[i].kind == abi::ArgKind::None) {
      binding.kind = ValueKind::Object;
    }
    if (arg_types[i].kind == abi::ArgKind::Array) {
      binding.facts.array = arg_types[i].facts;
    }
  }
  if (form == LaunchForm::Reduce) {
    std::ranges::move(passed, std::back_inserter(instance.params));
  } else {
    ParamBinding& tuple = instance.params.emplace_back();
    tuple.kind = ValueKind::Tuple;
    tuple.elements = std::move(passed);
  }
  kernels_.push_back(&instance);
  return &instance;
}

void Program::ReportLaunched(const Instance& kernel, diag::Emitter& emitter) {
  const FunctionInfo& function = *kernel.launched;
  const DecoratorOptions& options = function.options;
  const bool is_reduction = options.launch == LaunchForm::Reduce;
  std::vector<std::string> passed;
  for (std::size_t i = is_reduction ? 1 : 0; i < kernel.params.size(); ++i) {
    const ParamBinding& param = kernel.params[i];
    if (param.kind == ValueKind::Tuple || is_reduction) {
      passed.push_back(SpellParams(module_->types, param.kind == ValueKind::Tuple
                                                       ? param.elements
                                                       : std::vector<ParamBinding>{param}));
    }
  }
  std::vector<std::string> signatures;
  for (const std::vector<abi::ArgType>& types : options.signatures) {
    std::vector<std::string> spelled;
    for (const abi::ArgType& type : types) {
      spelled.push_back(SpellArgType(type));
    }
    signatures.push_back(fmt::format("({})", fmt::join(spelled, ", ")));
  }
  emitter
      .Build(function.name_range, diag::Kind::LibraryArguments, function.name,
             fmt::format("{}", fmt::join(passed, ", ")))
      .Help(signatures.empty()
                ? "the function is called with elements of the arguments, and its result must have a "
                  "conversion to the type of the last one"
                : fmt::format("the function is called with elements of the arguments, its signatures "
                              "take {}",
                              fmt::join(signatures, " or ")))
      .Emit();
}

}  // namespace kernelc::sema
