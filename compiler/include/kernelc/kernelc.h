// kernelc for C, and for languages that call C: kernels from Python text, compiled in the process.
// In libkernelc. Rules about handles, errors, threads and strings: <kernelc/kernelc_runtime.h>.
#ifndef KERNELC_KERNELC_H_
#define KERNELC_KERNELC_H_

#include "kernelc/kernelc_runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

// A kernel file, parsed.
typedef struct kernelc_program_s* kernelc_program;

// How literals and mixed arithmetic are typed; by the spelling of the file's imports for AUTO.
typedef int32_t kernelc_literals;
enum { KERNELC_LITERALS_AUTO = 0, KERNELC_LITERALS_NUMBA = 1, KERNELC_LITERALS_WEAK = 2 };

// What makes code for GPUs: LLVM, or NVRTC from CUDA C++, which needs NVIDIA's library.
typedef int32_t kernelc_backend;
enum { KERNELC_BACKEND_LLVM = 0, KERNELC_BACKEND_NVRTC = 1 };

// What the code watches for; a mask.
enum {
  KERNELC_CHECK_BOUNDS = 1,
  KERNELC_CHECK_RACE = 2,
  KERNELC_CHECK_INIT = 4,
  KERNELC_CHECK_BARRIER = 8
};

// A constant for a name that kernels read from outside of themselves, whatever the files give it.
typedef struct kernelc_constant {
  const char* name;
  // As `kernelc --define NAME=VALUE` has it: "16", "2.5", "float32:0.5", "true", "none", "'text'",
  // "(16, 16)", the type "float32", "@table.npy". NULL: the array below.
  const char* value;
  // An array in C order, which is copied. `shape` has `ndim` extents and may be NULL for 0.
  const void* data;
  const int64_t* shape;
  uint32_t ndim;
  kernelc_dtype dtype;
} kernelc_constant;

// What is borrowed must live until the call returns.
typedef struct kernelc_program_options {
  size_t struct_size;
  kernelc_literals literals;
  kernelc_backend backend;
  int32_t fastmath;
  // LLVM's level, 0 to 3.
  int32_t opt_level;
  // Registers a GPU thread may use; 0: no limit.
  uint32_t max_registers;
  int32_t line_info;
  int32_t debug;
  // KERNELC_CHECK_*.
  uint32_t checks;
  // Words as `kernelc -W` takes them: "no-KIND", "error=KIND", "none", "error".
  const char* const* warnings;
  size_t warning_count;
  // Folders in which imported modules are looked for, after the file's own.
  const char* const* include_paths;
  size_t include_path_count;
  // Texts of modules by path relative to the file ("util.py"); they come before files.
  const char* const* module_names;
  const char* const* module_texts;
  size_t module_count;
  // Files that kernels are linked with, beside those that their decorators name (link=).
  const char* const* link_paths;
  size_t link_path_count;
  // 1: read and write nothing in the disk cache.
  int32_t no_cache;
  // 1: as many GPU threads as the launch says, whatever ProgramOptions::coarsen would give.
  int32_t no_coarsen;
  const kernelc_constant* constants;
  size_t constant_count;
  // 1: kernels start with quick code, as ProgramOptions::tiered has it.
  int32_t tiered;
} kernelc_program_options;
#define KERNELC_PROGRAM_OPTIONS_INIT {.struct_size = sizeof(kernelc_program_options), .opt_level = 3}

// Reads, parses and indexes a kernel file. `length` in bytes; `name` stands for the text in messages
// and may be NULL; `options` may be NULL. KERNELC_COMPILE for what is wrong whatever the arguments
// are: see kernelc_last_diagnostic(). Blocks. The caller destroys it. Thread-safe.
KERNELC_API kernelc_status kernelc_program_from_source(const char* text, size_t length,
                                                       const char* name,
                                                       const kernelc_program_options* options,
                                                       kernelc_program* program);
KERNELC_API kernelc_status kernelc_program_from_file(const char* path,
                                                     const kernelc_program_options* options,
                                                     kernelc_program* program);
// Its kernels live on.
KERNELC_API kernelc_status kernelc_program_destroy(kernelc_program program);

