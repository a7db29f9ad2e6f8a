// The C API of the runtime alone: this program links no compiler.
#include <pthread.h>
#include <stdlib.h>

#include "kernelc/kernelc_memory.h"
#include "kernelc/kernelc_monitor.h"
#include "tests/capi/check.h"

static const char* device_name;

static kernelc_context NewContext(void) {
  kernelc_context context = NULL;
  CHECK_OK(kernelc_context_create(device_name, &context));
  return context;
}

static void TestVersion(void) {
  CHECK(kernelc_abi_version() == KERNELC_ABI_VERSION);
  CHECK(strlen(kernelc_version()) >= 5);
  CHECK(strcmp(kernelc_status_name(KERNELC_NOT_FOUND), "KERNELC_NOT_FOUND") == 0);
  CHECK(strcmp(kernelc_status_text(KERNELC_NOT_FOUND), "not found") == 0);
  CHECK(strcmp(kernelc_status_name(12345), "unknown") == 0);
  CHECK(kernelc_dtype_size(KERNELC_COMPLEX128) == 16);
  CHECK(kernelc_dtype_size(99) == 0 && kernelc_dtype_size(-1) == 0);
  CHECK(strcmp(kernelc_dtype_name(KERNELC_BFLOAT16), "bfloat16") == 0);
}

static void TestDevices(void) {
  size_t count = 0;
  CHECK_OK(kernelc_device_count(&count));
  CHECK(count >= 1);
  kernelc_device device = KERNELC_DEVICE_INIT;
  CHECK_OK(kernelc_device_at(count - 1, &device));
  CHECK(strcmp(device.name, "cpu:0") == 0);
  CHECK(device.kind == KERNELC_DEVICE_CPU && device.supported == 1);
  CHECK(device.warp_size == 32 && device.total_memory > 0);
  CHECK_STATUS(kernelc_device_at(count, &device), KERNELC_NO_DEVICE);
  CHECK_OK(kernelc_device_find(device_name, &device));
  CHECK_STATUS(kernelc_device_find("toaster", &device), KERNELC_INVALID_ARGUMENT);
  CHECK_MESSAGE("toaster");
  CHECK_STATUS(kernelc_device_count(NULL), KERNELC_INVALID_ARGUMENT);
  const int has_cuda = kernelc_cuda_unavailable_reason()[0] == '\0';
  CHECK(has_cuda == (count > 1));
}

// A struct of an older or newer program.
static void TestStructSizes(void) {
  kernelc_device device = KERNELC_DEVICE_INIT;
  device.arch = "mine";
  device.struct_size = offsetof(kernelc_device, arch);
  CHECK_OK(kernelc_device_find("cpu", &device));
  CHECK(strcmp(device.name, "cpu:0") == 0);
  // Not written, as this program does not know of it.
  CHECK(strcmp(device.arch, "mine") == 0);
  device.struct_size = sizeof device + 64;
  struct {
    kernelc_device device;
    char more[64];
  } newer;
  memset(&newer, 7, sizeof newer);
  newer.device.struct_size = sizeof newer;
  CHECK_OK(kernelc_device_find("cpu", &newer.device));
  CHECK(strcmp(newer.device.name, "cpu:0") == 0 && newer.more[0] == 7);
  memset(&device, 0, sizeof device);
  CHECK_STATUS(kernelc_device_find("cpu", &device), KERNELC_INVALID_ARGUMENT);
  CHECK_MESSAGE("struct_size");
}

static void TestHandles(void) {
  kernelc_context context = NewContext();
  kernelc_stream stream = NULL;
  CHECK_OK(kernelc_stream_create(context, 0, &stream));

  CHECK_STATUS(kernelc_context_synchronize(NULL), KERNELC_INVALID_HANDLE);
  CHECK_MESSAGE("the context is NULL");
  CHECK_STATUS(kernelc_context_synchronize((kernelc_context)stream), KERNELC_INVALID_HANDLE);
  CHECK_MESSAGE("another kind: stream");
  int not_a_handle = 0;
  CHECK_STATUS(kernelc_context_synchronize((kernelc_context)(void*)&not_a_handle),
               KERNELC_INVALID_HANDLE);
  CHECK_MESSAGE("no handle of kernelc");

  CHECK_OK(kernelc_stream_destroy(stream));
  CHECK_STATUS(kernelc_stream_destroy(stream), KERNELC_INVALID_HANDLE);
  CHECK_MESSAGE("the stream was destroyed before");
  CHECK_STATUS(kernelc_stream_synchronize(stream), KERNELC_INVALID_HANDLE);
  CHECK_OK(kernelc_stream_destroy(NULL));
  // The slot is used again; the old handle stays dead.
  kernelc_stream next = NULL;
  CHECK_OK(kernelc_stream_create(context, 0, &next));
  CHECK(next != stream);
  CHECK_STATUS(kernelc_stream_synchronize(stream), KERNELC_INVALID_HANDLE);
  // What a stream needs outlives the context's handle.
  CHECK_OK(kernelc_context_destroy(context));
  CHECK_OK(kernelc_stream_synchronize(next));
  CHECK_OK(kernelc_stream_destroy(next));
  CHECK_STATUS(kernelc_context_destroy(context), KERNELC_INVALID_HANDLE);
}

