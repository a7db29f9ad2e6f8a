// The C API with the compiler: programs, kernels, launches, diagnostics, images.
#include <pthread.h>
#include <stdlib.h>

#include "kernelc/kernelc.h"
#include "tests/capi/check.h"

static const char* device_name;
static kernelc_context context;

static const char kText[] =
    "from kernelc import *\n"
    "\n"
    "@kernel\n"
    "def axpy(a, x, y):\n"
    "    i = grid(1)\n"
    "    if i < x.size:\n"
    "        y[i] = a * x[i] + y[i]\n"
    "\n"
    "@kernel\n"
    "def mixed(out, pair, flag, nothing):\n"
    "    if grid(1) == 0:\n"
    "        out[0] = pair[0] + pair[1][0]\n"
    "        if flag:\n"
    "            out[0] += 100\n"
    "        if nothing is None:\n"
    "            out[0] += 1000\n";

static kernelc_program NewProgram(void) {
  kernelc_program program = NULL;
  CHECK_OK(kernelc_program_from_source(kText, strlen(kText), "text.py", NULL, &program));
  return program;
}

static kernelc_array NewFloats(int64_t count, float value) {
  kernelc_array array = NULL;
  CHECK_OK(kernelc_array_create(context, KERNELC_FLOAT32, 1, &count, KERNELC_ORDER_C, &array));
  CHECK_OK(kernelc_array_fill(array, &value, NULL));
  return array;
}

static float First(kernelc_array array) {
  float value = -1;
  const int64_t start = 0;
  const int64_t stop = 1;
  kernelc_array view = NULL;
  CHECK_OK(kernelc_array_slice(array, &start, &stop, NULL, &view));
  CHECK_OK(kernelc_array_read(view, &value, sizeof value, NULL));
  CHECK_OK(kernelc_array_destroy(view));
  return value;
}

static void TestNames(void) {
  kernelc_program program = NewProgram();
  size_t count = 0;
  CHECK_OK(kernelc_program_kernel_count(program, &count));
  CHECK(count == 2);
  const char* name = NULL;
  CHECK_OK(kernelc_program_kernel_name(program, 0, &name));
  CHECK(strcmp(name, "axpy") == 0);
  CHECK_STATUS(kernelc_program_kernel_name(program, 2, &name), KERNELC_NOT_FOUND);
  kernelc_kernel kernel = NULL;
  CHECK_STATUS(kernelc_program_kernel(program, "saxpy", &kernel), KERNELC_NOT_FOUND);
  CHECK_MESSAGE("axpy");
  CHECK_OK(kernelc_program_kernel(program, "axpy", &kernel));
  CHECK_OK(kernelc_program_destroy(program));
  CHECK_OK(kernelc_kernel_name(kernel, &name));
  CHECK(strcmp(name, "axpy") == 0);
  CHECK_OK(kernelc_kernel_signature(kernel, &name));
  CHECK(strcmp(name, "axpy(a, x, y)") == 0);
  CHECK_OK(kernelc_kernel_param_count(kernel, &count));
  CHECK(count == 3);
  CHECK_OK(kernelc_kernel_param_name(kernel, 1, &name));
  CHECK(strcmp(name, "x") == 0);
  CHECK_STATUS(kernelc_kernel_param_name(kernel, 3, &name), KERNELC_NOT_FOUND);
  CHECK_OK(kernelc_kernel_destroy(kernel));
  CHECK_STATUS(kernelc_kernel_destroy(kernel), KERNELC_INVALID_HANDLE);
}