// The functions decorated as kernels, in the order of the file. Names live as long as the program.
// Thread-safe.
KERNELC_API kernelc_status kernelc_program_kernel_count(kernelc_program program, size_t* count);
KERNELC_API kernelc_status kernelc_program_kernel_name(kernelc_program program, size_t index,
                                                       const char** name);
// Any function of the file by name, `outer.inner` or `name@line`. Launches compile it for the types of
// their arguments and keep the code. The caller destroys it. Thread-safe.
KERNELC_API kernelc_status kernelc_program_kernel(kernelc_program program, const char* name,
                                                  kernelc_kernel* kernel);

// Calls `visit` for each warning found so far, by the parser and by the kernels compiled; texts live
// until it returns. It must not call kernelc for the same program. Thread-safe.
KERNELC_API kernelc_status kernelc_program_warnings(
    kernelc_program program, void (*visit)(const kernelc_diagnostic* diagnostic, void* user),
    void* user);

// The kernel with code for a signature in Numba's notation, "void(float32[::1], int64)", or, for NULL,
// its own one: a new handle that takes all arguments of these types and compiles no more.
// KERNELC_COMPILE, KERNELC_TYPE_MISMATCH for a signature that cannot be read, KERNELC_NOT_SUPPORTED for
// a kernel of a module. Blocks. The caller destroys it. Thread-safe.
KERNELC_API kernelc_status kernelc_kernel_specialize(kernelc_kernel kernel, kernelc_context context,
                                                     const char* signature,
                                                     kernelc_kernel* specialized);

// Waits until launches take optimised code for all arguments that were launched so far, where
// kernelc_program_options.tiered is set. What kept it from being made is the status, once; the first
// code serves on. KERNELC_NOT_SUPPORTED for a kernel of a module. Blocks. Thread-safe.
KERNELC_API kernelc_status kernelc_kernel_wait_until_optimized(kernelc_kernel kernel);

typedef int32_t kernelc_code_form;
enum {
  // The compiler's own typed representation, LLVM's after optimisation, PTX, machine code of a GPU,
  // CUDA C++.
  KERNELC_CODE_KIR = 0,
  KERNELC_CODE_LLVM = 1,
  KERNELC_CODE_PTX = 2,
  KERNELC_CODE_SASS = 3,
  KERNELC_CODE_CUDA = 4
};
// The code for a signature (as above) and a target ("sm_90", "cpu") as text, which the caller frees
// with kernelc_text_free(). Needs no such device. Blocks. Thread-safe.
KERNELC_API kernelc_status kernelc_kernel_inspect(kernelc_kernel kernel, kernelc_code_form form,
                                                  const char* target, const char* signature,
                                                  char** text);
// Nothing for NULL. Thread-safe.
KERNELC_API void kernelc_text_free(char* text);

// Kernels that are made from expressions: see <kernelc/expressions.h>. Launches take an array for each result, then the inputs in
// the order in which they first stand in the text, and choose grid and block themselves: of the configuration the stream alone
// counts. KERNELC_COMPILE for what is wrong in the text, KERNELC_INVALID_ARGUMENT where a neutral value is missing; launches fail
// with KERNELC_INVALID_ARGUMENT for shapes and KERNELC_TYPE_MISMATCH for types. The caller destroys the kernel. Thread-safe.
//
// "z = a * x + y", or one expression.
KERNELC_API kernelc_status kernelc_elementwise_kernel(const char* statements, kernelc_kernel* kernel);
// `map`: "x * y", or NULL for the one input as it is. `reduce`: an operator such as "+" and "max", or an expression in `a` and `b`.
// `neutral`: "0", or NULL for that of the operator. `axes`: the dimensions that are reduced, NULL for all.
KERNELC_API kernelc_status kernelc_reduction_kernel(const char* map, const char* reduce, const char* neutral,
                                             const int32_t* axes, size_t axis_count,
                                             kernelc_kernel* kernel);
// The same for running results along `*axis`, NULL for all elements in C order; `exclusive`: without the element itself.
KERNELC_API kernelc_status kernelc_scan_kernel(const char* map, const char* reduce, const char* neutral,
                                        int32_t exclusive, const int32_t* axis,
                                        kernelc_kernel* kernel);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // KERNELC_KERNELC_H_