// More handles than a chunk of the table holds.
static void TestManyHandles(void) {
  enum { kMany = 5000 };
  kernelc_context context = NewContext();
  kernelc_array* arrays = malloc(kMany * sizeof *arrays);
  for (int64_t i = 0; i < kMany; ++i) {
    CHECK_OK(kernelc_array_create(context, KERNELC_INT32, 1, &i, KERNELC_ORDER_C, &arrays[i]));
  }
  for (int64_t i = 0; i < kMany; ++i) {
    kernelc_array_info info = KERNELC_ARRAY_INFO_INIT;
    CHECK_OK(kernelc_array_get_info(arrays[i], &info));
    CHECK(info.size == i);
    CHECK_OK(kernelc_array_destroy(arrays[i]));
  }
  free(arrays);
  CHECK_OK(kernelc_context_destroy(context));
}

// Numbers that were never given out, near ones that were.
static void TestRandomHandles(void) {
  kernelc_context context = NewContext();
  uint64_t state = 88172645463325252u;
  int found = 0;
  for (int i = 0; i < 20000; ++i) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    // All bits, the slot alone, the generation alone, the kind alone.
    const uint64_t masks[] = {~UINT64_C(0), 0xffffffff, UINT64_C(0xffffff) << 32,
                              UINT64_C(0xff) << 56};
    const uint64_t bits = (uint64_t)(uintptr_t)context ^ (state & masks[i % 4]);
    if (bits != (uint64_t)(uintptr_t)context) {
      found += kernelc_context_synchronize((kernelc_context)(uintptr_t)bits) == KERNELC_OK;
      found += kernelc_array_destroy((kernelc_array)(uintptr_t)bits) == KERNELC_OK && bits != 0;
    }
  }
  CHECK(found == 0);
  CHECK_OK(kernelc_context_destroy(context));
}

enum { kShared = 2000 };
static kernelc_array shared_arrays[kShared];

static void* DestroyAll(void* user) {
  int* destroyed = user;
  for (int i = 0; i < kShared; ++i) {
    *destroyed += kernelc_array_destroy(shared_arrays[i]) == KERNELC_OK;
  }
  return NULL;
}

// A handle that several threads destroy is destroyed by one.
static void TestDestroyRace(void) {
  kernelc_context context = NewContext();
  const int64_t shape[] = {1};
  for (int i = 0; i < kShared; ++i) {
    CHECK_OK(kernelc_array_create(context, KERNELC_INT8, 1, shape, KERNELC_ORDER_C,
                                  &shared_arrays[i]));
  }
  pthread_t threads[4];
  int destroyed[4] = {0};
  for (int i = 0; i < 4; ++i) {
    CHECK(pthread_create(&threads[i], NULL, DestroyAll, &destroyed[i]) == 0);
  }
  for (int i = 0; i < 4; ++i) {
    CHECK(pthread_join(threads[i], NULL) == 0);
  }
  CHECK(destroyed[0] + destroyed[1] + destroyed[2] + destroyed[3] == kShared);
  CHECK_OK(kernelc_context_destroy(context));
}