static void TestLaunch(void) {
  kernelc_program program = NewProgram();
  kernelc_kernel kernel = NULL;
  CHECK_OK(kernelc_program_kernel(program, "axpy", &kernel));
  kernelc_array x = NewFloats(1000, 2);
  kernelc_array y = NewFloats(1000, 1);
  kernelc_launch_config config = KERNELC_LAUNCH_CONFIG_INIT;
  config.grid[0] = 4;
  config.block[0] = 256;
  const kernelc_arg args[] = {kernelc_arg_float32(3), kernelc_arg_array(x), kernelc_arg_array(y)};
  CHECK_OK(kernelc_launch(kernel, &config, args, 3));
  CHECK(First(y) == 7);
  CHECK_OK(kernelc_launch_for_all(kernel, 1000, NULL, args, 3));
  CHECK(First(y) == 13);
  kernelc_stream stream = NULL;
  CHECK_OK(kernelc_stream_create(context, 0, &stream));
  config.stream = stream;
  CHECK_OK(kernelc_launch(kernel, &config, args, 3));
  CHECK_OK(kernelc_stream_synchronize(stream));
  CHECK(First(y) == 19);
  kernelc_bound_kernel bound = NULL;
  CHECK_OK(kernelc_kernel_bind(kernel, args, 3, &bound));
  CHECK_OK(kernelc_bound_kernel_launch(bound, &config));
  const kernelc_arg one = kernelc_arg_float32(1);
  CHECK_OK(kernelc_bound_kernel_set_named(bound, "a", &one));
  CHECK_OK(kernelc_bound_kernel_launch(bound, &config));
  CHECK_OK(kernelc_stream_synchronize(stream));
  CHECK(First(y) == 27);
  CHECK_OK(kernelc_bound_kernel_destroy(bound));

  CHECK_STATUS(kernelc_launch(kernel, &config, args, 2), KERNELC_TYPE_MISMATCH);
  CHECK_STATUS(kernelc_launch(kernel, NULL, args, 3), KERNELC_INVALID_ARGUMENT);
  CHECK_STATUS(kernelc_launch(kernel, &config, NULL, 3), KERNELC_INVALID_ARGUMENT);
  config.block[0] = 5000;
  CHECK_STATUS(kernelc_launch(kernel, &config, args, 3), KERNELC_LAUNCH_LIMIT);
  config.block[0] = 32;
  CHECK_OK(kernelc_stream_destroy(stream));
  CHECK_STATUS(kernelc_launch(kernel, &config, args, 3), KERNELC_INVALID_HANDLE);
  config.stream = NULL;
  CHECK_OK(kernelc_array_destroy(y));
  CHECK_STATUS(kernelc_launch(kernel, &config, args, 3), KERNELC_INVALID_HANDLE);
  CHECK_MESSAGE("kernelc_launch: the array was destroyed before");
  kernelc_arg odd = kernelc_arg_none();
  odd.kind = 9;
  CHECK_STATUS(kernelc_launch(kernel, &config, &odd, 1), KERNELC_INVALID_ARGUMENT);
  CHECK_OK(kernelc_array_destroy(x));
  CHECK_OK(kernelc_kernel_destroy(kernel));
  CHECK_OK(kernelc_program_destroy(program));
}

static void TestTuples(void) {
  kernelc_program program = NewProgram();
  kernelc_kernel kernel = NULL;
  CHECK_OK(kernelc_program_kernel(program, "mixed", &kernel));
  kernelc_array out = NewFloats(1, 0);
  kernelc_array in = NewFloats(1, 20);
  const kernelc_arg inner[] = {kernelc_arg_int32(1), kernelc_arg_array(in)};
  const kernelc_arg args[] = {kernelc_arg_array(out), kernelc_arg_tuple(inner, 2),
                              kernelc_arg_bool(1), kernelc_arg_none()};
  kernelc_launch_config config = KERNELC_LAUNCH_CONFIG_INIT;
  CHECK_OK(kernelc_launch(kernel, &config, args, 4));
  CHECK(First(out) == 1121);
  // Deeper than any kernel has it, and than a careless stack holds.
  kernelc_arg nested[100];
  nested[0] = kernelc_arg_none();
  for (int i = 1; i < 100; ++i) {
    nested[i] = kernelc_arg_tuple(&nested[i - 1], 1);
  }
  CHECK_STATUS(kernelc_launch(kernel, &config, &nested[99], 1), KERNELC_INVALID_ARGUMENT);
  CHECK_OK(kernelc_array_destroy(out));
  CHECK_OK(kernelc_array_destroy(in));
  CHECK_OK(kernelc_kernel_destroy(kernel));
  CHECK_OK(kernelc_program_destroy(program));
}

