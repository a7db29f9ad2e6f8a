// KIR to readable CUDA C++.
#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "compiler/codegen/codegen.h"
#include "compiler/codegen/cuda_cpp/function_writer.h"
#include "compiler/codegen/cuda_cpp/module_text.h"
#include "compiler/codegen/cuda_cpp/support_header.h"
#include "compiler/codegen/cuda_cpp/templates.h"
#include "compiler/codegen/cuda_cpp/unused_names.h"
#include "compiler/codegen/cuda_cpp/wrap_lines.h"
#include "compiler/kir/analysis/external.h"
#include "compiler/kir/static_array.h"
#include "runtime/abi/device_error.h"

namespace kernelc::codegen {

using cuda_cpp::Definition;
using cuda_cpp::FunctionOrder;
using cuda_cpp::FunctionText;
using cuda_cpp::FunctionWriter;
using cuda_cpp::ModuleText;
using cuda_cpp::ParamText;

namespace {

std::string Includes(const cuda_cpp::Headers& headers) {
  std::string text;
  if (headers.cooperative_groups) {
    text += "#include <cooperative_groups.h>\n";
  }
  if (headers.bfloat) {
    text += "#include <cuda_bf16.h>\n";
  }
  if (headers.half) {
    text += "#include <cuda_fp16.h>\n";
  }
  return fmt::format("{}{}#include \"{}\"\n", text, text.empty() ? "" : "\n", kCudaSupportFile);
}

// A function that the code is linked with.
std::string Declaration(ModuleText& module, const kir::Function& function) {
  std::vector<std::string> params;
  for (const kir::Param& param : function.params) {
    params.push_back(module.types().Spell(param.type));
  }
  return fmt::format("extern \"C\" __device__ {} {}({});\n", module.types().Spell(function.result),
                     function.symbol, fmt::join(params, ", "));
}

// Whether a function says `name`.
bool IsNamed(const std::string& name, const std::vector<FunctionText>& functions) {
  return std::ranges::any_of(functions, [&](const FunctionText& function) {
    return cuda_cpp::HasWord(function.body, name);
  });
}

// Structs that the functions, the rest of the text or a struct that is kept have to do with. Each
// stands behind those that it is made of.
std::vector<std::string> UsedDefinitions(const std::vector<Definition>& definitions,
                                         const std::vector<FunctionText>& functions,
                                         const std::string& rest) {
  std::string text = rest;
  for (const FunctionText& function : functions) {
    text += function.result + "\n" + function.body + "\n";
    for (const ParamText& param : function.params) {
      text += param.type + "\n";
    }
  }
  std::vector<std::string> used;
  for (auto definition = definitions.rbegin(); definition != definitions.rend(); ++definition) {
    if (cuda_cpp::HasWord(text, definition->name)) {
      used.insert(used.begin(), definition->text);
      text += definition->text;
    }
  }
  return used;
}

// Takes functions away whose calls were decided while compiling.
void DropUncalled(std::vector<FunctionText>* functions) {
  const auto is_called = [&](const FunctionText& function) {
    return std::ranges::any_of(*functions, [&](const FunctionText& other) {
      return &other != &function && cuda_cpp::HasWord(other.body, function.name);
    });
  };
  for (bool shrinks = true; shrinks;) {
    const auto uncalled = std::ranges::find_if(*functions, [&](const FunctionText& function) {
      return !function.is_kernel && !function.is_exported && !is_called(function);
    });
    shrinks = uncalled != functions->end();
    if (shrinks) {
      functions->erase(uncalled);
    }
  }
}

// Gives every function its name, and declares those of others.
void NameFunctions(ModuleText& module) {
  const kir::Module& kir_module = module.kir();
  for (const kir::Function& function : kir_module.functions) {
    if (kir::IsExternal(function) || kir::IsExported(function)) {
      // Its name is fixed.
      module.names().Reserve(function.symbol);
      module.function_names()[&function] = function.symbol;
    }
    if (kir::IsExternal(function)) {
      module.externs()[function.symbol] = Declaration(module, function);
    }
  }
  for (const kir::Function& function : kir_module.functions) {
    if (!module.function_names().contains(&function)) {
      module.function_names()[&function] = module.names().AddFunction(function.symbol);
    }
  }
  module.TakeNames();
}

// What stands before the functions: includes, structs, constants, functions of others.
std::string Preamble(ModuleText& module, const std::vector<FunctionText>& functions) {
  std::string text = Includes(module.types().headers());
  std::string constants;
  for (const Definition& constant : module.constants()) {
    constants += IsNamed(constant.name, functions) ? "\n" + constant.text : "";
  }
  std::string externs;
  for (const auto& [name, declaration] : module.externs()) {
    externs += declaration;
  }
  for (const std::string& definition :
       UsedDefinitions(module.types().definitions(), functions, constants + externs)) {
    text += "\n" + definition;
  }
  const std::string numbers = module.named_constants().Definitions(
      [&](const std::string& name) { return IsNamed(name, functions); });
  text += numbers.empty() ? "" : "\n" + numbers;
  text += constants;
  if (!externs.empty()) {
    text +=
        "\n// Functions that this is linked with; those of libdevice (__nv_...) are there for "
        "every CUDA compiler.\n";
    text += externs;
  }
  if (module.has_dynamic_shared()) {
    text +=
        fmt::format("\nextern __shared__ __align__({}) unsigned char kernelc_dynamic_shared[];\n",
                    module.has_aligned_shared() ? kir::kMostArrayAlign : kir::kLeastArrayAlign);
  }
  if (module.reports_errors()) {
    text += fmt::format(
        "\n// The host points it to where errors are written.\n"
        "extern \"C\" {{\n__device__ kc::ErrorState {};\n}}\n",
        abi::kCudaErrorState);
  }
  return text;
}

std::string Functions(const FunctionOrder& order) {
  std::string text;
  if (!order.declared.empty()) {
    text += "\n";
  }
  for (const std::string& head : order.declared) {
    text += head + ";\n";
  }
  for (const FunctionText& function : order.functions) {
    text += "\n";
    for (const std::string& line : function.comment) {
      text += line.empty() ? "//\n" : fmt::format("// {}\n", line);
    }
    text += fmt::format("{} {{\n{}}}\n", HeadOf(function), cuda_cpp::WrapLines(function.body));
  }
  return text;
}

}  // namespace

bool CanBeNamedInCudaCpp(std::string_view function) {
  return cuda_cpp::NameTable().IsFreeForFunction(function);
}

CudaSource EmitCudaCpp(const kir::Module& kir_module, const SourceManager* sources,
                       bool line_directives) {
  ModuleText module(kir_module, sources, line_directives && sources != nullptr);
  CudaSource output;
  NameFunctions(module);
  std::vector<FunctionText> functions;
  for (const kir::Function& function : kir_module.functions) {
    if (kir::IsExternal(function)) {
      continue;
    }
    const bool is_kernel = function.kind == kir::FunctionKind::Kernel;
    functions.push_back(FunctionWriter(module, function).Write());
    if (is_kernel) {
      output.kernels.push_back(MakeKernelInfo(kir_module, function));
      output.kernels.back().symbol = module.function_names().at(&function);
    }
  }

  DropUncalled(&functions);
  const FunctionOrder order = cuda_cpp::OrderFunctions(module, std::move(functions));
  for (const kir::Function& function : kir_module.functions) {
    KC_CHECK(!kir::IsEntry(function) ||
                 std::ranges::find(order.functions, module.function_names().at(&function),
                                   &FunctionText::name) != order.functions.end(),
             "no code for {}", function.symbol);
  }
  output.text = Preamble(module, order.functions) + Functions(order);
  output.locations = std::move(module.locations().locations());
  return output;
}

std::string_view CudaSupportHeader() {
  for (const cuda_cpp::SupportFile& file : cuda_cpp::support_files()) {
    if (std::string(file.name) + ".cuh" == kCudaSupportFile) {
      return file.text;
    }
  }
  KC_FATAL("{} was not embedded", kCudaSupportFile);
}

}  // namespace kernelc::codegen