static void TestErrors(void) {
  kernelc_clear_error();
  CHECK(kernelc_last_error_message()[0] == '\0');
  kernelc_error error = KERNELC_ERROR_INIT;
  CHECK_OK(kernelc_last_error(&error));
  CHECK(error.status == KERNELC_OK && error.operation[0] == '\0' && error.fault_file[0] == '\0');

  kernelc_module module = NULL;
  kernelc_context context = NewContext();
  CHECK_STATUS(kernelc_module_load_file(context, "/nowhere/at/all.kcimage", &module),
               KERNELC_FILE_ACCESS);
  CHECK(module == NULL);
  CHECK_OK(kernelc_last_error(&error));
  CHECK(error.status == KERNELC_FILE_ACCESS && strstr(error.message, "/nowhere/at/all") != NULL);
  CHECK(error.diagnostic_count == 0);
  kernelc_diagnostic diagnostic = KERNELC_DIAGNOSTIC_INIT;
  CHECK_STATUS(kernelc_last_diagnostic(0, &diagnostic), KERNELC_NOT_FOUND);
  CHECK_STATUS(kernelc_module_load(context, "not an image", 12, "mine", &module),
               KERNELC_FILE_FORMAT);
  CHECK_MESSAGE("mine");
  // A success leaves the last failure in place.
  CHECK_OK(kernelc_context_synchronize(context));
  CHECK_MESSAGE("mine");
  CHECK_STATUS(kernelc_last_error(NULL), KERNELC_INVALID_ARGUMENT);
  CHECK_OK(kernelc_context_destroy(context));
}

static void TestFigures(void) {
  kernelc_device device = KERNELC_DEVICE_INIT;
  CHECK_OK(kernelc_device_find(device_name, &device));
  int64_t used = 0;
  int64_t total = 0;
  CHECK_OK(kernelc_device_figure(device_name, KERNELC_FIGURE_TOTAL_MEMORY, &total));
  CHECK_OK(kernelc_device_figure(device_name, KERNELC_FIGURE_USED_MEMORY, &used));
  CHECK(0 < used && used < total);
  int64_t percent = -1;
  CHECK_OK(kernelc_device_figure(device_name, KERNELC_FIGURE_UTILIZATION, &percent));
  CHECK(percent >= 0 && percent <= 100);
  size_t count = 0;
  if (device.kind == KERNELC_DEVICE_CPU) {
    CHECK_STATUS(kernelc_device_figure(device_name, KERNELC_FIGURE_MEMORY_USAGE, &percent),
                 KERNELC_NOT_SUPPORTED);
    CHECK_MESSAGE("no system counts");
    CHECK_STATUS(kernelc_device_processes(device_name, NULL, 0, &count), KERNELC_NOT_SUPPORTED);
  } else {
    CHECK_OK(kernelc_device_processes(device_name, NULL, 0, &count));
    kernelc_process one;
    CHECK_OK(kernelc_device_processes(device_name, &one, 1, &count));
  }
  CHECK_STATUS(kernelc_device_figure(device_name, 99, &percent), KERNELC_INVALID_ARGUMENT);
  CHECK_STATUS(kernelc_device_figure(device_name, -1, &percent), KERNELC_INVALID_ARGUMENT);
  CHECK_STATUS(kernelc_device_figure(device_name, 0, NULL), KERNELC_INVALID_ARGUMENT);
  CHECK_STATUS(kernelc_device_figure("gpu:0", 0, &percent), KERNELC_INVALID_ARGUMENT);
  CHECK_STATUS(kernelc_device_processes(device_name, NULL, 1, &count), KERNELC_INVALID_ARGUMENT);
  CHECK_STATUS(kernelc_device_processes(device_name, NULL, 0, NULL), KERNELC_INVALID_ARGUMENT);
}

static void TestContext(void) {
  kernelc_context chosen = NULL;
  CHECK_OK(kernelc_context_create_default(&chosen));
  CHECK_OK(kernelc_context_destroy(chosen));
  CHECK_STATUS(kernelc_context_create_default(NULL), KERNELC_INVALID_ARGUMENT);
  kernelc_context context = NewContext();
  kernelc_device device = KERNELC_DEVICE_INIT;
  CHECK_OK(kernelc_context_device(context, &device));
  CHECK(strncmp(device.name, device_name, strlen(device_name)) == 0);
  uint64_t free_bytes = 0;
  uint64_t total_bytes = 0;
  CHECK_OK(kernelc_context_memory(context, &free_bytes, &total_bytes));
  CHECK(free_bytes > 0 && free_bytes <= total_bytes);
  CHECK_OK(kernelc_context_memory(context, NULL, NULL));
  void* native = &device;
  if (device.kind == KERNELC_DEVICE_CPU) {
    CHECK_STATUS(kernelc_context_blas_handle(context, &native), KERNELC_NOT_SUPPORTED);
    CHECK_MESSAGE("cuBLAS is for GPUs");
  }
  CHECK_STATUS(kernelc_context_blas_handle(context, NULL), KERNELC_INVALID_ARGUMENT);
  CHECK_OK(kernelc_context_native(context, &native));
  CHECK((native == NULL) == (device.kind == KERNELC_DEVICE_CPU));
  CHECK_STATUS(kernelc_context_create(device_name, NULL), KERNELC_INVALID_ARGUMENT);
  CHECK_OK(kernelc_context_destroy(context));
}

