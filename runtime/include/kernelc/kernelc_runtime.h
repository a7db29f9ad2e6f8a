// kernelc for C, and for languages that call C: devices, memory, streams, kernels built ahead of
// time. In libkernelc_runtime; <kernelc/kernelc.h> adds the compiler, in libkernelc.
//
// Every function that can fail gives a kernelc_status and never throws or ends the process; what
// went wrong is kept for the calling thread (kernelc_last_error). A function that fails leaves its
// results untouched.
//
// Handles are values, not addresses: using one that is NULL, was destroyed or is of another kind is
// KERNELC_INVALID_HANDLE and nothing else. Each create, load, wrap, from_* and other function with a
// handle result gives a handle that its caller destroys, once, with the destroy function of its kind.
// Destroying NULL does nothing. Objects keep alive what they depend on, so handles may be destroyed
// in any order, also with work under way.
//
// Every function may be called by any thread at any time, on the same handle too, unless its comment
// says otherwise; but no thread may destroy a handle that another one is using in a call.
//
// Strings are UTF-8 and end in a zero byte. Those given out belong to the library and live as long as
// the comment says. Structs that start with `struct_size` may grow at their end in later versions:
// set it to sizeof the struct as compiled (the _INIT macros do) before passing one, in either direction.
#ifndef KERNELC_KERNELC_RUNTIME_H_
#define KERNELC_KERNELC_RUNTIME_H_

#include <stddef.h>
#include <stdint.h>

#define KERNELC_API __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

// ---- Version ---------------------------------------------------------------------------------

// Of this header. A library whose kernelc_abi_version() is another number must not be used with it;
// the number only changes when something here changes that was there before.
#define KERNELC_ABI_VERSION 1u

// Of the library in use. Thread-safe.
KERNELC_API uint32_t kernelc_abi_version(void);
// "0.1.0"; lives as long as the process. Thread-safe.
KERNELC_API const char* kernelc_version(void);

// ---- Status and errors -----------------------------------------------------------------------

typedef int32_t kernelc_status;
enum {
  KERNELC_OK = 0,
  KERNELC_INVALID_ARGUMENT = 1,
  // An argument's type, or the type of a launch's argument, is not the one wanted.
  KERNELC_TYPE_MISMATCH = 2,
  KERNELC_LAUNCH_LIMIT = 3,
  KERNELC_NOT_FOUND = 4,
  KERNELC_NOT_READY = 5,
  KERNELC_NOT_SUPPORTED = 6,
  KERNELC_NO_DEVICE = 7,
  KERNELC_DRIVER_UNAVAILABLE = 8,
  KERNELC_DRIVER = 9,
  // Of the device, or of the host.
  KERNELC_OUT_OF_MEMORY = 10,
  KERNELC_MODULE_LOAD = 11,
  KERNELC_CONTEXT_DESTROYED = 12,
  KERNELC_FORKED = 13,
  // A kernel failed; kernelc_error says where.
  KERNELC_DEVICE_FAULT = 14,
  KERNELC_FILE_ACCESS = 15,
  KERNELC_FILE_FORMAT = 16,
  // A kernel file is wrong; kernelc_last_diagnostic() has the faults one by one.
  KERNELC_COMPILE = 17,
  // A process that this one works with ended, or does not answer (kernelc_collective.h).
  KERNELC_PEER_LOST = 18,
  // Another process did not come to an operation that this one waits in.
  KERNELC_TIMED_OUT = 19,
  // The stream sanitizer found work that another stream's was not waited for.
  KERNELC_STREAM_RACE = 20,
  // A call that waits for the device, refused by kernelc_set_sync_debug_mode().
  KERNELC_HOST_BLOCKED = 21,
  // What no graph can hold (kernelc_graph.h).
  KERNELC_CAPTURE = 22,
  // A handle that is NULL, was destroyed, is of another kind, or never was one.
  KERNELC_INVALID_HANDLE = 100,
  // A bug in kernelc.
  KERNELC_INTERNAL = 101
};

