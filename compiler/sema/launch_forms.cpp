#include "compiler/sema/launch_forms.h"

#include <algorithm>
#include <cctype>
#include <map>

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

// Whether all signatures have an array for the parameter, which is one element of what the launch passes.
bool TakesArray(const FunctionInfo& function, std::size_t param) {
  const auto& signatures = function.options.signatures;
  return !signatures.empty() && std::ranges::all_of(signatures, [&](const auto& types) {
    return param < types.size() && types[param].kind == abi::ArgKind::Array;
  });
}

// Dimensions that must have one extent, each pair as (argument, dimension, argument, dimension) with dimensions counted
// from the last: those of one name in the layout, and all that results have beside their own.
Object SameExtents(const Layout& layout, const std::vector<int>& cores, int loops) {
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
    return {"arr", "res", "init", "size"};
  }
  if (function.options.launch == LaunchForm::Vectorize) {
    names.push_back(ResultName(names));
  }
  return names;
}

std::size_t OptionalLaunchParams(const FunctionInfo& function) {
  return function.options.launch == LaunchForm::Reduce ? 2 : 0;
}

std::optional<Layout> ReadLayout(std::string_view text) {
  Layout layout;
  bool is_result = false;
  bool wants_part = true;
  const auto skip_blanks = [&text] {
    while (text.starts_with(' ')) {
      text.remove_prefix(1);
    }
  };
  for (skip_blanks(); !text.empty(); skip_blanks()) {
    if (!wants_part) {
      const bool is_arrow = text.starts_with("->") && !is_result;
      if (!is_arrow && text.front() != ',') {
        return std::nullopt;
      }
      is_result = is_result || is_arrow;
      text.remove_prefix(is_arrow ? 2 : 1);
      wants_part = true;
      continue;
    }
    const std::size_t end = text.find(')');
    if (text.front() != '(' || end == std::string_view::npos) {
      return std::nullopt;
    }
    std::vector<std::string>& part = layout.parts.emplace_back();
    std::string_view inside = text.substr(1, end - 1);
    while (inside.find_first_not_of(' ') != std::string_view::npos) {
      const std::size_t comma = inside.find(',');
      std::string name(inside.substr(0, comma));
      std::erase(name, ' ');
      const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
      if (name.empty() || !std::ranges::all_of(name, is_word) || (name[0] >= '0' && name[0] <= '9') ||
          (comma != std::string_view::npos && comma + 1 == inside.size())) {
        return std::nullopt;
      }
      part.push_back(std::move(name));
      inside.remove_prefix(comma == std::string_view::npos ? inside.size() : comma + 1);
    }
    layout.results += is_result ? 1 : 0;
    text.remove_prefix(end + 1);
    wants_part = false;
  }
  return layout.results == 0 || wants_part ? std::nullopt : std::optional(std::move(layout));
}

Instance* Program::AddLaunchForm(const FunctionInfo& function,
                                 const std::vector<abi::ArgType>& arg_types,
                                 diag::Emitter& emitter) {
  const LaunchForm form = function.options.launch;
  const std::vector<std::string> names = LaunchParams(function);
  if (arg_types.size() > names.size() || arg_types.size() + OptionalLaunchParams(function) < names.size()) {
    emitter
        .Build(function.name_range, diag::Kind::ArgumentCount, function.name,
               OptionalLaunchParams(function) == 0
                   ? fmt::format("{}", names.size())
                   : fmt::format("{} to {}", names.size() - OptionalLaunchParams(function), names.size()),
               names.size() == 1 ? "" : "s", arg_types.size())
        .Help(fmt::format("a launch passes {}", fmt::join(names, ", ")))
        .Emit();
    return nullptr;
  }
  if (form == LaunchForm::Reduce && OwnParams(function).size() != 2) {
    emitter
        .Build(function.name_range, diag::Kind::ArgumentCount, function.name,
               OwnParams(function).size(), OwnParams(function).size() == 1 ? "" : "s", 2)
        .Help("a reduction calls the function with two elements, and its result is one again")
        .Emit();
    return nullptr;
  }
  if (const ast::Arg* star = function.arguments().vararg) {
    emitter.Build(star->range, diag::Kind::KernelParameter, star->arg)
        .Help("a launch passes positional arguments")
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
  Layout layout;
  if (form == LaunchForm::Generalize) {
    const std::optional<Layout> read = ReadLayout(function.options.layout);
    if (!read || read->parts.size() != names.size()) {
      emitter
          .Build(function.name_range, diag::Kind::BadSignature,
                 fmt::format("the layout `{}` does not describe {} parameter{}",
                             function.options.layout, names.size(), names.size() == 1 ? "" : "s"))
          .Help("a layout is `(m,n),(n,p)->(m,p)`: the dimensions of each parameter, results behind the arrow")
          .Emit();
      return nullptr;
    }
    layout = *read;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const bool is_result = i >= layout.parts.size() - layout.results;
      cores[i] = static_cast<int>(layout.parts[i].size());
      if (cores[i] == 0 && (is_result || TakesArray(function, i))) {
        cores[i] = -1;
      }
    }
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
      const int least = cores[i] < 0 ? 1 : core;
      if (ndim < least) {
        return refuse(i, fmt::format("an array of {} dimension{} or more", least,
                                     least == 1 ? "" : "s"));
      }
      if (ndim - core > std::max(loops, cores[i] < 0 ? 1 : 0)) {
        return refuse(i, fmt::format("at most {} dimension{}, as `{}` has {}", loops + core,
                                     loops + core == 1 ? "" : "s", names[last],
                                     arg_types[last].ndim));
      }
      if (i >= names.size() - layout.results && ndim != loops + core) {
        return refuse(i, fmt::format("{} dimensions, as `{}` has {}", loops + core, names[last],
                                     arg_types[last].ndim));
      }
    }
  }
  Instance& instance = instances_.emplace_back();
  instance.function = &LibraryFunction(LibraryKernel(form));
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
    instance.params.push_back(Bound(SameExtents(layout, cores, loops)));
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
    // What the launch leaves out is None.
    instance.params.resize(names.size() + 1, Bound(Object()));
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
  // The function comes first, what the launch passes last.
  const std::vector<ParamBinding> passed =
      options.launch == LaunchForm::Reduce
          ? std::vector<ParamBinding>(kernel.params.begin() + 1, kernel.params.end())
          : kernel.params.back().elements;
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
             SpellParams(module_->types, passed))
      .Help(signatures.empty()
                ? "the function is called with elements of the arguments, and gives one for the result"
                : fmt::format("the function is called with elements of the arguments, its signatures "
                              "take {}",
                              fmt::join(signatures, " or ")))
      .Emit();
}

}  // namespace kernelc::sema