static void TestArrays(void) {
  kernelc_context context = NewContext();
  const int64_t shape[] = {2, 3};
  const float values[] = {1, 2, 3, 4, 5, 6};
  kernelc_array array = NULL;
  CHECK_OK(kernelc_array_from_host(context, KERNELC_FLOAT32, 2, shape, KERNELC_ORDER_C, values,
                                   &array));
  kernelc_array_info info = KERNELC_ARRAY_INFO_INIT;
  CHECK_OK(kernelc_array_get_info(array, &info));
  CHECK(info.ndim == 2 && info.size == 6 && info.nbytes == 24 && info.strides[0] == 12);
  CHECK(info.c_contiguous && !info.f_contiguous && info.data != 0);

  kernelc_array turned = NULL;
  CHECK_OK(kernelc_array_transpose(array, &turned));
  float out[6] = {0};
  CHECK_OK(kernelc_array_read(turned, out, sizeof out, NULL));
  const float expected[] = {1, 4, 2, 5, 3, 6};
  CHECK(memcmp(out, expected, sizeof out) == 0);
  // Written through the view, in C order of the view.
  CHECK_OK(kernelc_array_write(turned, values, sizeof values, NULL));
  CHECK_OK(kernelc_array_read(array, out, sizeof out, NULL));
  const float written[] = {1, 3, 5, 2, 4, 6};
  CHECK(memcmp(out, written, sizeof out) == 0);
  CHECK_STATUS(kernelc_array_read(array, out, 20, NULL), KERNELC_INVALID_ARGUMENT);
  CHECK_MESSAGE("24 bytes");

  const int64_t flat = -1;
  kernelc_array line = NULL;
  CHECK_OK(kernelc_array_reshape(array, 1, &flat, &line));
  const int64_t start = 1;
  const int64_t stop = KERNELC_SLICE_NONE;
  const int64_t step = 2;
  kernelc_array odd = NULL;
  CHECK_OK(kernelc_array_slice(line, &start, &stop, &step, &odd));
  // Views keep the memory.
  CHECK_OK(kernelc_array_destroy(array));
  CHECK_OK(kernelc_array_destroy(line));
  CHECK_OK(kernelc_array_read(odd, out, 3 * sizeof(float), NULL));
  CHECK(out[0] == 3 && out[1] == 2 && out[2] == 6);
  CHECK_STATUS(kernelc_array_read_async(odd, out, 12, NULL), KERNELC_INVALID_ARGUMENT);
  CHECK_OK(kernelc_array_destroy(odd));
  CHECK_OK(kernelc_array_destroy(turned));
  CHECK_OK(kernelc_context_destroy(context));
}

static void TestArrayErrors(void) {
  kernelc_context context = NewContext();
  kernelc_array array = NULL;
  const int64_t bad[] = {-1};
  const int64_t four[] = {4};
  CHECK_STATUS(kernelc_array_create(context, 77, 1, four, KERNELC_ORDER_C, &array),
               KERNELC_INVALID_ARGUMENT);
  CHECK_STATUS(kernelc_array_create(context, KERNELC_INT8, 1, four, 5, &array),
               KERNELC_INVALID_ARGUMENT);
  CHECK_STATUS(kernelc_array_create(context, KERNELC_INT8, 1, NULL, KERNELC_ORDER_C, &array),
               KERNELC_INVALID_ARGUMENT);
  CHECK_STATUS(kernelc_array_create(context, KERNELC_INT8, 33, four, KERNELC_ORDER_C, &array),
               KERNELC_INVALID_ARGUMENT);
  CHECK_STATUS(kernelc_array_zeros(context, KERNELC_INT8, 1, bad, KERNELC_ORDER_C, &array),
               KERNELC_INVALID_ARGUMENT);
  const int64_t huge[] = {INT64_C(1) << 60};
  CHECK_STATUS(kernelc_array_create(context, KERNELC_INT8, 1, huge, KERNELC_ORDER_C, &array),
               KERNELC_OUT_OF_MEMORY);
  kernelc_error error = KERNELC_ERROR_INIT;
  CHECK_OK(kernelc_last_error(&error));
  CHECK(error.requested_bytes >= UINT64_C(1) << 60);
  CHECK(array == NULL);
  CHECK_OK(kernelc_context_destroy(context));
}

