// The part of the C API that has a compiler: kernelc/kernelc.h.
#include "kernelc/kernelc.h"

#include <cstdlib>
#include <cstring>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "compiler/driver/c_api.h"
#include "kernelc/c_bridge.h"
#include "kernelc/program.h"

using kernelc::capi::FindAs;
using kernelc::capi::HandleKind;
using kernelc::capi::KernelObject;
using kernelc::capi::RequirePointer;

namespace kernelc::driver {
namespace {

using capi::Failure;
using capi::HandleObject;

struct ProgramObject : HandleObject {
  explicit ProgramObject(Program value)
      : program(std::move(value)), kernel_names(program.kernel_names()) {}
  Program program;
  // Kept, because names are given out.
  std::vector<std::string> kernel_names;
};

std::string UntypedSignature(const JitKernel& kernel) {
  std::string text = kernel.name() + "(";
  for (const std::string& param : kernel.params()) {
    text += (text.back() == '(' ? "" : ", ") + param;
  }
  return text + ")";
}

// A kernel that is compiled for each set of argument types.
class ProgramKernel : public KernelObject {
 public:
  explicit ProgramKernel(JitKernel kernel)
      : KernelObject(kernel.name(), kernel.params(), UntypedSignature(kernel)),
        kernel_(std::move(kernel)) {}
  const JitKernel& kernel() const { return kernel_; }
  const Kernel* loaded() const noexcept override { return nullptr; }
  void Launch(const LaunchConfig& config, std::span<const Arg> args) const override {
    WithDiagnostics([&] { kernel_.LaunchArgs(config, args); });
  }
  void LaunchForAll(std::int64_t elements, StreamRef stream,
                    std::span<const Arg> args) const override {
    WithDiagnostics([&] { kernel_.LaunchForAll(elements, {.stream = stream}, args); });
  }
  BoundKernel Bind(std::span<const Arg> args) const override {
    std::optional<BoundKernel> bound;
    WithDiagnostics([&] { bound.emplace(kernel_.BindArgs(args)); });
    return std::move(*bound);
  }