static void TestDiagnostics(void) {
  const char text[] =
      "from kernelc import *\n"
      "@kernel\n"
      "def broken(x):\n"
      "    x[0] = fctor\n";
  kernelc_program program = NULL;
  kernelc_status status =
      kernelc_program_from_source(text, strlen(text), "mine.py", NULL, &program);
  kernelc_kernel kernel = NULL;
  if (status == KERNELC_OK) {
    // Names are looked at when the kernel is compiled: at its first launch.
    CHECK_OK(kernelc_program_kernel(program, "broken", &kernel));
    kernelc_array x = NewFloats(1, 0);
    const kernelc_arg arg = kernelc_arg_array(x);
    kernelc_launch_config config = KERNELC_LAUNCH_CONFIG_INIT;
    status = kernelc_launch(kernel, &config, &arg, 1);
    CHECK_OK(kernelc_array_destroy(x));
  }
  CHECK(status == KERNELC_COMPILE);
  kernelc_error error = KERNELC_ERROR_INIT;
  CHECK_OK(kernelc_last_error(&error));
  CHECK(error.status == KERNELC_COMPILE && error.diagnostic_count == 1);
  CHECK_MESSAGE("mine.py:4:12: error: name `fctor` is not defined");
  kernelc_diagnostic diagnostic = KERNELC_DIAGNOSTIC_INIT;
  CHECK_OK(kernelc_last_diagnostic(0, &diagnostic));
  CHECK(strcmp(diagnostic.severity, "error") == 0);
  CHECK(strcmp(diagnostic.kind, "UnknownName") == 0);
  CHECK(strcmp(diagnostic.file, "mine.py") == 0);
  CHECK(diagnostic.line == 4 && diagnostic.column == 12);
  CHECK(strstr(diagnostic.message, "fctor") != NULL);
  CHECK_STATUS(kernelc_last_diagnostic(1, &diagnostic), KERNELC_NOT_FOUND);
  CHECK_OK(kernelc_kernel_destroy(kernel));
  CHECK_OK(kernelc_program_destroy(program));

  CHECK_STATUS(kernelc_program_from_source("def (:\n", 7, NULL, NULL, &program), KERNELC_COMPILE);
  CHECK_OK(kernelc_last_diagnostic(0, &diagnostic));
  CHECK(diagnostic.line == 1);
  CHECK_STATUS(kernelc_program_from_file("/nowhere.py", NULL, &program), KERNELC_FILE_ACCESS);
  CHECK_STATUS(kernelc_program_from_source(NULL, 0, NULL, NULL, &program),
               KERNELC_INVALID_ARGUMENT);
}

static void CountWarning(const kernelc_diagnostic* diagnostic, void* user) {
  if (strcmp(diagnostic->severity, "warning") == 0 && diagnostic->line > 0) {
    ++*(int*)user;
  }
}