static void CountCall(void* user) { ++*(int*)user; }

static void TestWrapping(void) {
  kernelc_context context = NewContext();
  float host[4] = {1, 2, 3, 4};
  const int64_t four[] = {4};
  int released = 0;
  kernelc_array array = NULL;
  CHECK_OK(kernelc_array_wrap_host(context, host, KERNELC_FLOAT32, 1, four, KERNELC_ORDER_C,
                                   CountCall, &released, &array));
  const float seven = 7;
  CHECK_OK(kernelc_array_fill(array, &seven, NULL));
  CHECK_OK(kernelc_context_synchronize(context));
  CHECK(host[0] == 7 && host[3] == 7);

  kernelc_array_info info = KERNELC_ARRAY_INFO_INIT;
  CHECK_OK(kernelc_array_get_info(array, &info));
  kernelc_array again = NULL;
  // The second and fourth element.
  const int64_t two[] = {2};
  const int64_t stride[] = {8};
  CHECK_OK(kernelc_array_wrap(context, info.data + 4, KERNELC_FLOAT32, 1, two, stride, CountCall,
                              &released, &again));
  float out[2] = {0};
  host[1] = 5;
  CHECK_OK(kernelc_array_read(again, out, sizeof out, NULL));
  CHECK(out[0] == 5 && out[1] == 7);
  CHECK(released == 0);
  CHECK_OK(kernelc_array_destroy(again));
  CHECK(released == 1);
  CHECK_OK(kernelc_array_destroy(array));
  CHECK(released == 2);
  // A call that fails leaves the memory to its caller.
  CHECK_STATUS(kernelc_array_wrap(context, info.data, 99, 1, two, NULL, CountCall, &released,
                                  &again),
               KERNELC_INVALID_ARGUMENT);
  CHECK(released == 2);
  CHECK_OK(kernelc_context_destroy(context));
}

static void TestStreams(void) {
  kernelc_context context = NewContext();
  kernelc_stream stream = NULL;
  CHECK_OK(kernelc_stream_create(context, 0, &stream));
  kernelc_event start = NULL;
  kernelc_event end = NULL;
  CHECK_OK(kernelc_event_create(context, 1, &start));
  CHECK_OK(kernelc_event_create(context, 1, &end));
  float milliseconds = -1;
  CHECK_STATUS(kernelc_event_elapsed(start, end, &milliseconds), KERNELC_NOT_READY);

  enum { kCount = 1000 };
  static int32_t in[kCount];
  static int32_t out[kCount];
  for (int i = 0; i < kCount; ++i) {
    in[i] = i;
  }
  const int64_t shape[] = {kCount};
  kernelc_array a = NULL;
  kernelc_array b = NULL;
  CHECK_OK(kernelc_array_create(context, KERNELC_INT32, 1, shape, KERNELC_ORDER_C, &a));
  CHECK_OK(kernelc_array_zeros(context, KERNELC_INT32, 1, shape, KERNELC_ORDER_C, &b));
  CHECK_OK(kernelc_context_synchronize(context));
  int called = 0;
  CHECK_OK(kernelc_event_record(start, stream));
  CHECK_OK(kernelc_array_write_async(a, in, sizeof in, stream));
  CHECK_OK(kernelc_array_copy(b, a, stream));
  CHECK_OK(kernelc_array_read_async(b, out, sizeof out, stream));
  CHECK_OK(kernelc_stream_add_callback(stream, CountCall, &called));
  CHECK_OK(kernelc_event_record(end, stream));
  CHECK_OK(kernelc_event_synchronize(end));
  CHECK_OK(kernelc_stream_synchronize(stream));
  CHECK(memcmp(in, out, sizeof in) == 0 && called == 1);
  int32_t done = 0;
  CHECK_OK(kernelc_stream_query(stream, &done));
  CHECK(done == 1);
  CHECK_OK(kernelc_event_query(end, &done));
  CHECK(done == 1);
  CHECK_OK(kernelc_event_elapsed(start, end, &milliseconds));
  CHECK(milliseconds >= 0);
  CHECK_OK(kernelc_stream_wait(stream, end));
  CHECK_OK(kernelc_stream_set_current(context, stream));
  CHECK_OK(kernelc_array_copy(b, a, NULL));
  CHECK_OK(kernelc_stream_synchronize(stream));
  CHECK_OK(kernelc_stream_set_current(context, NULL));
  CHECK_STATUS(kernelc_stream_set_current(NULL, stream), KERNELC_INVALID_HANDLE);
  CHECK_STATUS(kernelc_stream_add_callback(stream, NULL, NULL), KERNELC_INVALID_ARGUMENT);
  void* native = NULL;
  CHECK_OK(kernelc_stream_native(stream, &native));
  if (native == NULL) {
    CHECK_STATUS(kernelc_stream_wrap(context, NULL, &stream), KERNELC_NOT_SUPPORTED);
  } else {
    kernelc_stream same = NULL;
    CHECK_OK(kernelc_stream_wrap(context, native, &same));
    CHECK_OK(kernelc_stream_synchronize(same));
    CHECK_OK(kernelc_stream_destroy(same));
  }
  CHECK_OK(kernelc_event_destroy(start));
  CHECK_OK(kernelc_event_destroy(end));
  CHECK_OK(kernelc_array_destroy(a));
  CHECK_OK(kernelc_array_destroy(b));
  CHECK_OK(kernelc_stream_destroy(stream));
  CHECK_OK(kernelc_context_destroy(context));
}

