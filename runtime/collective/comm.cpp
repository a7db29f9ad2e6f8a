// What torch.cuda.comm does, within a process: copies, and groups that are made on first use.
#include <algorithm>
#include <map>
#include <mutex>
#include <numeric>
#include <set>

#include "kernelc/collective.h"
#include "runtime/backend/text.h"
#include "runtime/collective/group.h"

namespace kernelc::comm {
namespace {

using backend::Concat;

[[noreturn]] void Refuse(const char* operation, std::string message) {
  backend::ThrowError(ErrorCode::InvalidArgument, operation, {}, std::move(message));
}

// Groups of devices that were asked for: NCCL takes long to make one.
class Known {
 public:
  Communicator Get(const std::vector<Context>& contexts) {
    std::vector<const backend::Context*> key;
    for (const Context& context : contexts) {
      key.push_back(context.impl().get());
    }
    const std::lock_guard lock(mutex_);
    std::erase_if(groups_, [](const auto& entry) { return !IsUsable(entry.second); });
    const auto found = groups_.find(key);
    if (found != groups_.end()) {
      return found->second;
    }
    // A program has few lists of devices; one that has many does not keep all.
    constexpr std::size_t kMost = 8;
    if (groups_.size() >= kMost) {
      groups_.clear();
    }
    return groups_.emplace(std::move(key), Communicator::OfDevices(contexts)).first->second;
  }

 private:
  static bool IsUsable(const Communicator& communicator) {
    for (int i = 0; i < communicator.local_size(); ++i) {
      if (communicator.context(i).impl()->gone()) {
        return false;
      }
    }
    return true;
  }

  std::mutex mutex_;
  std::map<std::vector<const backend::Context*>, Communicator> groups_;
};

// Never destroyed: NCCL may be gone before static destructors run.
Communicator GroupOf(const std::vector<Context>& contexts) {
  static Known& known = *new Known;
  return known.Get(contexts);
}

void CheckContexts(const char* operation, std::span<const Context> contexts) {
  if (contexts.empty()) {
    Refuse(operation, "there are no contexts");
  }
}

}  // namespace

std::vector<DeviceArrayAny> Broadcast(const DeviceArrayAny& array, std::span<const Context> contexts) {
  CheckContexts("broadcast", contexts);
  const Context home = array.context();
  // The array's own device and those of its kind, each once: a group. Others get copies.
  std::vector<Context> members = {home};
  std::vector<DeviceArrayAny> copies = {array};
  std::vector<DeviceArrayAny> results;
  for (const Context& context : contexts) {
    const auto member = std::find(members.begin(), members.end(), context);
    if (member != members.end()) {
      results.push_back(copies[static_cast<std::size_t>(member - members.begin())]);
      continue;
    }
    results.push_back(DeviceArrayAny::Empty(context, array.element(), array.shape()));
    if (context.device().kind() == home.device().kind()) {
      members.push_back(context);
      copies.push_back(results.back());
    } else {
      results.back().CopyFrom(array);
    }
  }
  if (members.size() > 1) {
    GroupOf(members).Broadcast(copies, 0);
  }
  return results;
}

std::vector<std::vector<DeviceArrayAny>> BroadcastCoalesced(std::span<const DeviceArrayAny> arrays,
                                                            std::span<const Context> contexts,
                                                            std::size_t buffer_bytes) {
  constexpr const char* kOperation = "broadcast coalesced";
  CheckContexts(kOperation, contexts);
  std::vector<std::vector<DeviceArrayAny>> results(contexts.size());
  if (arrays.empty()) {
    return results;
  }
  const Context home = arrays[0].context();
  std::vector<Context> members = {home};
  std::vector<std::vector<DeviceArrayAny>> lists = {{arrays.begin(), arrays.end()}};
  for (const DeviceArrayAny& array : arrays) {
    if (array.context() != home) {
      Refuse(kOperation, Concat("an array is on ", array.context().device().name(), ", the first one on ",
                                home.device().name()));
    }
  }
  for (std::size_t i = 0; i < contexts.size(); ++i) {
    const auto member = std::find(members.begin(), members.end(), contexts[i]);
    if (member != members.end()) {
      results[i] = lists[static_cast<std::size_t>(member - members.begin())];
      continue;
    }
    for (const DeviceArrayAny& array : arrays) {
      results[i].push_back(DeviceArrayAny::Empty(contexts[i], array.element(), array.shape()));
    }
    members.push_back(contexts[i]);
    lists.push_back(results[i]);
  }
  if (members.size() > 1) {
    GroupOf(members).BroadcastCoalesced(lists, 0, buffer_bytes);
  }
  return results;
}

DeviceArrayAny ReduceAdd(std::span<const DeviceArrayAny> inputs, const Context& destination) {
  constexpr const char* kOperation = "reduce add";
  if (inputs.empty()) {
    Refuse(kOperation, "there are no arrays");
  }
  std::vector<Context> members;
  for (const DeviceArrayAny& input : inputs) {
    members.push_back(input.context());
    if (input.shape() != inputs[0].shape()) {
      Refuse(kOperation,
             Concat("the arrays have shapes ", ToString(inputs[0].shape()), " and ", ToString(input.shape())));
    }
  }
  const auto root = std::find(members.begin(), members.end(), destination);
  if (root == members.end()) {
    Refuse(kOperation, Concat("no array is on ", destination.device().name(), ", where the sum goes"));
  }
  const DeviceArrayAny sum = DeviceArrayAny::Empty(destination, inputs[0].element(), inputs[0].shape());
  GroupOf(members).Reduce(inputs, sum, static_cast<int>(root - members.begin()));
  return sum;
}

namespace {

std::vector<DeviceArrayAny> Place(const std::vector<DeviceArrayAny>& chunks, std::span<const Context> contexts) {
  std::vector<DeviceArrayAny> results;
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    results.push_back(DeviceArrayAny::Empty(contexts[i], chunks[i].element(), chunks[i].shape()));
    results.back().CopyFrom(chunks[i]);
  }
  return results;
}

}  // namespace