static void TestOptions(void) {
  const char text[] =
      "from numba import cuda\n"
      "from helper import twice\n"
      "@cuda.jit\n"
      "def double_it(x):\n"
      "    x[0] = twice(x[0]) / 0.1 * 0.1\n";
  const char* names[] = {"helper.py"};
  const char* texts[] = {
      "from numba import cuda\n@cuda.jit(device=True)\ndef twice(v):\n    return v + v\n"};
  kernelc_program_options options = KERNELC_PROGRAM_OPTIONS_INIT;
  options.module_names = names;
  options.module_texts = texts;
  options.module_count = 1;
  options.checks = KERNELC_CHECK_BOUNDS;
  options.no_cache = 1;
  kernelc_program program = NULL;
  CHECK_OK(kernelc_program_from_source(text, strlen(text), "m.py", &options, &program));
  kernelc_kernel kernel = NULL;
  CHECK_OK(kernelc_program_kernel(program, "double_it", &kernel));
  kernelc_array x = NewFloats(1, 4);
  kernelc_launch_config config = KERNELC_LAUNCH_CONFIG_INIT;
  kernelc_arg arg = kernelc_arg_array(x);
  CHECK_OK(kernelc_launch(kernel, &config, &arg, 1));
  CHECK(First(x) == 8);
  int warnings = 0;
  CHECK_OK(kernelc_program_warnings(program, CountWarning, &warnings));
  CHECK(warnings >= 1);

  // An index out of bounds, found by the check, with its place.
  kernelc_array empty = NewFloats(0, 0);
  arg = kernelc_arg_array(empty);
  CHECK_OK(kernelc_launch(kernel, &config, &arg, 1));
  CHECK_STATUS(kernelc_context_synchronize(context), KERNELC_DEVICE_FAULT);
  kernelc_error error = KERNELC_ERROR_INIT;
  CHECK_OK(kernelc_last_error(&error));
  CHECK(strcmp(error.fault_kernel, "double_it") == 0 && error.fault_line == 5);
  CHECK(strcmp(error.fault_kind, "IndexOutOfBounds") == 0 && error.fault_has_position);
  CHECK_OK(kernelc_context_synchronize(context));

  options.opt_level = 9;
  kernelc_program other = NULL;
  CHECK_STATUS(kernelc_program_from_source(text, strlen(text), "m.py", &options, &other),
               KERNELC_INVALID_ARGUMENT);
  CHECK_MESSAGE("opt_level");
  CHECK_OK(kernelc_array_destroy(x));
  CHECK_OK(kernelc_array_destroy(empty));
  CHECK_OK(kernelc_kernel_destroy(kernel));
  CHECK_OK(kernelc_program_destroy(program));
}

static void TestConstants(void) {
  const char text[] =
      "from kernelc import *\n"
      "TILE = 4\n"
      "@kernel\n"
      "def k(out: float32[::1]):\n"
      "    out[0] = TILE + TABLE[1, 1] + T(2.5)\n";
  const int32_t table[] = {0, 10, 20, 30};
  const int64_t shape[] = {2, 2};
  kernelc_constant constants[] = {
      {.name = "TILE", .value = "8"},
      {.name = "TABLE", .data = table, .shape = shape, .ndim = 2, .dtype = KERNELC_INT32},
      {.name = "T", .value = "int32"}};
  kernelc_program_options options = KERNELC_PROGRAM_OPTIONS_INIT;
  options.constants = constants;
  options.constant_count = 3;
  kernelc_program program = NULL;
  CHECK_OK(kernelc_program_from_source(text, strlen(text), "m.py", &options, &program));
  kernelc_kernel kernel = NULL;
  CHECK_OK(kernelc_program_kernel(program, "k", &kernel));
  kernelc_array x = NewFloats(1, 0);
  kernelc_launch_config config = KERNELC_LAUNCH_CONFIG_INIT;
  const kernelc_arg arg = kernelc_arg_array(x);
  CHECK_OK(kernelc_launch(kernel, &config, &arg, 1));
  CHECK(First(x) == 40);
  CHECK_OK(kernelc_array_destroy(x));
  CHECK_OK(kernelc_kernel_destroy(kernel));
  CHECK_OK(kernelc_program_destroy(program));

  kernelc_program other = NULL;
  constants[2].value = "flaot32";
  CHECK_STATUS(kernelc_program_from_source(text, strlen(text), "m.py", &options, &other),
               KERNELC_INVALID_ARGUMENT);
  CHECK_MESSAGE("flaot32");
  constants[2].value = "int32";
  constants[1].dtype = 99;
  CHECK_STATUS(kernelc_program_from_source(text, strlen(text), "m.py", &options, &other),
               KERNELC_INVALID_ARGUMENT);
  CHECK_MESSAGE("TABLE");
}

