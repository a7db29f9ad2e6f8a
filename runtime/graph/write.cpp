// Graphs to bytes. read.cpp reads the same fields in the same order.
#include <algorithm>
#include <cstring>
#include <map>

#include "kernelc/graph_file.h"
#include "kernelc/image.h"
#include "runtime/backend/file.h"
#include "runtime/backend/text.h"
#include "runtime/graph/format.h"
#include "runtime/graph/state.h"
#include "runtime/image/bytes.h"

namespace kernelc {
namespace graph {
namespace {

using backend::Concat;
using image::Writer;

constexpr const char* kOperation = "save graph";

// Memory from `start` on that the graph uses.
struct Region {
  DevicePointer start = 0;
  std::uint64_t bytes = 0;
};

// The named arrays' memory and the graph's own, without overlaps.
class Regions {
 public:
  void Add(DevicePointer begin, DevicePointer end) {
    if (begin != end) {
      const DevicePointer start = begin / kBufferAlignment * kBufferAlignment;
      regions_.push_back({start, end - start});
    }
  }
  void Join() {
    std::sort(regions_.begin(), regions_.end(),
              [](const Region& a, const Region& b) { return a.start < b.start; });
    std::vector<Region> joined;
    for (const Region& region : regions_) {
      if (!joined.empty() && region.start < joined.back().start + joined.back().bytes) {
        joined.back().bytes =
            std::max(joined.back().bytes, region.start + region.bytes - joined.back().start);
      } else {
        joined.push_back(region);
      }
    }
    regions_ = std::move(joined);
  }
  // Those that were found, by number.
  const std::vector<Region>& used() const noexcept { return used_; }
  // False for memory that is in none.
  bool Find(DevicePointer data, std::uint32_t* number, std::uint64_t* offset) {
    for (const Region& region : regions_) {
      if (data >= region.start && data - region.start < region.bytes) {
        *number = NumberOf(region);
        *offset = data - region.start;
        return true;
      }
    }
    return false;
  }

 private:
  std::uint32_t NumberOf(const Region& region) {
    const auto known = std::find_if(used_.begin(), used_.end(),
                                    [&](const Region& used) { return used.start == region.start; });
    const auto number = static_cast<std::uint32_t>(known - used_.begin());
    if (known == used_.end()) {
      used_.push_back(region);
    }
    return number;
  }

  std::vector<Region> regions_;
  std::vector<Region> used_;
};

class GraphWriter {
 public:
  GraphWriter(const GraphState& state, std::span<const GraphArray> arrays)
      : state_(state), arrays_(arrays) {}

  std::vector<std::byte> Write() {
    CheckArrays();
    CollectImages(*state_.nodes);
    CollectRegions();
    // First, because the regions are numbered in the order of their use.
    WriteArrays();
    WriteNodes(*state_.nodes);
    Writer file;
    file.Raw(std::as_bytes(std::span(kMagic)));
    file.U32(kGraphFileVersion);
    file.U32(0);
    // Size and checksum, when they are known.
    file.U64(0);
    file.U64(0);
    file.U64(0);
    WriteImages(file);
    file.Count(regions_.used().size());
    for (const Region& region : regions_.used()) {
      file.U64(region.bytes);
    }
    file.Raw(out_.bytes());
    file.PutU64(image::kSizeOffset, file.bytes().size());
    const Checksum sum = image::ImageChecksum(file.bytes());
    file.PutU64(image::kChecksumOffset, sum.low);
    file.PutU64(image::kChecksumOffset + sizeof sum.low, sum.high);
    return std::move(file.bytes());
  }

 private:
  [[noreturn]] static void Refuse(ErrorCode code, std::string message) {
    backend::ThrowError(code, kOperation, "graph", std::move(message));
  }

  void CheckArrays() const {
    for (std::size_t i = 0; i < arrays_.size(); ++i) {
      if (arrays_[i].array.context_impl() != state_.context) {
        Refuse(ErrorCode::InvalidArgument,
               Concat("the array `", arrays_[i].name, "` is of another context, or of none"));
      }
      for (std::size_t j = 0; j < i; ++j) {
        if (arrays_[i].name == arrays_[j].name) {
          Refuse(ErrorCode::InvalidArgument,
                 Concat("two arrays have the name `", arrays_[i].name, '`'));
        }
      }
    }
  }

  // In the order of their first use.
  void CollectImages(const std::vector<backend::GraphNode>& nodes) {
    for (const backend::GraphNode& node : nodes) {
      if (const auto* const launch = std::get_if<backend::LaunchWork>(&node.work)) {
        const auto& source = launch->module->source();
        if (image_numbers_.emplace(source.get(), images_.size()).second) {
          images_.push_back(source);
        }
      } else if (const auto* const condition = std::get_if<backend::ConditionWork>(&node.work)) {
        CollectImages(*condition->body);
      }
    }
  }

