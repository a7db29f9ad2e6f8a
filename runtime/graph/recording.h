// Captures under way: which streams write down what is asked of them, and where.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "runtime/backend/graph.h"
#include "runtime/graph/state.h"

namespace kernelc::graph {

using NodeNumbers = std::vector<std::uint32_t>;

// One capture. All of it is guarded by one lock for all captures, but what Begin() and End() say.
class Recording : public std::enable_shared_from_this<Recording> {
 public:
  // What is asked of `stream` becomes a node of `graph`, after the nodes `after`, until End() or
  // the end of the recording, which takes back what was added since. The calling thread must not wait
  // for the stream's context meanwhile. Error{Capture} for a stream that is captured.
  static backend::Status Begin(std::shared_ptr<GraphState> graph, backend::Stream& stream,
                               NodeNumbers after, std::shared_ptr<Recording>* recording);
  ~Recording();

  // The recording's last nodes in its first stream. Error{Capture} when a stream that joined was not
  // waited for.
  backend::Status End(NodeNumbers* last);
  // Nodes are those of a new body from now on, until EndBody() adds the node that runs it.
  backend::Status BeginBody();
  backend::Status EndBody(backend::ConditionWork condition);
  // In place of EndBody(): what the body has is forgotten.
  void AbandonBody();
  // The nodes of another graph, whose numbers count from 0, after the last ones of the stream.
  // Error{InvalidArgument} where this graph is a body in them, Error{Capture} for callbacks in a
  // body.
  backend::Status AddGraph(const backend::Stream& stream,
                           std::span<const backend::GraphNode> nodes);

  // Not in a body, and in the thread that began.
  bool can_end() const noexcept { return outer_.empty() && thread_ == std::this_thread::get_id(); }
  backend::Stream& stream() const noexcept { return stream_; }
  GraphState& graph() const noexcept { return *graph_; }

  // The recording that the stream takes part in, or null.
  static std::shared_ptr<Recording> Of(const backend::Stream& stream);

 private:
  friend class Captures;
  struct Participant {
    // Null for one that is destroyed.
    backend::Stream* stream;
    NodeNumbers last;
    // What others enqueue there is gathered.
    bool gathers = false;
  };
  // What BeginBody() puts aside.
  struct Outer {
    std::shared_ptr<std::vector<backend::GraphNode>> nodes;
    std::vector<Participant> participants;
    std::map<std::uint64_t, NodeNumbers> events;
  };

  Recording(std::shared_ptr<GraphState> graph, backend::Stream& stream, NodeNumbers after);

  Participant* Find(const backend::Stream* stream) noexcept;
  // It takes part, but not in the body that is captured.
  bool IsAside(const backend::Stream* stream) const noexcept;
  backend::Status Add(Participant& participant, backend::GraphWork work);
  void Append(Participant& participant, backend::GraphWork work);
  bool in_body() const noexcept { return graph_->is_body || !outer_.empty(); }
  // A node of what others enqueued in the stream since.
  backend::Status Gather(Participant& participant, bool go_on = true);
  // Ends the gathering of all streams.
  backend::Status EndGathering();
  backend::Status CheckJoined() const;
  backend::Status CheckGraph(std::span<const backend::GraphNode> nodes) const;
  // From now on blocks that are freed may be in use in another stream that joins.
  void Hold();

  const std::shared_ptr<GraphState> graph_;
  backend::Stream& stream_;
  const std::thread::id thread_ = std::this_thread::get_id();
  // Of the graph before.
  const std::size_t first_;
  std::shared_ptr<std::vector<backend::GraphNode>> nodes_;
  std::vector<Participant> participants_;
  // Events that were recorded in it, by id.
  std::map<std::uint64_t, NodeNumbers> events_;
  std::vector<Outer> outer_;
  bool holds_ = false;
  bool ended_ = false;
};

}  // namespace kernelc::graph