// "KERNELC_NOT_FOUND", and "not found"; for a number that is no status "unknown". They live as long
// as the process. Thread-safe.
KERNELC_API const char* kernelc_status_name(kernelc_status status);
KERNELC_API const char* kernelc_status_text(kernelc_status status);

// What is known about a failure. Texts are never NULL.
typedef struct kernelc_error {
  size_t struct_size;
  kernelc_status status;
  // The CUDA driver's number; 0 where no driver was asked.
  int32_t driver_status;
  const char* driver_status_name;
  // The whole of it, for people: for KERNELC_COMPILE with source lines and carets.
  const char* message;
  // What was tried, and on what: "launch", "kernel `saxpy`".
  const char* operation;
  const char* object;
  // KERNELC_OUT_OF_MEMORY of a device.
  uint64_t requested_bytes;
  uint64_t free_bytes;
  uint64_t total_bytes;
  // KERNELC_DEVICE_FAULT: the kernel, what happened ("IndexOutOfBounds"), the place in its source
  // (line and column from 1, 0 where not known), and the thread that failed first.
  const char* fault_kernel;
  const char* fault_kind;
  const char* fault_file;
  uint32_t fault_line;
  uint32_t fault_column;
  uint32_t fault_block[3];
  uint32_t fault_thread[3];
  // Whether the fault's block and thread are known.
  int32_t fault_has_position;
  int32_t reserved;
  // How many kernelc_last_diagnostic() has.
  size_t diagnostic_count;
  // KERNELC_OUT_OF_MEMORY of a device: what its memory resource has in nobody's hands, and in the program's.
  uint64_t held_bytes;
  uint64_t active_bytes;
} kernelc_error;
#define KERNELC_ERROR_INIT {.struct_size = sizeof(kernelc_error)}

// One fault of a kernel file, or a warning. Texts are never NULL.
typedef struct kernelc_diagnostic {
  size_t struct_size;
  // "error" or "warning".
  const char* severity;
  // What `kernelc explain KIND` tells about: "UnknownName".
  const char* kind;
  const char* message;
  const char* file;
  // From 1; 0 where there is no place.
  uint32_t line;
  uint32_t column;
  // What to do about it; "" where there is nothing to say.
  const char* help;
} kernelc_diagnostic;
#define KERNELC_DIAGNOSTIC_INIT {.struct_size = sizeof(kernelc_diagnostic)}

// The last failure of a call by this thread; status KERNELC_OK before the first. Calls that succeed
// do not change it. Texts live until a later call by this thread fails, or kernelc_clear_error().
KERNELC_API kernelc_status kernelc_last_error(kernelc_error* error);
// Its message alone; "" before the first. Lives as long.
KERNELC_API const char* kernelc_last_error_message(void);
// Number `index` of the diagnostics that came with it. KERNELC_NOT_FOUND beyond the last, which
// leaves the last failure as it was. Texts live as long as those of kernelc_last_error().
KERNELC_API kernelc_status kernelc_last_diagnostic(size_t index, kernelc_diagnostic* diagnostic);
// Forgets the last failure of this thread.
KERNELC_API void kernelc_clear_error(void);

// ---- Devices ---------------------------------------------------------------------------------

typedef int32_t kernelc_device_kind;
enum { KERNELC_DEVICE_CUDA = 0, KERNELC_DEVICE_CPU = 1 };

// Texts live as long as the process.
typedef struct kernelc_device {
  size_t struct_size;
  // "cuda:0", "cpu:0": what kernelc_context_create() takes.
  const char* name;
  // "NVIDIA H100 PCIe".
  const char* description;
  // "sm_90", "x86-64-v3".
  const char* arch;
  kernelc_device_kind kind;
  int32_t compute_major;
  int32_t compute_minor;
  // CPU: the threads that run blocks.
  int32_t multiprocessors;
  int32_t max_threads_per_block;
  int32_t warp_size;
  uint64_t shared_memory_per_block;
  uint64_t total_memory;
  // 1 when the compiler makes code for it.
  int32_t supported;
  int32_t reserved;
} kernelc_device;
#define KERNELC_DEVICE_INIT {.struct_size = sizeof(kernelc_device)}

