// Graphs of the C API, in a program that is linked with the runtime alone: a kernel that was built ahead of time is
// captured, replayed, changed, saved, and replayed from the file.
#include "tests/capi/check.h"

static const char* device_name;

static kernelc_array NewFloats(kernelc_context context, float value) {
  const int64_t four[] = {4};
  kernelc_array array = NULL;
  CHECK_OK(kernelc_array_create(context, KERNELC_FLOAT32, 1, four, KERNELC_ORDER_C, &array));
  CHECK_OK(kernelc_array_fill(array, &value, NULL));
  return array;
}

static float First(kernelc_array array) {
  float out[4] = {0};
  CHECK_OK(kernelc_array_read(array, out, sizeof out, NULL));
  return out[0];
}

static void TestFile(kernelc_context context, kernelc_graph graph, kernelc_array x, kernelc_array y) {
  char path[64];
  snprintf(path, sizeof path, "capi_graph_%s.kcgraph", device_name);
  const char* const names[] = {"x", "y"};
  const kernelc_array arrays[] = {x, y};
  const int32_t contents[] = {1, 0};
  CHECK_STATUS(kernelc_graph_save(graph, names, arrays, NULL, 1, path), KERNELC_INVALID_ARGUMENT);
  CHECK_MESSAGE("kernel `axpy`, parameter `y`");
  CHECK_OK(kernelc_graph_save(graph, names, arrays, contents, 2, path));
  kernelc_graph_exec loaded = NULL;
  CHECK_OK(kernelc_graph_load(context, path, &loaded));
  remove(path);
  CHECK_STATUS(kernelc_graph_load(context, path, &loaded), KERNELC_FILE_ACCESS);
  kernelc_array sum = NULL;
  CHECK_STATUS(kernelc_graph_exec_array(loaded, "z", &sum), KERNELC_NOT_FOUND);
  CHECK_OK(kernelc_graph_exec_array(loaded, "y", &sum));
  const float one = 1;
  CHECK_OK(kernelc_array_fill(sum, &one, NULL));
  CHECK_OK(kernelc_graph_launch(loaded, NULL));
  // Twice 2 * 3 more.
  CHECK(First(sum) == 13);
  CHECK_OK(kernelc_graph_exec_destroy(loaded));
  CHECK_OK(kernelc_array_destroy(sum));
}

static void TestGraph(kernelc_context context, kernelc_kernel kernel) {
  kernelc_array x = NewFloats(context, 3);
  kernelc_array y = NewFloats(context, 1);
  kernelc_graph graph = NULL;
  CHECK_OK(kernelc_graph_create(context, &graph));
  CHECK_STATUS(kernelc_graph_end_capture(graph), KERNELC_INVALID_ARGUMENT);
  kernelc_stream stream = NULL;
  CHECK_OK(kernelc_stream_create(context, 0, &stream));
  CHECK_OK(kernelc_graph_begin_capture(graph, stream));
  int32_t capturing = 0;
  CHECK_OK(kernelc_stream_is_capturing(stream, &capturing));
  CHECK(capturing == 1);
  kernelc_launch_config config = KERNELC_LAUNCH_CONFIG_INIT;
  config.block[0] = 32;
  config.stream = stream;
  const kernelc_arg args[] = {kernelc_arg_float32(2), kernelc_arg_array(x), kernelc_arg_array(y)};
  CHECK_OK(kernelc_launch(kernel, &config, args, 3));
  config.stream = NULL;
  CHECK_OK(kernelc_launch(kernel, &config, args, 3));
  CHECK_STATUS(kernelc_stream_synchronize(stream), KERNELC_CAPTURE);
  CHECK_MESSAGE("stream synchronize");
  CHECK_STATUS(kernelc_context_synchronize(context), KERNELC_CAPTURE);
  CHECK_OK(kernelc_graph_end_capture(graph));
  CHECK_OK(kernelc_stream_is_capturing(NULL, &capturing));
  CHECK(capturing == 0);
  size_t count = 0;
  CHECK_OK(kernelc_graph_size(graph, &count));
  CHECK(count == 2);
  CHECK(First(y) == 1);

  kernelc_graph_exec exec = NULL;
  CHECK_OK(kernelc_graph_instantiate(graph, &exec));
  CHECK_OK(kernelc_graph_launch(exec, stream));
  CHECK_OK(kernelc_stream_synchronize(stream));
  CHECK(First(y) == 13);
  uint32_t node = 9;
  CHECK_STATUS(kernelc_graph_find_launch(graph, "axpy", 2, &node), KERNELC_NOT_FOUND);
  CHECK_OK(kernelc_graph_find_launch(graph, "axpy", 1, &node));
  CHECK(node == 1);
  const kernelc_arg other[] = {kernelc_arg_float32(10), kernelc_arg_array(x), kernelc_arg_array(y)};
  CHECK_OK(kernelc_graph_exec_set_arguments(exec, node, other, 3));
  CHECK_STATUS(kernelc_graph_exec_set_arguments(exec, node, other, 2), KERNELC_TYPE_MISMATCH);
  CHECK_OK(kernelc_graph_launch(exec, NULL));
  CHECK(First(y) == 49);
  CHECK_OK(kernelc_graph_exec_destroy(exec));
  CHECK_STATUS(kernelc_graph_launch(exec, NULL), KERNELC_INVALID_HANDLE);
  TestFile(context, graph, x, y);
  CHECK_OK(kernelc_graph_destroy(graph));
  CHECK_STATUS(kernelc_graph_destroy(graph), KERNELC_INVALID_HANDLE);
  CHECK_OK(kernelc_stream_destroy(stream));
  CHECK_OK(kernelc_array_destroy(x));
  CHECK_OK(kernelc_array_destroy(y));
}

int main(int argc, char** argv) {
  if (argc < 3) {
    fprintf(stderr, "usage: capi_graph_test cpu|cuda IMAGE\n");
    return 2;
  }
  device_name = argv[1];
  if (strcmp(device_name, "cuda") == 0 && kernelc_cuda_unavailable_reason()[0] != '\0') {
    printf("[  SKIPPED ] no GPU\n");
    return 77;
  }
  kernelc_context context = NULL;
  CHECK_OK(kernelc_context_create(device_name, &context));
  kernelc_module module = NULL;
  CHECK_OK(kernelc_module_load_file(context, argv[2], &module));
  kernelc_kernel kernel = NULL;
  CHECK_OK(kernelc_module_kernel(module, "axpy", &kernel));
  CHECK_OK(kernelc_module_destroy(module));
  TestGraph(context, kernel);
  CHECK_OK(kernelc_kernel_destroy(kernel));
  CHECK_OK(kernelc_context_destroy(context));
  printf("%s\n", checks_failed == 0 ? "done" : "failed");
  return checks_failed == 0 ? 0 : 1;
}
