// Arguments of launches from values, for C; included by <kernelc/kernelc_runtime.h>. These functions are part of the
// header, not of the library.
#ifndef KERNELC_KERNELC_ARGS_H_
#define KERNELC_KERNELC_ARGS_H_

#include "kernelc/kernelc_runtime.h"

static inline kernelc_arg kernelc_arg_none(void) {
  kernelc_arg arg = {KERNELC_ARG_NONE, 0, {0}};
  return arg;
}
static inline kernelc_arg kernelc_arg_array(kernelc_array array) {
  kernelc_arg arg = {KERNELC_ARG_ARRAY, 0, {0}};
  arg.value.array = array;
  return arg;
}
static inline kernelc_arg kernelc_arg_record(kernelc_array array) {
  kernelc_arg arg = {KERNELC_ARG_RECORD, 0, {0}};
  arg.value.array = array;
  return arg;
}
static inline kernelc_arg kernelc_arg_float32(float value) {
  kernelc_arg arg = {KERNELC_ARG_SCALAR, KERNELC_FLOAT32, {0}};
  arg.value.f32 = value;
  return arg;
}
static inline kernelc_arg kernelc_arg_float64(double value) {
  kernelc_arg arg = {KERNELC_ARG_SCALAR, KERNELC_FLOAT64, {0}};
  arg.value.f64 = value;
  return arg;
}
static inline kernelc_arg kernelc_arg_int32(int32_t value) {
  kernelc_arg arg = {KERNELC_ARG_SCALAR, KERNELC_INT32, {0}};
  arg.value.i32 = value;
  return arg;
}
static inline kernelc_arg kernelc_arg_int64(int64_t value) {
  kernelc_arg arg = {KERNELC_ARG_SCALAR, KERNELC_INT64, {0}};
  arg.value.i64 = value;
  return arg;
}
static inline kernelc_arg kernelc_arg_uint32(uint32_t value) {
  kernelc_arg arg = {KERNELC_ARG_SCALAR, KERNELC_UINT32, {0}};
  arg.value.u32 = value;
  return arg;
}
static inline kernelc_arg kernelc_arg_bool(int value) {
  kernelc_arg arg = {KERNELC_ARG_SCALAR, KERNELC_BOOL, {0}};
  arg.value.u8 = value != 0;
  return arg;
}
static inline kernelc_arg kernelc_arg_tuple(const kernelc_arg* items, size_t count) {
  kernelc_arg arg = {KERNELC_ARG_TUPLE, 0, {0}};
  arg.value.tuple.items = items;
  arg.value.tuple.count = count;
  return arg;
}

#endif  // KERNELC_KERNELC_ARGS_H_