// Every CUDA device, then the CPU; never 0. Opens the driver on first use. Thread-safe.
KERNELC_API kernelc_status kernelc_device_count(size_t* count);
// KERNELC_NO_DEVICE beyond the last. Thread-safe.
KERNELC_API kernelc_status kernelc_device_at(size_t index, kernelc_device* device);
// The device called "cpu", "cuda" (the first) or "cuda:N"; for NULL the first CUDA device, else the
// CPU. Thread-safe.
KERNELC_API kernelc_status kernelc_device_find(const char* name, kernelc_device* device);
// "" when a CUDA device can be used, else one sentence with the cause. Lives until this thread's next
// call of it. Thread-safe.
KERNELC_API const char* kernelc_cuda_unavailable_reason(void);

// ---- Contexts --------------------------------------------------------------------------------

// A device made usable. All contexts of a device share its memory and its default stream.
typedef struct kernelc_context_s* kernelc_context;
// Work in order; that of different streams may overlap. Where a function takes a stream, NULL is the
// calling thread's current stream of the context that the operation belongs to: the default stream until
// kernelc_stream_set_current().
typedef struct kernelc_stream_s* kernelc_stream;
typedef struct kernelc_event_s* kernelc_event;
typedef struct kernelc_array_s* kernelc_array;
// Code built ahead of time, loaded.
typedef struct kernelc_module_s* kernelc_module;
// A kernel of a module or of a program.
typedef struct kernelc_kernel_s* kernelc_kernel;
// A kernel with its arguments.
typedef struct kernelc_bound_kernel_s* kernelc_bound_kernel;

// For the name of a device, or NULL: see kernelc_device_find(). The caller destroys it. Thread-safe.
KERNELC_API kernelc_status kernelc_context_create(const char* device, kernelc_context* context);
// Streams, arrays and modules of the context live on. KERNELC_INVALID_HANDLE the second time.
// Of the device that the user chose, by CUDA_DEVICE or ~/.cuda-device; else of the first CUDA device that gives one;
// else of the CPU. KERNELC_INVALID_ARGUMENT, KERNELC_NO_DEVICE, KERNELC_DRIVER_UNAVAILABLE and KERNELC_FILE_ACCESS
// for a choice that cannot be followed. Thread-safe.
KERNELC_API kernelc_status kernelc_context_create_default(kernelc_context* context);
KERNELC_API kernelc_status kernelc_context_destroy(kernelc_context context);
// Blocks until all work of the context is done; gives the first error that work met. Thread-safe.
KERNELC_API kernelc_status kernelc_context_synchronize(kernelc_context context);
// Thread-safe.
KERNELC_API kernelc_status kernelc_context_device(kernelc_context context, kernelc_device* device);
// Memory that is free now, and all of it; either may be NULL. Thread-safe.
KERNELC_API kernelc_status kernelc_context_memory(kernelc_context context, uint64_t* free_bytes,
                                                  uint64_t* total_bytes);
// The calling thread's cuBLAS handle (cublasHandle_t) for its current stream of the context, which keeps it to its end.
// KERNELC_NOT_FOUND where there is no cuBLAS, KERNELC_NOT_SUPPORTED on the CPU. Thread-safe.
KERNELC_API kernelc_status kernelc_context_blas_handle(kernelc_context context, void** handle);
// CUDA: the CUcontext, which the library keeps. CPU: NULL. Thread-safe.
KERNELC_API kernelc_status kernelc_context_native(kernelc_context context, void** native);

// ---- Streams and events ----------------------------------------------------------------------

// `priority`: lower is more urgent, 0 is usual. The caller destroys it. Thread-safe.
KERNELC_API kernelc_status kernelc_stream_create(kernelc_context context, int32_t priority,
                                                 kernelc_stream* stream);