static void* ReadFile(const char* path, size_t* size) {
  FILE* file = fopen(path, "rb");
  CHECK(file != NULL && fseek(file, 0, SEEK_END) == 0);
  *size = (size_t)ftell(file);
  rewind(file);
  char* bytes = malloc(*size);
  CHECK(fread(bytes, 1, *size, file) == *size);
  fclose(file);
  return bytes;
}

static void TestLaunch(kernelc_context context, kernelc_kernel kernel) {
  const int64_t shape[] = {100};
  float value = 3;
  kernelc_array x = NULL;
  kernelc_array y = NULL;
  CHECK_OK(kernelc_array_create(context, KERNELC_FLOAT32, 1, shape, KERNELC_ORDER_C, &x));
  CHECK_OK(kernelc_array_zeros(context, KERNELC_FLOAT32, 1, shape, KERNELC_ORDER_C, &y));
  CHECK_OK(kernelc_array_fill(x, &value, NULL));
  kernelc_arg args[] = {kernelc_arg_float32(2), kernelc_arg_array(x), kernelc_arg_array(y)};
  kernelc_launch_config config = KERNELC_LAUNCH_CONFIG_INIT;
  config.grid[0] = 4;
  config.block[0] = 32;
  CHECK_OK(kernelc_launch(kernel, &config, args, 3));
  CHECK_OK(kernelc_launch_for_all(kernel, 100, NULL, args, 3));
  float out[100];
  CHECK_OK(kernelc_array_read(y, out, sizeof out, NULL));
  CHECK(out[0] == 12 && out[99] == 12);
  kernelc_bound_kernel bound = NULL;
  CHECK_OK(kernelc_kernel_bind(kernel, args, 3, &bound));
  CHECK_OK(kernelc_bound_kernel_launch(bound, &config));
  CHECK_OK(kernelc_array_read(y, out, sizeof out, NULL));
  CHECK(out[0] == 18 && out[99] == 18);
  kernelc_arg other = kernelc_arg_float32(-6);
  CHECK_OK(kernelc_bound_kernel_set(bound, 0, &other));
  CHECK_OK(kernelc_bound_kernel_launch(bound, &config));
  CHECK_OK(kernelc_array_read(y, out, sizeof out, NULL));
  CHECK(out[0] == 0 && out[99] == 0);
  CHECK_STATUS(kernelc_bound_kernel_set_named(bound, "nothing", &other), KERNELC_INVALID_ARGUMENT);
  CHECK_STATUS(kernelc_bound_kernel_set_named(bound, "x", &other), KERNELC_TYPE_MISMATCH);
  CHECK_STATUS(kernelc_bound_kernel_set(bound, 9, &other), KERNELC_INVALID_ARGUMENT);
  CHECK_STATUS(kernelc_bound_kernel_set(bound, 0, NULL), KERNELC_INVALID_ARGUMENT);
  CHECK_STATUS(kernelc_bound_kernel_launch(bound, NULL), KERNELC_INVALID_ARGUMENT);
  CHECK_STATUS(kernelc_bound_kernel_launch((kernelc_bound_kernel)kernel, &config), KERNELC_INVALID_HANDLE);
  CHECK_OK(kernelc_bound_kernel_destroy(bound));
  CHECK_STATUS(kernelc_bound_kernel_destroy(bound), KERNELC_INVALID_HANDLE);
  CHECK_STATUS(kernelc_bound_kernel_launch(bound, &config), KERNELC_INVALID_HANDLE);
  args[1] = kernelc_arg_float32(1);
  CHECK_STATUS(kernelc_kernel_bind(kernel, args, 3, &bound), KERNELC_TYPE_MISMATCH);
  CHECK_STATUS(kernelc_launch(kernel, &config, args, 3), KERNELC_TYPE_MISMATCH);
  CHECK_MESSAGE("parameter `x`");
  CHECK_OK(kernelc_array_destroy(x));
  CHECK_OK(kernelc_array_destroy(y));
}