  void CollectRegions() {
    for (const GraphArray& named : arrays_) {
      backend::Access access{named.array.data(),
                             named.array.element_size(),
                             named.array.shape(),
                             named.array.strides(),
                             true,
                             false,
                             {}};
      DevicePointer begin = 0;
      DevicePointer end = 0;
      backend::AccessBounds(access, &begin, &end);
      regions_.Add(begin, end);
    }
    state_.pool->ForEach(
        [&](DevicePointer data, std::size_t bytes) { regions_.Add(data, data + bytes); });
    regions_.Join();
  }

  void WriteImages(Writer& file) {
    file.Count(images_.size());
    for (const std::shared_ptr<const abi::KernelImage>& image : images_) {
      if (!image->linked_entries.empty()) {
        Refuse(ErrorCode::InvalidArgument,
               Concat("the code of kernel `", image->kernels.front().name,
                      "` is linked into the program; build an image of it"));
      }
      const std::vector<std::byte> bytes = WriteImage(*image);
      file.U64(bytes.size());
      file.Raw(bytes);
    }
  }

  void WriteArrays() {
    out_.Count(arrays_.size());
    for (const GraphArray& named : arrays_) {
      const DeviceArrayAny& array = named.array;
      out_.Text(named.name);
      const ElementType& element = array.element();
      image::WriteType(out_, element.record ? abi::ArgType::Record(element.record)
                                            : abi::ArgType::Scalar(element.kind));
      out_.Count(array.ndim());
      for (std::size_t d = 0; d < array.ndim(); ++d) {
        out_.U64(static_cast<std::uint64_t>(array.shape()[d]));
        out_.U64(static_cast<std::uint64_t>(array.strides()[d]));
      }
      WriteAddress(array.size() != 0 ? array.data() : 0, [&] { return named.name; });
      out_.Flag(named.contents);
      if (named.contents) {
        std::vector<std::byte> bytes(array.nbytes());
        array.CopyToHost(std::span(bytes));
        out_.Raw(bytes);
      }
    }
  }

  // As region and offset. `what` says whose address it is.
  template <typename What>
  void WriteAddress(DevicePointer data, What what) {
    std::uint32_t region = kNoBuffer;
    std::uint64_t offset = 0;
    if (data != 0 && !regions_.Find(data, &region, &offset)) {
      Refuse(ErrorCode::InvalidArgument,
             Concat(what(),
                    " is in memory that is neither named nor the graph's own; give the "
                    "array that it belongs to a name"));
    }
    out_.U32(region);
    out_.U64(offset);
  }

  void WriteDims(const Dims& dims) {
    out_.Count(dims.size());
    for (const std::int64_t value : dims) {
      out_.U64(static_cast<std::uint64_t>(value));
    }
  }

  void WriteNodes(const std::vector<backend::GraphNode>& nodes) {
    out_.Count(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      node_ = Concat("node ", i, " (", backend::WorkText(nodes[i].work), ')');
      out_.Count(nodes[i].after.size());
      for (const std::uint32_t before : nodes[i].after) {
        out_.U32(before);
      }
      out_.Enum(static_cast<WorkKind>(nodes[i].work.index()));
      std::visit(*this, nodes[i].work);
    }
  }

  void WriteLaunch(const backend::LaunchWork& work) {
    const abi::KernelInfo& info = work.function->info();
    const auto& source = *work.module->source();
    const auto kernel = std::find_if(source.kernels.begin(), source.kernels.end(),
                                     [&](const auto& k) { return k.symbol == info.symbol; });
    out_.U32(static_cast<std::uint32_t>(image_numbers_.at(&source)));
    out_.U32(static_cast<std::uint32_t>(kernel - source.kernels.begin()));
    for (const Dim3& dims : {work.config.grid, work.config.block}) {
      out_.U32(dims.x);
      out_.U32(dims.y);
      out_.U32(dims.z);
    }
    out_.U64(work.config.dynamic_shared_bytes);
    std::vector<std::byte> params = work.params;
    std::vector<std::pair<std::uint32_t, DevicePointer>> addresses;
    for (const abi::ParamInfo& param : info.params) {
      TakeAddresses(info, param, &params, &addresses);
    }
    out_.Count(params.size());
    out_.Raw(params);
    out_.Count(addresses.size());
    for (const auto& [offset, data] : addresses) {
      out_.U32(offset);
      WriteAddress(data, [&, at = offset] {
        return Concat(node_, ", kernel `", info.name, "`, parameter `", ParamAt(info, at), '`');
      });
    }
  }