// A CUstream made elsewhere, which must outlive the handle and is never destroyed by it.
// KERNELC_NOT_SUPPORTED on the CPU. Thread-safe.
KERNELC_API kernelc_status kernelc_stream_wrap(kernelc_context context, void* native,
                                               kernelc_stream* stream);
// Work that it holds is still done.
KERNELC_API kernelc_status kernelc_stream_destroy(kernelc_stream stream);
// The calling thread's work in `context` that names no stream goes to `stream` from now on; NULL: to
// the default stream again. The thread keeps it alive, also when its handle is destroyed.
// KERNELC_INVALID_ARGUMENT for a stream of another context.
KERNELC_API kernelc_status kernelc_stream_set_current(kernelc_context context,
                                                      kernelc_stream stream);
// Blocks until its work is done; gives the first error that work met. Thread-safe.
KERNELC_API kernelc_status kernelc_stream_synchronize(kernelc_stream stream);
// Sets *done to 1 when all its work is done, else 0. Does not block. Thread-safe.
KERNELC_API kernelc_status kernelc_stream_query(kernelc_stream stream, int32_t* done);
// Work enqueued from now on waits for what `event` recorded last. Does not block. Thread-safe.
KERNELC_API kernelc_status kernelc_stream_wait(kernelc_stream stream, kernelc_event event);
// Calls `callback` on a thread of the library after the work enqueued so far. It must not call
// kernelc for the same context. Thread-safe.
KERNELC_API kernelc_status kernelc_stream_add_callback(kernelc_stream stream,
                                                       void (*callback)(void* user), void* user);
// CUDA: the CUstream, which the library keeps. CPU: NULL. Thread-safe.
KERNELC_API kernelc_status kernelc_stream_native(kernelc_stream stream, void** native);

// `timing`: 0 for an event that is cheaper and measures no time. The caller destroys it. Thread-safe.
KERNELC_API kernelc_status kernelc_event_create(kernelc_context context, int32_t timing,
                                                kernelc_event* event);
KERNELC_API kernelc_status kernelc_event_destroy(kernelc_event event);
// Marks the point after the work that `stream` holds now. Thread-safe.
KERNELC_API kernelc_status kernelc_event_record(kernelc_event event, kernelc_stream stream);
// Blocks until the mark is reached. Thread-safe.
KERNELC_API kernelc_status kernelc_event_synchronize(kernelc_event event);
// Sets *done to 1 when the mark is reached, else 0. Does not block. Thread-safe.
KERNELC_API kernelc_status kernelc_event_query(kernelc_event event, int32_t* done);
// KERNELC_NOT_READY when one is not reached. Thread-safe.
KERNELC_API kernelc_status kernelc_event_elapsed(kernelc_event start, kernelc_event end,
                                                 float* milliseconds);

// ---- Arrays ----------------------------------------------------------------------------------

typedef int32_t kernelc_dtype;
enum {
  KERNELC_BOOL = 0,
  KERNELC_INT8 = 1,
  KERNELC_INT16 = 2,
  KERNELC_INT32 = 3,
  KERNELC_INT64 = 4,
  KERNELC_UINT8 = 5,
  KERNELC_UINT16 = 6,
  KERNELC_UINT32 = 7,
  KERNELC_UINT64 = 8,
  KERNELC_FLOAT16 = 9,
  KERNELC_FLOAT32 = 10,
  KERNELC_FLOAT64 = 11,
  KERNELC_COMPLEX64 = 12,
  KERNELC_COMPLEX128 = 13,
  KERNELC_BFLOAT16 = 14,
  KERNELC_FLOAT8_E4M3 = 15,
  KERNELC_FLOAT8_E5M2 = 16,
  KERNELC_FLOAT8_E8M0 = 17,
  // In kernelc_array_info alone: elements made by kernelc_array_create_records().
  KERNELC_RECORD = 1000
};
// Bytes of one element; 0 for a number that is no type. Thread-safe.
KERNELC_API size_t kernelc_dtype_size(kernelc_dtype dtype);
// "float32"; "unknown" for a number that is no type. Lives as long as the process. Thread-safe.
KERNELC_API const char* kernelc_dtype_name(kernelc_dtype dtype);