// What `kernelc build --emit image` wrote: for every device, and for a GPU alone.
static void TestModules(const char* path, const char* gpu_path) {
  kernelc_context context = NewContext();
  size_t size = 0;
  void* bytes = ReadFile(path, &size);
  kernelc_module module = NULL;
  CHECK_OK(kernelc_module_load(context, bytes, size, NULL, &module));
  CHECK_OK(kernelc_module_destroy(module));
  CHECK_STATUS(kernelc_module_destroy(module), KERNELC_INVALID_HANDLE);
  CHECK_STATUS(kernelc_module_load(context, bytes, size - 1, "cut", &module), KERNELC_FILE_FORMAT);
  CHECK_MESSAGE("cut");
  ((char*)bytes)[size / 2] ^= 1;
  CHECK_STATUS(kernelc_module_load(context, bytes, size, "bent", &module), KERNELC_FILE_FORMAT);
  free(bytes);

  CHECK_OK(kernelc_module_load_file(context, path, &module));
  size_t count = 0;
  CHECK_OK(kernelc_module_kernel_count(module, &count));
  CHECK(count == 1);
  const char* name = NULL;
  CHECK_OK(kernelc_module_kernel_name(module, 0, &name));
  CHECK(strcmp(name, "axpy") == 0);
  CHECK_STATUS(kernelc_module_kernel_name(module, 1, &name), KERNELC_NOT_FOUND);
  kernelc_kernel kernel = NULL;
  CHECK_STATUS(kernelc_module_kernel(module, "saxpy", &kernel), KERNELC_NOT_FOUND);
  CHECK_OK(kernelc_module_kernel(module, "axpy", &kernel));
  // A kernel keeps the code.
  CHECK_OK(kernelc_module_destroy(module));
  CHECK_OK(kernelc_kernel_signature(kernel, &name));
  CHECK(strcmp(name, "axpy(float32 a, float32[::1] x, float32[::1] y)") == 0);
  kernelc_kernel_attributes attributes = KERNELC_KERNEL_ATTRIBUTES_INIT;
  CHECK_OK(kernelc_kernel_get_attributes(kernel, &attributes));
  CHECK(attributes.max_threads_per_block > 0);
  kernelc_occupancy occupancy = KERNELC_OCCUPANCY_INIT;
  CHECK_OK(kernelc_kernel_occupancy(kernel, 256, 0, &occupancy));
  CHECK(occupancy.blocks >= 1 && occupancy.warps == occupancy.blocks * 8);
  CHECK_STATUS(kernelc_kernel_occupancy(kernel, 4096, 0, &occupancy), KERNELC_LAUNCH_LIMIT);
  CHECK_MESSAGE("a block of 4096 threads");
  TestLaunch(context, kernel);
  CHECK_OK(kernelc_kernel_destroy(kernel));

  if (strcmp(device_name, "cpu") == 0) {
    CHECK_STATUS(kernelc_module_load_file(context, gpu_path, &module), KERNELC_MODULE_LOAD);
    CHECK_MESSAGE("sm_75");
  } else {
    CHECK_OK(kernelc_module_load_file(context, gpu_path, &module));
    CHECK_OK(kernelc_module_destroy(module));
  }
  CHECK_OK(kernelc_context_destroy(context));
}