static void TestTiered(void) {
  const char text[] =
      "from kernelc import *\n"
      "@kernel\n"
      "def double_all(x):\n"
      "    i = grid(1)\n"
      "    if i < x.size:\n"
      "        x[i] *= 2\n";
  kernelc_program_options options = KERNELC_PROGRAM_OPTIONS_INIT;
  options.tiered = 1;
  options.no_cache = 1;
  kernelc_program program = NULL;
  CHECK_OK(kernelc_program_from_source(text, strlen(text), "tiered.py", &options, &program));
  kernelc_kernel kernel = NULL;
  CHECK_OK(kernelc_program_kernel(program, "double_all", &kernel));
  kernelc_array x = NewFloats(1, 3);
  kernelc_launch_config config = KERNELC_LAUNCH_CONFIG_INIT;
  const kernelc_arg arg = kernelc_arg_array(x);
  CHECK_OK(kernelc_launch(kernel, &config, &arg, 1));
  CHECK(First(x) == 6);
  CHECK_OK(kernelc_kernel_wait_until_optimized(kernel));
  CHECK_OK(kernelc_launch(kernel, &config, &arg, 1));
  CHECK(First(x) == 12);
  CHECK_OK(kernelc_array_destroy(x));
  CHECK_OK(kernelc_kernel_destroy(kernel));
  CHECK_OK(kernelc_program_destroy(program));
}

static void TestSpecialize(void) {
  kernelc_program program = NewProgram();
  kernelc_kernel kernel = NULL;
  CHECK_OK(kernelc_program_kernel(program, "axpy", &kernel));
  kernelc_kernel_attributes attributes = KERNELC_KERNEL_ATTRIBUTES_INIT;
  CHECK_STATUS(kernelc_kernel_get_attributes(kernel, &attributes), KERNELC_NOT_SUPPORTED);
  kernelc_kernel fixed = NULL;
  CHECK_STATUS(kernelc_kernel_specialize(kernel, context, "void(nonsense", &fixed),
               KERNELC_TYPE_MISMATCH);
  CHECK_OK(kernelc_kernel_specialize(kernel, context, "void(float32, float32[::1], float32[::1])",
                                     &fixed));
  const char* signature = NULL;
  CHECK_OK(kernelc_kernel_signature(fixed, &signature));
  CHECK(strcmp(signature, "axpy(float32 a, float32[::1] x, float32[::1] y)") == 0);
  CHECK_OK(kernelc_kernel_get_attributes(fixed, &attributes));
  CHECK(attributes.max_threads_per_block > 0);
  kernelc_array x = NewFloats(10, 2);
  // An int becomes the float that the parameter is.
  kernelc_arg args[] = {kernelc_arg_int32(4), kernelc_arg_array(x), kernelc_arg_array(x)};
  CHECK_OK(kernelc_launch_for_all(fixed, 10, NULL, args, 3));
  CHECK(First(x) == 10);
  args[1] = kernelc_arg_float64(1);
  CHECK_STATUS(kernelc_launch_for_all(fixed, 10, NULL, args, 3), KERNELC_TYPE_MISMATCH);
  CHECK_MESSAGE("parameter `x`");

  char* ptx = NULL;
  CHECK_OK(kernelc_kernel_inspect(kernel, KERNELC_CODE_PTX, "sm_90",
                                  "void(float32, float32[::1], float32[::1])", &ptx));
  CHECK(ptx != NULL && strstr(ptx, ".target sm_90") != NULL);
  kernelc_text_free(ptx);
  kernelc_text_free(NULL);
  CHECK_OK(kernelc_kernel_inspect(kernel, KERNELC_CODE_CUDA, "sm_90",
                                  "void(float32, float32[::1], float32[::1])", &ptx));
  CHECK(strstr(ptx, "__global__") != NULL);
  kernelc_text_free(ptx);
  CHECK_STATUS(kernelc_kernel_inspect(fixed, KERNELC_CODE_PTX, "sm_90", NULL, &ptx),
               KERNELC_NOT_SUPPORTED);
  CHECK_STATUS(kernelc_kernel_inspect(kernel, 17, "sm_90", NULL, &ptx), KERNELC_INVALID_ARGUMENT);
  CHECK_OK(kernelc_array_destroy(x));
  CHECK_OK(kernelc_kernel_destroy(fixed));
  CHECK_OK(kernelc_kernel_destroy(kernel));
  CHECK_OK(kernelc_program_destroy(program));
}

typedef struct Particle {
  float x;
  int32_t id;
  double mass[2];
} Particle;