typedef int32_t kernelc_order;
// Last index fastest, first index fastest.
enum { KERNELC_ORDER_C = 0, KERNELC_ORDER_F = 1 };

#define KERNELC_MAX_RANK 32

typedef struct kernelc_array_info {
  size_t struct_size;
  kernelc_dtype dtype;
  uint32_t ndim;
  // Elements, and bytes of these without gaps.
  int64_t size;
  uint64_t nbytes;
  // Address of the first element in the device's memory; on the CPU an ordinary address.
  uint64_t data;
  int32_t c_contiguous;
  int32_t f_contiguous;
  int64_t shape[KERNELC_MAX_RANK];
  // In bytes.
  int64_t strides[KERNELC_MAX_RANK];
  uint64_t element_size;
} kernelc_array_info;
#define KERNELC_ARRAY_INFO_INIT {.struct_size = sizeof(kernelc_array_info)}

// Called once, by any thread, when memory that was wrapped is needed no more.
typedef void (*kernelc_release)(void* user);

// New arrays: with undefined contents; with zeros; with the elements at `data`, in the order given.
// `shape` has `ndim` extents and may be NULL for 0. The first two do not block. The caller destroys
// them. Thread-safe.
KERNELC_API kernelc_status kernelc_array_create(kernelc_context context, kernelc_dtype dtype,
                                                uint32_t ndim, const int64_t* shape,
                                                kernelc_order order, kernelc_array* array);
KERNELC_API kernelc_status kernelc_array_zeros(kernelc_context context, kernelc_dtype dtype,
                                               uint32_t ndim, const int64_t* shape,
                                               kernelc_order order, kernelc_array* array);
KERNELC_API kernelc_status kernelc_array_from_host(kernelc_context context, kernelc_dtype dtype,
                                                   uint32_t ndim, const int64_t* shape,
                                                   kernelc_order order, const void* data,
                                                   kernelc_array* array);
// Memory of the device that was allocated elsewhere (on the CPU: any memory of the process), used
// where it is. `strides` in bytes, NULL for C order. It must stay until `release` is called with
// `user`, after the last array that uses it is gone and not before a failure of this call; without
// `release`, until the caller knows that. Thread-safe.
KERNELC_API kernelc_status kernelc_array_wrap(kernelc_context context, uint64_t data,
                                              kernelc_dtype dtype, uint32_t ndim,
                                              const int64_t* shape, const int64_t* strides,
                                              kernelc_release release, void* user,
                                              kernelc_array* array);
// Memory of the host that kernels read and write where it is: page-locked meanwhile for a GPU, which
// uses it over the bus. The rest as kernelc_array_wrap() has it. Thread-safe.
KERNELC_API kernelc_status kernelc_array_wrap_host(kernelc_context context, void* data,
                                                   kernelc_dtype dtype, uint32_t ndim,
                                                   const int64_t* shape, kernelc_order order,
                                                   kernelc_release release, void* user,
                                                   kernelc_array* array);
// A tensor of another library, taken over when this succeeds: see dlpack.h of DLPack. Thread-safe.
struct DLManagedTensor;
KERNELC_API kernelc_status kernelc_array_from_dlpack(struct DLManagedTensor* tensor,
                                                     kernelc_array* array);
// The array for another library, which calls the tensor's deleter. Thread-safe.
KERNELC_API kernelc_status kernelc_array_to_dlpack(kernelc_array array,
                                                   struct DLManagedTensor** tensor);
// Its memory is freed with the last view of it, after work that may still use it.
KERNELC_API kernelc_status kernelc_array_destroy(kernelc_array array);

// Thread-safe.
KERNELC_API kernelc_status kernelc_array_get_info(kernelc_array array, kernelc_array_info* info);

