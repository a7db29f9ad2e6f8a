// Graphs for C (kernelc/graph.h, kernelc/graph_file.h); kernelc_runtime.h includes this. What it says of
// statuses, handles and threads holds here too. A graph is used by one thread at a time.
#ifndef KERNELC_KERNELC_GRAPH_H_
#define KERNELC_KERNELC_GRAPH_H_

#include "kernelc/kernelc_runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kernelc_graph_s* kernelc_graph;
typedef struct kernelc_graph_exec_s* kernelc_graph_exec;

// An empty graph. The caller destroys it; a capture that was not ended is forgotten then.
KERNELC_API kernelc_status kernelc_graph_create(kernelc_context context, kernelc_graph* graph);
// KERNELC_INVALID_HANDLE the second time.
KERNELC_API kernelc_status kernelc_graph_destroy(kernelc_graph graph);
// From now on what is asked of the stream becomes part of the graph, and nothing runs; NULL is a stream of the graph's own.
// It is this thread's current one meanwhile. KERNELC_CAPTURE for a default stream and one that is captured.
KERNELC_API kernelc_status kernelc_graph_begin_capture(kernelc_graph graph, kernelc_stream stream);
// By the thread that began. KERNELC_CAPTURE when a stream that joined was not waited for, KERNELC_INVALID_ARGUMENT when
// none was begun.
KERNELC_API kernelc_status kernelc_graph_end_capture(kernelc_graph graph);
// 1 while what is asked of the stream becomes part of a graph, else 0; NULL is the thread's current stream. Thread-safe.
KERNELC_API kernelc_status kernelc_stream_is_capturing(kernelc_stream stream, int32_t* capturing);
// How many nodes it has.
KERNELC_API kernelc_status kernelc_graph_size(kernelc_graph graph, size_t* count);
// The number of the node that is launch `index`, from 0, of the kernel. KERNELC_NOT_FOUND where there are fewer.
KERNELC_API kernelc_status kernelc_graph_find_launch(kernelc_graph graph, const char* kernel,
                                                     size_t index, uint32_t* node);

// What can be replayed: the nodes that the graph has now. The caller destroys it.
KERNELC_API kernelc_status kernelc_graph_instantiate(kernelc_graph graph, kernelc_graph_exec* exec);
// KERNELC_INVALID_HANDLE the second time. Replays that were started go on.
KERNELC_API kernelc_status kernelc_graph_exec_destroy(kernelc_graph_exec exec);
// Replays it in stream order and does not wait; NULL is the thread's current stream. Thread-safe.
KERNELC_API kernelc_status kernelc_graph_launch(kernelc_graph_exec exec, kernelc_stream stream);
// Other arguments for a launch from the next replay on. Fails as kernelc_launch() does.
KERNELC_API kernelc_status kernelc_graph_exec_set_arguments(kernelc_graph_exec exec, uint32_t node,
                                                            const kernelc_arg* args, size_t count);

// Writes the graph into a file; `arrays` are all that it uses besides its own memory, under `names`. Where `contents` is not
// NULL and not 0 for an array, what that holds is written too, which blocks. KERNELC_NOT_SUPPORTED for callbacks and for
// copies from and to the host, KERNELC_INVALID_ARGUMENT for memory that has no name.
KERNELC_API kernelc_status kernelc_graph_save(kernelc_graph graph, const char* const* names,
                                              const kernelc_array* arrays, const int32_t* contents,
                                              size_t count, const char* path);
// A graph from a file, with memory of its own. The caller destroys it.
KERNELC_API kernelc_status kernelc_graph_load(kernelc_context context, const char* path,
                                              kernelc_graph_exec* exec);
// The array that a graph from a file has under the name. The caller destroys the handle. KERNELC_NOT_FOUND.
KERNELC_API kernelc_status kernelc_graph_exec_array(kernelc_graph_exec exec, const char* name,
                                                    kernelc_array* array);

#ifdef __cplusplus
}
#endif

#endif  // KERNELC_KERNELC_GRAPH_H_