static kernelc_record NewParticleType(void) {
  const uint32_t two[] = {2};
  const kernelc_field fields[] = {
      {"x", offsetof(Particle, x), NULL, KERNELC_FLOAT32, 0, NULL},
      {"id", offsetof(Particle, id), NULL, KERNELC_INT32, 0, NULL},
      {"mass", offsetof(Particle, mass), NULL, KERNELC_FLOAT64, 1, two},
  };
  kernelc_record record = NULL;
  CHECK_OK(kernelc_record_create(sizeof(Particle), 8, fields, 3, &record));
  kernelc_record bad = NULL;
  CHECK_STATUS(kernelc_record_create(12, 4, fields, 3, &bad), KERNELC_INVALID_ARGUMENT);
  CHECK_STATUS(kernelc_record_create(24, 8, NULL, 3, &bad), KERNELC_INVALID_ARGUMENT);
  return record;
}

static void TestRecords(void) {
  const char text[] =
      "from kernelc import *\n"
      "@kernel\n"
      "def move(particles, one):\n"
      "    i = grid(1)\n"
      "    if i < particles.size:\n"
      "        particles[i].x += particles[i].id + particles[i].mass[1]\n"
      "        if i == 0:\n"
      "            one.id = 77\n";
  kernelc_program program = NULL;
  kernelc_kernel kernel = NULL;
  CHECK_OK(kernelc_program_from_source(text, strlen(text), "move.py", NULL, &program));
  CHECK_OK(kernelc_program_kernel(program, "move", &kernel));
  kernelc_record record = NewParticleType();
  const int64_t two[] = {2};
  const int64_t one[] = {1};
  kernelc_array particles = NULL;
  kernelc_array single = NULL;
  CHECK_OK(kernelc_array_create_records(context, record, 1, two, KERNELC_ORDER_C, &particles));
  CHECK_OK(kernelc_array_create_records(context, record, 1, one, KERNELC_ORDER_C, &single));
  CHECK_OK(kernelc_record_destroy(record));
  CHECK_STATUS(kernelc_array_create_records(context, record, 1, two, KERNELC_ORDER_C, &particles),
               KERNELC_INVALID_HANDLE);
  kernelc_array_info info = KERNELC_ARRAY_INFO_INIT;
  CHECK_OK(kernelc_array_get_info(particles, &info));
  CHECK(info.dtype == KERNELC_RECORD && info.element_size == sizeof(Particle));

  Particle host[2] = {{1, 10, {0, 0.5}}, {2, 20, {0, 0.25}}};
  CHECK_OK(kernelc_array_write(particles, host, sizeof host, NULL));
  CHECK_OK(kernelc_array_write(single, host, sizeof host[0], NULL));
  const kernelc_arg args[] = {kernelc_arg_array(particles), kernelc_arg_record(single)};
  CHECK_OK(kernelc_launch_for_all(kernel, 2, NULL, args, 2));
  CHECK_OK(kernelc_array_read(particles, host, sizeof host, NULL));
  CHECK(host[0].x == 11.5f && host[1].x == 22.25f && host[1].id == 20);
  CHECK_OK(kernelc_array_read(single, host, sizeof host[0], NULL));
  CHECK(host[0].id == 77);
  CHECK_OK(kernelc_array_destroy(particles));
  CHECK_OK(kernelc_array_destroy(single));
  CHECK_OK(kernelc_kernel_destroy(kernel));
  CHECK_OK(kernelc_program_destroy(program));
}