// Copies all elements from or to the host, there in C order whatever the array's layout is; `bytes`
// must be their size. Blocks until the copy, and what `stream` held before it, is done. Thread-safe.
KERNELC_API kernelc_status kernelc_array_write(kernelc_array array, const void* data, size_t bytes,
                                               kernelc_stream stream);
KERNELC_API kernelc_status kernelc_array_read(kernelc_array array, void* data, size_t bytes,
                                              kernelc_stream stream);
// The same without waiting, for contiguous arrays, in the order that the array has. `data` must stay
// valid until `stream` has passed the copy. Thread-safe.
KERNELC_API kernelc_status kernelc_array_write_async(kernelc_array array, const void* data,
                                                     size_t bytes, kernelc_stream stream);
KERNELC_API kernelc_status kernelc_array_read_async(kernelc_array array, void* data, size_t bytes,
                                                    kernelc_stream stream);
// Device to device: same type and shape, any layout, also between devices. Thread-safe.
KERNELC_API kernelc_status kernelc_array_copy(kernelc_array to, kernelc_array from,
                                              kernelc_stream stream);
// Every element becomes the element at `value`, of the array's type. Does not wait. Thread-safe.
KERNELC_API kernelc_status kernelc_array_fill(kernelc_array array, const void* value,
                                              kernelc_stream stream);

// "Not given" in kernelc_array_slice().
#define KERNELC_SLICE_NONE INT64_MIN
// Views: they share the memory and keep it alive. The caller destroys them. Thread-safe.
// start:stop:step for each dimension, as Python has it; `step` may be NULL.
KERNELC_API kernelc_status kernelc_array_slice(kernelc_array array, const int64_t* start,
                                               const int64_t* stop, const int64_t* step,
                                               kernelc_array* view);
// One extent may be -1. KERNELC_INVALID_ARGUMENT when it would need a copy.
KERNELC_API kernelc_status kernelc_array_reshape(kernelc_array array, uint32_t ndim,
                                                 const int64_t* shape, kernelc_array* view);
// With the dimensions in reverse order.
KERNELC_API kernelc_status kernelc_array_transpose(kernelc_array array, kernelc_array* view);

// Structs of the program as elements, which kernels see under the same names of fields.
typedef struct kernelc_record_s* kernelc_record;

typedef struct kernelc_field {
  const char* name;
  // Where it lies in the struct, in bytes.
  uint64_t offset;
  // NULL for a number, whose type `dtype` then is; else the record that the field holds.
  kernelc_record record;
  kernelc_dtype dtype;
  // 0 for a single value; else the extents of an array in C order.
  uint32_t ndim;
  const uint32_t* extents;
} kernelc_field;

// `size` and `align` are the struct's; an alignment of 1 says that kernels must assume nothing about
// addresses. KERNELC_INVALID_ARGUMENT for a field outside of it, and for a name given twice. Everything
// is copied. The caller destroys it. Thread-safe.
KERNELC_API kernelc_status kernelc_record_create(size_t size, size_t align,
                                                 const kernelc_field* fields, size_t count,
                                                 kernelc_record* record);
// Arrays of it live on.
KERNELC_API kernelc_status kernelc_record_destroy(kernelc_record record);
// As kernelc_array_create(); copies to and from the host move whole structs. Thread-safe.
KERNELC_API kernelc_status kernelc_array_create_records(kernelc_context context,
                                                        kernelc_record record, uint32_t ndim,
                                                        const int64_t* shape, kernelc_order order,
                                                        kernelc_array* array);

// ---- Modules ---------------------------------------------------------------------------------

// Loads what `kernelc build --emit image` wrote, from memory (copied) or a file. `name` stands for the
// bytes in messages and may be NULL. KERNELC_FILE_FORMAT for damaged bytes and those of a newer
// version, KERNELC_MODULE_LOAD when they hold no code for the device. Blocks. The caller destroys it.
// Thread-safe.
KERNELC_API kernelc_status kernelc_module_load(kernelc_context context, const void* bytes,
                                               size_t size, const char* name,
                                               kernelc_module* module);