static void TestMemory(void) {
  kernelc_context context = NewContext();
  kernelc_memory_stats stats = KERNELC_MEMORY_STATS_INIT;
  CHECK_OK(kernelc_memory_use(context, "caching"));
  uint64_t data = 0;
  CHECK_OK(kernelc_memory_allocate(context, 1000, NULL, &data));
  CHECK(data != 0);
  CHECK_OK(kernelc_memory_get_stats(context, &stats));
  CHECK(stats.allocations == 1 && stats.allocated_bytes == 1024);
  CHECK(stats.reserved_bytes == stats.allocated_bytes + stats.held_bytes);
  CHECK_OK(kernelc_memory_free(data));
  CHECK_STATUS(kernelc_memory_free(data), KERNELC_INVALID_ARGUMENT);
  CHECK_MESSAGE("deleted before");
  const char* text = NULL;
  CHECK_OK(kernelc_memory_snapshot(context, &text));
  CHECK(strstr(text, "\"resource\": \"caching\"") != NULL);
  CHECK_OK(kernelc_memory_release_held(context));
  CHECK_OK(kernelc_memory_reset_peaks(context));
  CHECK_OK(kernelc_memory_get_stats(context, &stats));
  CHECK(stats.reserved_bytes == 0 && stats.reserved_peak == 0 && stats.allocations_made == 1);
  CHECK_STATUS(kernelc_memory_set_fraction(context, 2), KERNELC_INVALID_ARGUMENT);
  CHECK_OK(kernelc_memory_set_fraction(context, 1));
  CHECK_STATUS(kernelc_memory_allocate(context, (uint64_t)1 << 50, NULL, &data), KERNELC_OUT_OF_MEMORY);
  kernelc_error error = KERNELC_ERROR_INIT;
  CHECK_OK(kernelc_last_error(&error));
  CHECK(error.requested_bytes == (uint64_t)1 << 50 && error.active_bytes == 0);
  CHECK_STATUS(kernelc_memory_use(context, "fast"), KERNELC_INVALID_ARGUMENT);
  CHECK_MESSAGE("driver, caching and async");
  CHECK_STATUS(kernelc_memory_use_library(context, "nowhere.so", "a", "b"), KERNELC_FILE_ACCESS);
  CHECK_OK(kernelc_memory_use(context, "driver"));
  CHECK_STATUS(kernelc_memory_set_fraction(context, 0.5), KERNELC_NOT_SUPPORTED);
  CHECK_OK(kernelc_context_destroy(context));
}

static void TestOccupancy(void) {
  kernelc_occupancy occupancy = KERNELC_OCCUPANCY_INIT;
  CHECK_OK(kernelc_arch_occupancy("sm_80", 256, 0, 33, &occupancy));
  CHECK(occupancy.blocks == 6 && occupancy.warps == 48 && occupancy.occupancy == 0.75);
  CHECK(strcmp(occupancy.limited_by, "regs") == 0);
  CHECK_STATUS(kernelc_arch_occupancy("sm_70", 256, 0, 33, &occupancy), KERNELC_INVALID_ARGUMENT);
  CHECK_MESSAGE("sm_75 sm_80");
  CHECK_STATUS(kernelc_arch_occupancy(NULL, 256, 0, 33, &occupancy), KERNELC_INVALID_ARGUMENT);
  CHECK_STATUS(kernelc_arch_occupancy("sm_80", 2000, 0, 33, &occupancy), KERNELC_LAUNCH_LIMIT);
  CHECK_STATUS(kernelc_arch_occupancy("sm_80", 256, 0, 33, NULL), KERNELC_INVALID_ARGUMENT);
}

int main(int argc, char** argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: capi_runtime_test cpu|cuda IMAGE GPU_IMAGE\n");
    return 2;
  }
  device_name = argv[1];
  if (strcmp(device_name, "cuda") == 0 && kernelc_cuda_unavailable_reason()[0] != '\0') {
    printf("[  SKIPPED ] no GPU\n");
    return 77;
  }
  TestVersion();
  TestDevices();
  TestStructSizes();
  TestHandles();
  TestManyHandles();
  TestRandomHandles();
  TestDestroyRace();
  TestErrors();
  TestFigures();
  TestContext();
  TestArrays();
  TestArrayErrors();
  TestWrapping();
  TestStreams();
  TestMemory();
  TestOccupancy();
  TestModules(argv[2], argv[3]);
  printf("%d checks failed\n", checks_failed);
  return checks_failed == 0 ? 0 : 1;
}