// Each thread has its own last error, and shares everything else.
static void TestExpressions(void) {
  kernelc_array x = NewFloats(1000, 2);
  kernelc_array y = NewFloats(1000, 3);
  kernelc_kernel axpy = NULL;
  CHECK_OK(kernelc_elementwise_kernel("y = a * x + y", &axpy));
  const kernelc_launch_config config = KERNELC_LAUNCH_CONFIG_INIT;
  const kernelc_arg args[] = {kernelc_arg_array(y), kernelc_arg_float32(10), kernelc_arg_array(x), kernelc_arg_array(y)};
  CHECK_OK(kernelc_launch(axpy, &config, args, 4));
  CHECK(First(y) == 23);
  CHECK_STATUS(kernelc_launch(axpy, &config, args, 3), KERNELC_TYPE_MISMATCH);
  CHECK_MESSAGE("takes 3 arguments (a, x, y), 2 given");
  CHECK_STATUS(kernelc_elementwise_kernel("y = a * * x", &axpy), KERNELC_COMPILE);
  CHECK_MESSAGE("y = a * * x");

  kernelc_kernel sum = NULL;
  CHECK_OK(kernelc_reduction_kernel("p * q", "+", NULL, NULL, 0, &sum));
  const int64_t one = 1;
  kernelc_array whole = NULL;
  CHECK_OK(kernelc_array_create(context, KERNELC_FLOAT32, 0, &one, KERNELC_ORDER_C, &whole));
  const kernelc_arg dot[] = {kernelc_arg_array(whole), kernelc_arg_array(x), kernelc_arg_array(y)};
  CHECK_OK(kernelc_launch(sum, &config, dot, 3));
  float value = 0;
  CHECK_OK(kernelc_array_read(whole, &value, sizeof value, NULL));
  CHECK(value == 46000);

  kernelc_kernel scan = NULL;
  const int32_t axis = 0;
  CHECK_OK(kernelc_scan_kernel(NULL, "a + b", "0", 1, &axis, &scan));
  const kernelc_arg running[] = {kernelc_arg_array(y), kernelc_arg_array(x)};
  CHECK_OK(kernelc_launch(scan, &config, running, 2));
  CHECK(First(y) == 0);
  CHECK_STATUS(kernelc_reduction_kernel(NULL, "a - b * a", NULL, NULL, 0, &sum), KERNELC_INVALID_ARGUMENT);
  CHECK_OK(kernelc_kernel_destroy(axpy));
  CHECK_OK(kernelc_kernel_destroy(sum));
  CHECK_OK(kernelc_kernel_destroy(scan));
  CHECK_OK(kernelc_array_destroy(whole));
  CHECK_OK(kernelc_array_destroy(x));
  CHECK_OK(kernelc_array_destroy(y));
}

static void* Work(void* user) {
  kernelc_kernel kernel = (kernelc_kernel)user;
  kernelc_array x = NewFloats(100, 1);
  kernelc_array y = NewFloats(100, 0);
  const kernelc_arg args[] = {kernelc_arg_float32(2), kernelc_arg_array(x), kernelc_arg_array(y)};
  CHECK(kernelc_last_error_message()[0] == '\0');
  for (int i = 0; i < 50; ++i) {
    CHECK_OK(kernelc_launch_for_all(kernel, 100, NULL, args, 3));
  }
  CHECK(First(y) == 100);
  CHECK_STATUS(kernelc_array_destroy((kernelc_array)kernel), KERNELC_INVALID_HANDLE);
  CHECK_OK(kernelc_array_destroy(x));
  CHECK_OK(kernelc_array_destroy(y));
  return NULL;
}

static void TestThreads(void) {
  kernelc_program program = NewProgram();
  kernelc_kernel kernel = NULL;
  CHECK_OK(kernelc_program_kernel(program, "axpy", &kernel));
  kernelc_clear_error();
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i) {
    CHECK(pthread_create(&threads[i], NULL, Work, kernel) == 0);
  }
  for (int i = 0; i < 4; ++i) {
    CHECK(pthread_join(threads[i], NULL) == 0);
  }
  CHECK(kernelc_last_error_message()[0] == '\0');
  CHECK_OK(kernelc_kernel_destroy(kernel));
  CHECK_OK(kernelc_program_destroy(program));
}

int main(int argc, char** argv) {
  device_name = argc > 1 ? argv[1] : "cpu";
  if (strcmp(device_name, "cuda") == 0 && kernelc_cuda_unavailable_reason()[0] != '\0') {
    printf("[  SKIPPED ] no GPU\n");
    return 77;
  }
  CHECK_OK(kernelc_context_create(device_name, &context));
  TestNames();
  TestLaunch();
  TestTuples();
  TestDiagnostics();
  TestOptions();
  TestConstants();
  TestTiered();
  TestSpecialize();
  TestRecords();
  TestExpressions();
  TestThreads();
  CHECK_OK(kernelc_context_destroy(context));
  printf("%d checks failed\n", checks_failed);
  return checks_failed == 0 ? 0 : 1;
}