KERNELC_API kernelc_status kernelc_module_load_file(kernelc_context context, const char* path,
                                                    kernelc_module* module);
// Its kernels live on.
KERNELC_API kernelc_status kernelc_module_destroy(kernelc_module module);
// Thread-safe.
KERNELC_API kernelc_status kernelc_module_kernel_count(kernelc_module module, size_t* count);
// The name lives as long as the module. KERNELC_NOT_FOUND beyond the last. Thread-safe.
KERNELC_API kernelc_status kernelc_module_kernel_name(kernelc_module module, size_t index,
                                                      const char** name);
// The caller destroys it. Thread-safe.
KERNELC_API kernelc_status kernelc_module_kernel(kernelc_module module, const char* name,
                                                 kernelc_kernel* kernel);

// ---- Kernels and launches --------------------------------------------------------------------

// Launches under way go on; their code stays until they are done.
KERNELC_API kernelc_status kernelc_kernel_destroy(kernelc_kernel kernel);
// Texts live as long as the kernel. Thread-safe.
KERNELC_API kernelc_status kernelc_kernel_name(kernelc_kernel kernel, const char** name);
// "saxpy(float32 a, float32[::1] x)"; without the types for a kernel that is compiled for each launch.
KERNELC_API kernelc_status kernelc_kernel_signature(kernelc_kernel kernel, const char** signature);
KERNELC_API kernelc_status kernelc_kernel_param_count(kernelc_kernel kernel, size_t* count);
KERNELC_API kernelc_status kernelc_kernel_param_name(kernelc_kernel kernel, size_t index,
                                                     const char** name);

typedef struct kernelc_kernel_attributes {
  size_t struct_size;
  int32_t registers;
  int32_t max_threads_per_block;
  uint64_t static_shared_bytes;
  uint64_t local_bytes;
} kernelc_kernel_attributes;
#define KERNELC_KERNEL_ATTRIBUTES_INIT {.struct_size = sizeof(kernelc_kernel_attributes)}
// KERNELC_NOT_SUPPORTED for a kernel that is compiled for each launch. Thread-safe.
KERNELC_API kernelc_status kernelc_kernel_get_attributes(kernelc_kernel kernel,
                                                         kernelc_kernel_attributes* attributes);

// How many blocks of a kernel a multiprocessor holds at once. `occupancy` is the share of its warps that
// are in use, 0 to 1; `limited_by` is "device" (the number of blocks), "regs", "smem" or "warps", and
// lives as long as the process. 0 blocks: it cannot run in blocks of this size.
typedef struct kernelc_occupancy {
  size_t struct_size;
  int32_t blocks;
  int32_t warps;
  double occupancy;
  const char* limited_by;
} kernelc_occupancy;
#define KERNELC_OCCUPANCY_INIT {.struct_size = sizeof(kernelc_occupancy)}
// Of a GPU architecture, "sm_75" to "sm_121"; needs no device. Blocks of `threads` with
// `shared_bytes` of static and dynamic shared memory, `registers` of a thread.
// KERNELC_INVALID_ARGUMENT for an architecture that is not known, KERNELC_LAUNCH_LIMIT for too large
// a block. Thread-safe.
KERNELC_API kernelc_status kernelc_arch_occupancy(const char* arch, int32_t threads,
                                                  uint64_t shared_bytes, int32_t registers,
                                                  kernelc_occupancy* occupancy);
// Of a kernel on its device. KERNELC_NOT_SUPPORTED for a kernel that is compiled for each launch.
// Thread-safe.
KERNELC_API kernelc_status kernelc_kernel_occupancy(kernelc_kernel kernel, int32_t threads,
                                                    uint64_t dynamic_shared_bytes,
                                                    kernelc_occupancy* occupancy);

typedef int32_t kernelc_arg_kind;
enum {
  // None.
  KERNELC_ARG_NONE = 0,
  KERNELC_ARG_SCALAR = 1,
  KERNELC_ARG_ARRAY = 2,
  KERNELC_ARG_TUPLE = 3,
  // One record, passed by its address: an array with one element, which the kernel may change.
  KERNELC_ARG_RECORD = 4
};