std::vector<DeviceArrayAny> Scatter(const DeviceArrayAny& array, std::span<const Context> contexts,
                                    std::size_t dimension) {
  CheckContexts("scatter", contexts);
  return Place(Chunks(array, static_cast<int>(contexts.size()), dimension), contexts);
}

std::vector<DeviceArrayAny> Scatter(const DeviceArrayAny& array, std::span<const Context> contexts,
                                    std::span<const std::int64_t> extents, std::size_t dimension) {
  CheckContexts("scatter", contexts);
  if (extents.size() != contexts.size()) {
    Refuse("scatter", Concat("there are ", extents.size(), " chunks for ", contexts.size(), " contexts"));
  }
  return Place(Chunks(array, extents, dimension), contexts);
}

DeviceArrayAny Gather(std::span<const DeviceArrayAny> arrays, const Context& destination, std::size_t dimension) {
  constexpr const char* kOperation = "gather";
  if (arrays.empty()) {
    Refuse(kOperation, "there are no arrays");
  }
  if (dimension >= arrays[0].ndim()) {
    Refuse(kOperation, Concat("arrays of shape ", ToString(arrays[0].shape()), " have no dimension ", dimension));
  }
  std::vector<std::int64_t> extents;
  Dims shape = arrays[0].shape();
  for (const DeviceArrayAny& array : arrays) {
    Dims like = array.shape();
    if (array.ndim() == shape.size()) {
      like[dimension] = shape[dimension];
    }
    if (like != shape || !(array.element() == arrays[0].element())) {
      Refuse(kOperation, Concat("a ", ToString(array.element()), " array of shape ", ToString(array.shape()),
                                " does not fit beside a ", ToString(arrays[0].element()), " array of shape ",
                                ToString(arrays[0].shape())));
    }
    extents.push_back(array.shape()[dimension]);
  }
  shape[dimension] = std::accumulate(extents.begin(), extents.end(), std::int64_t{0});
  const DeviceArrayAny result = DeviceArrayAny::Empty(destination, arrays[0].element(), shape);
  const std::vector<DeviceArrayAny> places = Chunks(result, extents, dimension);
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    places[i].CopyFrom(arrays[i]);
  }
  return result;
}

}  // namespace kernelc::comm