 private:
  JitKernel kernel_;
};

const Program& ProgramOf(const char* function, kernelc_program handle) {
  return FindAs<ProgramObject>(function, HandleKind::Program, handle).program;
}

const JitKernel& JitKernelOf(const char* function, kernelc_kernel handle) {
  const auto& object = FindAs<KernelObject>(function, HandleKind::Kernel, handle);
  const auto* of_program = dynamic_cast<const ProgramKernel*>(&object);
  if (of_program == nullptr) {
    throw Failure(KERNELC_NOT_SUPPORTED,
                  std::string(function) + ": `" + object.name() + "` is a kernel without its source");
  }
  return of_program->kernel();
}

std::vector<std::string> Texts(const char* function, const char* parameter,
                               const char* const* texts, std::size_t count) {
  if (count > 0) {
    RequirePointer(function, parameter, texts);
  }
  std::vector<std::string> out;
  for (std::size_t i = 0; i < count; ++i) {
    RequirePointer(function, parameter, texts[i]);
    out.emplace_back(texts[i]);
  }
  return out;
}

// `value` when it is one of the `count` numbers from 0.
std::int32_t InRange(const char* function, const char* member, std::int32_t value,
                     std::int32_t count) {
  if (value < 0 || value >= count) {
    throw Failure(KERNELC_INVALID_ARGUMENT, std::string(function) + ": options: `" + member +
                                                "` has no value " + std::to_string(value));
  }
  return value;
}

Constant ConstantOf(const char* function, const kernelc_constant& given) {
  if (given.value != nullptr) {
    return Constant::Parse(given.value);
  }
  const bool is_scalar =
      given.dtype >= 0 && given.dtype < static_cast<kernelc_dtype>(ScalarKind::kCount);
  if (!is_scalar) {
    throw Failure(KERNELC_INVALID_ARGUMENT, std::string(function) + ": options: constant `" +
                                                given.name + "`: no element type has number " +
                                                std::to_string(given.dtype));
  }
  if (given.ndim > 0) {
    RequirePointer(function, "constants[].shape", given.shape);
  }
  const Dims shape(std::span(given.shape, given.ndim));
  const HostArrayView array(static_cast<ScalarKind>(given.dtype), shape, given.data);
  if (array.nbytes() > 0) {
    RequirePointer(function, "constants[].data", given.data);
  }
  return Constant(array);
}

std::map<std::string, Constant> ConstantsOf(const char* function,
                                            const kernelc_program_options& options) {
  std::map<std::string, Constant> constants;
  if (options.constant_count > 0) {
    RequirePointer(function, "constants", options.constants);
  }
  for (const kernelc_constant& given : std::span(options.constants, options.constant_count)) {
    RequirePointer(function, "constants[].name", given.name);
    constants.insert_or_assign(given.name, ConstantOf(function, given));
  }
  return constants;
}

ProgramOptions OptionsOf(const char* function, const kernelc_program_options* given) {
  kernelc_program_options defaults{};
  defaults.struct_size = sizeof defaults;
  defaults.opt_level = 3;
  const kernelc_program_options options = capi::ReadStruct(function, given, defaults);
  ProgramOptions out;
  out.literals = static_cast<Literals>(InRange(function, "literals", options.literals, 3));
  out.backend = static_cast<Backend>(InRange(function, "backend", options.backend, 2));
  out.opt_level = static_cast<unsigned>(InRange(function, "opt_level", options.opt_level, 4));
  out.fastmath = options.fastmath != 0;
  out.cache = options.no_cache == 0;
  out.coarsen = options.no_coarsen == 0;
  out.tiered = options.tiered != 0;
  out.max_registers = options.max_registers;
  out.line_info = options.line_info != 0;
  out.debug = options.debug != 0;
  out.check = {.bounds = (options.checks & KERNELC_CHECK_BOUNDS) != 0,
               .race = (options.checks & KERNELC_CHECK_RACE) != 0,
               .init = (options.checks & KERNELC_CHECK_INIT) != 0,
               .barrier = (options.checks & KERNELC_CHECK_BARRIER) != 0};
  out.warnings = Texts(function, "warnings", options.warnings, options.warning_count);
  out.include_path =
      Texts(function, "include_paths", options.include_paths, options.include_path_count);
  out.link = Texts(function, "link_paths", options.link_paths, options.link_path_count);
  const auto names = Texts(function, "module_names", options.module_names, options.module_count);
  const auto texts = Texts(function, "module_texts", options.module_texts, options.module_count);
  for (std::size_t i = 0; i < names.size(); ++i) {
    out.modules[names[i]] = texts[i];
  }
  out.constants = ConstantsOf(function, options);
  return out;
}

// The numbers of the C API stay, those of the C++ API follow its source.
CodeForm FormOf(const char* function, kernelc_code_form form) {
  switch (form) {
    case KERNELC_CODE_KIR:
      return CodeForm::Kir;
    case KERNELC_CODE_LLVM:
      return CodeForm::Llvm;
    case KERNELC_CODE_PTX:
      return CodeForm::Ptx;
    case KERNELC_CODE_SASS:
      return CodeForm::Sass;
    case KERNELC_CODE_CUDA:
      return CodeForm::Cuda;
    default:
      throw Failure(KERNELC_INVALID_ARGUMENT,
                    std::string(function) + ": no form of code has number " + std::to_string(form));
  }
}

static_assert(KERNELC_LITERALS_AUTO == static_cast<int>(Literals::Auto) &&
              KERNELC_LITERALS_NUMBA == static_cast<int>(Literals::Numba) &&
              KERNELC_LITERALS_WEAK == static_cast<int>(Literals::Weak));
static_assert(KERNELC_BACKEND_LLVM == static_cast<int>(Backend::Llvm) &&
              KERNELC_BACKEND_NVRTC == static_cast<int>(Backend::Nvrtc));

}  // namespace
}  // namespace kernelc::driver

using namespace kernelc::driver;

kernelc_status kernelc_program_from_source(const char* text, size_t length, const char* name,
                                           const kernelc_program_options* options,
                                           kernelc_program* program) {
  return GuardCompile(__func__, [&, function = __func__] {
    RequirePointer(function, "text", text);
    RequirePointer(function, "program", program);
    auto value = kernelc::Program::FromSource(std::string(text, length),
                                              name == nullptr ? "<string>" : name,
                                              OptionsOf(function, options));
    GiveHandle(HandleKind::Program, program, std::make_unique<ProgramObject>(std::move(value)));
  });
}