// One argument of a launch. Borrows the array, or the items.
typedef struct kernelc_arg {
  kernelc_arg_kind kind;
  // Scalar: its type.
  kernelc_dtype dtype;
  union {
    // Scalar: the member of its type. float16 and bfloat16 as bits in u16, 8-bit floats in u8, bool as 0 or 1 in u8.
    uint8_t u8;
    uint16_t u16;
    uint32_t u32;
    uint64_t u64;
    int8_t i8;
    int16_t i16;
    int32_t i32;
    int64_t i64;
    float f32;
    double f64;
    float c64[2];
    double c128[2];
    kernelc_array array;
    struct {
      const struct kernelc_arg* items;
      size_t count;
    } tuple;
  } value;
} kernelc_arg;

typedef struct kernelc_launch_config {
  size_t struct_size;
  // Blocks, and threads of a block.
  uint32_t grid[3];
  uint32_t block[3];
  uint64_t dynamic_shared_bytes;
  // NULL: the current stream of the kernel's context; of a program's kernel, of its first array's.
  kernelc_stream stream;
} kernelc_launch_config;
#define KERNELC_LAUNCH_CONFIG_INIT \
  {.struct_size = sizeof(kernelc_launch_config), .grid = {1, 1, 1}, .block = {1, 1, 1}}

// Starts the kernel and does not wait for it; what its threads meet is an error of a later
// synchronisation. The types of arguments are checked before anything runs: KERNELC_TYPE_MISMATCH
// names the parameter. Scalars become the parameter's type where that loses nothing. A kernel of a
// program is compiled first where its code for these types is not there yet, which blocks.
// Thread-safe.
KERNELC_API kernelc_status kernelc_launch(kernelc_kernel kernel,
                                          const kernelc_launch_config* config,
                                          const kernelc_arg* args, size_t count);
// The same with a thread for each of `elements` and a block size that suits the device. Thread-safe.
KERNELC_API kernelc_status kernelc_launch_for_all(kernelc_kernel kernel, int64_t elements,
                                                  kernelc_stream stream, const kernelc_arg* args,
                                                  size_t count);

// A kernel whose arguments are checked and packed once, for launches that repeat: these then cost the same whatever the number of
// arguments. It keeps the memory of its arrays alive. A kernel of a program is compiled for these arguments first where it has
// to be, which blocks. Fails as kernelc_launch() does. The caller destroys it; one thread at a time uses it.
KERNELC_API kernelc_status kernelc_kernel_bind(kernelc_kernel kernel, const kernelc_arg* args,
                                               size_t count, kernelc_bound_kernel* bound);
// KERNELC_INVALID_HANDLE the second time. Launches that were started go on.
KERNELC_API kernelc_status kernelc_bound_kernel_destroy(kernelc_bound_kernel bound);
// Starts the kernel and does not wait for it.
KERNELC_API kernelc_status kernelc_bound_kernel_launch(kernelc_bound_kernel bound,
                                                       const kernelc_launch_config* config);
// Another value for one argument, by its place or by its parameter's name, for launches from now on. KERNELC_TYPE_MISMATCH where it
// does not fit the code, also where this was compiled for facts (alignment, no overlap) that a new array lacks, and
// KERNELC_INVALID_ARGUMENT for a parameter that the kernel has not; the old value stays then.
KERNELC_API kernelc_status kernelc_bound_kernel_set(kernelc_bound_kernel bound, size_t index,
                                                    const kernelc_arg* arg);
KERNELC_API kernelc_status kernelc_bound_kernel_set_named(kernelc_bound_kernel bound,
                                                          const char* name, const kernelc_arg* arg);

#ifdef __cplusplus
}  // extern "C"
#endif

#include "kernelc/kernelc_args.h"
#include "kernelc/kernelc_graph.h"

#endif  // KERNELC_KERNELC_RUNTIME_H_