  static std::string ParamAt(const abi::KernelInfo& info, std::uint32_t offset) {
    for (const abi::ParamInfo& param : info.params) {
      for (std::uint32_t i = param.first_field; i < param.first_field + param.field_count; ++i) {
        if (info.fields[i].offset == offset) {
          return param.name;
        }
      }
    }
    return "";
  }

  // Zeroes addresses in the parameters. That of an array without elements means nothing.
  static void TakeAddresses(const abi::KernelInfo& info, const abi::ParamInfo& param,
                            std::vector<std::byte>* params,
                            std::vector<std::pair<std::uint32_t, DevicePointer>>* addresses) {
    const auto value = [&](const abi::ParamField& field) {
      std::uint64_t read = 0;
      std::memcpy(&read, params->data() + field.offset, std::min<std::size_t>(field.size, 8));
      return read;
    };
    const std::uint32_t end = param.first_field + param.field_count;
    for (std::uint32_t i = param.first_field; i < end; ++i) {
      const abi::ParamField& field = info.fields[i];
      if (field.kind != abi::FieldKind::Data) {
        continue;
      }
      bool is_empty = false;
      for (std::uint32_t j = i + 1; j < end && info.fields[j].kind == abi::FieldKind::Extent; ++j) {
        is_empty = is_empty || value(info.fields[j]) == 0;
      }
      if (!is_empty && value(field) != 0) {
        addresses->emplace_back(field.offset, value(field));
      }
      std::memset(params->data() + field.offset, 0, field.size);
    }
  }

 public:
  // For std::visit: the work of a node.
  void operator()(const backend::EmptyWork&) {}
  void operator()(const backend::LaunchWork& work) { WriteLaunch(work); }
  void operator()(const backend::CopyWork& work) {
    if (work.kind != backend::OperationKind::CopyOnDevice) {
      Refuse(ErrorCode::NotSupported,
             Concat(node_, " has addresses of this process; copy before or after the graph"));
    }
    WriteAddress(work.to, [&] { return Concat(node_, ", the target"); });
    WriteAddress(work.from, [&] { return Concat(node_, ", the source"); });
    out_.U64(work.bytes);
  }
  void operator()(const backend::MemsetWork& work) {
    WriteAddress(work.to, [&] { return Concat(node_, ", the target"); });
    out_.U8(work.value);
    out_.U64(work.bytes);
  }
  void operator()(const backend::StridedCopy& copy) {
    WriteAddress(copy.to, [&] { return Concat(node_, ", the target"); });
    WriteAddress(copy.from, [&] { return Concat(node_, ", the source"); });
    out_.U64(copy.element_size);
    WriteDims(copy.shape);
    WriteDims(copy.to_strides);
    WriteDims(copy.from_strides);
  }
  void operator()(const backend::StridedFill& fill) {
    WriteAddress(fill.to, [&] { return Concat(node_, ", the target"); });
    out_.U64(fill.element_size);
    out_.Raw(fill.value);
    WriteDims(fill.shape);
    WriteDims(fill.strides);
  }
  void operator()(const backend::CallbackWork&) {
    Refuse(ErrorCode::NotSupported, Concat(node_, " is a function of this process"));
  }
  void operator()(const backend::NativeWork&) {
    Refuse(ErrorCode::NotSupported, Concat(node_, " is known to this process alone"));
  }
  void operator()(const backend::ConditionWork& work) {
    WriteAddress(work.condition, [&] { return Concat(node_, ", the condition"); });
    out_.Flag(work.repeats);
    out_.U8(static_cast<std::uint8_t>(work.condition_bytes));
    WriteNodes(*work.body);
  }

 private:
  const GraphState& state_;
  std::span<const GraphArray> arrays_;
  // Arrays and nodes.
  Writer out_;
  std::map<const abi::KernelImage*, std::size_t> image_numbers_;
  std::vector<std::shared_ptr<const abi::KernelImage>> images_;
  Regions regions_;
  // The one that is written, for messages.
  std::string node_;
};

}  // namespace
}  // namespace graph

std::vector<std::byte> WriteGraph(const Graph& graph, std::span<const GraphArray> arrays) {
  return graph::GraphWriter(*graph.state(), arrays).Write();
}

void SaveGraph(const Graph& graph, std::span<const GraphArray> arrays, const std::string& path) {
  const std::vector<std::byte> bytes = WriteGraph(graph, arrays);
  const std::span<const std::byte> parts[] = {bytes};
  backend::WriteFile(graph::kOperation, path, parts);
}

}  // namespace kernelc