kernelc_status kernelc_program_from_file(const char* path, const kernelc_program_options* options,
                                         kernelc_program* program) {
  return GuardCompile(__func__, [&, function = __func__] {
    RequirePointer(function, "path", path);
    RequirePointer(function, "program", program);
    auto value = kernelc::Program::FromFile(path, OptionsOf(function, options));
    GiveHandle(HandleKind::Program, program, std::make_unique<ProgramObject>(std::move(value)));
  });
}

kernelc_status kernelc_program_destroy(kernelc_program program) {
  return GuardCompile(__func__, [&, function = __func__] {
    kernelc::capi::Take(function, HandleKind::Program, program);
  });
}

kernelc_status kernelc_program_kernel_count(kernelc_program program, size_t* count) {
  return GuardCompile(__func__, [&, function = __func__] {
    RequirePointer(function, "count", count);
    *count = FindAs<ProgramObject>(function, HandleKind::Program, program).kernel_names.size();
  });
}

kernelc_status kernelc_program_kernel_name(kernelc_program program, size_t index,
                                           const char** name) {
  return GuardCompile(__func__, [&, function = __func__] {
    RequirePointer(function, "name", name);
    const auto& names =
        FindAs<ProgramObject>(function, HandleKind::Program, program).kernel_names;
    if (index >= names.size()) {
      throw kernelc::capi::Failure(KERNELC_NOT_FOUND, std::string(function) + ": the program has " +
                                                          std::to_string(names.size()) + " kernels");
    }
    *name = names[index].c_str();
  });
}

kernelc_status kernelc_program_kernel(kernelc_program program, const char* name,
                                      kernelc_kernel* kernel) {
  return GuardCompile(__func__, [&, function = __func__] {
    RequirePointer(function, "name", name);
    RequirePointer(function, "kernel", kernel);
    GiveHandle(HandleKind::Kernel, kernel,
               std::make_unique<ProgramKernel>(ProgramOf(function, program).kernel(name)));
  });
}

kernelc_status kernelc_program_warnings(kernelc_program program,
                                        void (*visit)(const kernelc_diagnostic*, void*),
                                        void* user) {
  return GuardCompile(__func__, [&, function = __func__] {
    RequirePointer(function, "visit", reinterpret_cast<const void*>(visit));
    for (const kernelc::CompileDiagnostic& warning : ProgramOf(function, program).warnings()) {
      const kernelc_diagnostic diagnostic = {sizeof diagnostic,
                                             warning.severity.c_str(),
                                             warning.kind.c_str(),
                                             warning.message.c_str(),
                                             warning.file.c_str(),
                                             warning.line,
                                             warning.column,
                                             warning.help.c_str()};
      visit(&diagnostic, user);
    }
  });
}

kernelc_status kernelc_kernel_specialize(kernelc_kernel kernel, kernelc_context context,
                                         const char* signature, kernelc_kernel* specialized) {
  return GuardCompile(__func__, [&, function = __func__] {
    RequirePointer(function, "specialized", specialized);
    const kernelc::JitKernel& jit = JitKernelOf(function, kernel);
    const kernelc::Kernel code = jit.Specialize(kernelc::capi::ContextOf(function, context),
                                          std::string_view(signature == nullptr ? "" : signature));
    GiveHandle(HandleKind::Kernel, specialized,
               kernelc::capi::LoadedKernelObject(code));
  });
}

kernelc_status kernelc_kernel_wait_until_optimized(kernelc_kernel kernel) {
  return GuardCompile(__func__, [&, function = __func__] {
    JitKernelOf(function, kernel).WaitUntilOptimized();
  });
}

kernelc_status kernelc_kernel_inspect(kernelc_kernel kernel, kernelc_code_form form,
                                      const char* target, const char* signature, char** text) {
  return GuardCompile(__func__, [&, function = __func__] {
    RequirePointer(function, "target", target);
    RequirePointer(function, "text", text);
    const kernelc::CodeForm code = FormOf(function, form);
    const std::string value = JitKernelOf(function, kernel)
                                  .Inspect(code, std::string_view(target),
                                           signature == nullptr ? "" : signature);
    auto* copy = static_cast<char*>(std::malloc(value.size() + 1));
    if (copy == nullptr) {
      throw std::bad_alloc();
    }
    std::memcpy(copy, value.c_str(), value.size() + 1);
    *text = copy;
  });
}

void kernelc_text_free(char* text) { std::free(text); }
