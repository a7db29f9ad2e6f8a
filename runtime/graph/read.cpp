// Bytes to graphs. Whatever the bytes are, the answer is a graph or a reason.
#include <algorithm>
#include <cstring>

#include "kernelc/graph_file.h"
#include "kernelc/image.h"
#include "runtime/backend/file.h"
#include "runtime/backend/text.h"
#include "runtime/core/launch.h"
#include "runtime/core/module_state.h"
#include "runtime/graph/format.h"
#include "runtime/graph/state.h"
#include "runtime/image/bytes.h"

namespace kernelc {
namespace graph {
namespace {

using backend::Concat;
using image::Reader;

constexpr const char* kOperation = "load graph";

// The fewest bytes that one of each takes.
constexpr std::size_t kImageBytes = 8;
constexpr std::size_t kArrayBytes = 41;
constexpr std::size_t kNodeBytes = 5;
constexpr std::size_t kAddressBytes = 16;

// Empty when the body may be read.
std::string CheckHeader(std::span<const std::byte> bytes) {
  if (bytes.empty()) {
    return "it is empty";
  }
  const std::size_t magic = std::min(bytes.size(), kMagic.size());
  if (!std::ranges::equal(bytes.first(magic), std::as_bytes(std::span(kMagic)).first(magic))) {
    return "it is no graph";
  }
  if (bytes.size() < image::kHeaderBytes) {
    return Concat("it is cut off after ", bytes.size(), " bytes");
  }
  Reader header(bytes.first(image::kHeaderBytes).subspan(image::kVersionOffset));
  const std::uint32_t version = header.U32();
  const std::uint32_t zero = header.U32();
  const std::uint64_t size = header.U64();
  const std::uint64_t low = header.U64();
  const std::uint64_t high = header.U64();
  if (size > bytes.size()) {
    return Concat("it is cut off: there are ", bytes.size(), " of ", size, " bytes");
  }
  if (size < bytes.size() || zero != 0 || image::ImageChecksum(bytes) != Checksum{low, high}) {
    return "it is damaged: its checksum is wrong";
  }
  if (version == 0 || version > kGraphFileVersion) {
    return Concat("it has version ", version, " of the format, this kernelc reads up to version ",
                  kGraphFileVersion, "; it was written by a newer one");
  }
  return {};
}

class GraphReader {
 public:
  GraphReader(const Context& context, std::span<const std::byte> body, std::string_view name)
      : context_(context), graph_(context), in_(body), name_(name) {}

  // Fills the graph; the arrays by name.
  std::vector<GraphArray> Read() {
    ReadImages();
    ReadRegions();
    std::vector<GraphArray> arrays = ReadArrays();
    ReadNodes(graph_.state()->nodes.get(), 0);
    if (!in_.failed() && in_.left() != 0) {
      in_.Fail(Concat(in_.left(), " bytes follow its end"));
    }
    Check();
    return arrays;
  }

  const Graph& graph() const noexcept { return graph_; }

 private:
  void Check() {
    if (in_.failed()) {
      backend::ThrowError(
          ErrorCode::FileFormat, kOperation, std::string(name_),
          Concat('`', name_, "` cannot be used as a graph: it is damaged: ", in_.why()));
    }
  }

  void ReadImages() {
    const std::size_t count = in_.Count(kImageBytes);
    for (std::size_t i = 0; i < count && !in_.failed(); ++i) {
      const std::span<const std::byte> bytes = in_.Raw(in_.U64());
      Check();
      auto image = ReadImage(bytes, Concat(name_, ", image ", i));
      modules_.push_back(std::make_unique<core::ModuleState>(std::move(image)));
    }
    Check();
  }

  void ReadRegions() {
    const std::size_t count = in_.Count(sizeof(std::uint64_t));
    for (std::size_t i = 0; i < count && !in_.failed(); ++i) {
      regions_.push_back({0, in_.U64()});
    }
    Check();
    GraphState& state = *graph_.state();
    for (Region& region : regions_) {
      if (region.bytes != 0) {
        backend::ThrowIfFailed(state.pool->Allocate(region.bytes, &region.start));
        state.memory->push_back(std::make_shared<PoolBlock>(state.pool, region.start));
      }
    }
  }

  // Room for `bytes` from there on is in the region.
  DevicePointer ReadAddress(std::uint64_t bytes) {
    const std::uint32_t number = in_.U32();
    const std::uint64_t offset = in_.U64();
    if (number == kNoBuffer) {
      return 0;
    }
    if (number >= regions_.size() || offset > regions_[number].bytes ||
        bytes > regions_[number].bytes - offset) {
      in_.Fail("an address lies in no memory of the graph");
      return 0;
    }
    return regions_[number].start + offset;
  }

  Dims ReadDims() {
    Dims dims;
    const std::size_t count = in_.Count(sizeof(std::uint64_t));
    for (std::size_t d = 0; d < count && !in_.failed(); ++d) {
      dims.push_back(static_cast<std::int64_t>(in_.U64()));
    }
    return dims;
  }

  std::vector<GraphArray> ReadArrays() {
    std::vector<GraphArray> arrays;
    const std::size_t count = in_.Count(kArrayBytes);
    for (std::size_t i = 0; i < count && !in_.failed(); ++i) {
      GraphArray named;
      named.name = in_.Text();
      const abi::ArgType type = image::ReadType(in_, 0);
      const ElementType element = type.record ? ElementType(type.record) : ElementType(type.scalar);
      Dims shape;
      Dims strides;
      const std::size_t rank = in_.Count(2 * sizeof(std::uint64_t));
      for (std::size_t d = 0; d < rank && !in_.failed(); ++d) {
        shape.push_back(static_cast<std::int64_t>(in_.U64()));
        strides.push_back(static_cast<std::int64_t>(in_.U64()));
      }
      const DevicePointer data = ReadAddress(0);
      named.contents = in_.Flag();
      Check();
      named.array =
          DeviceArrayAny::Wrap(context_, data, element, shape, strides, graph_.state()->memory);
      CheckBounds(named.array);
      if (named.contents) {
        const std::span<const std::byte> bytes = in_.Raw(named.array.nbytes());
        Check();
        named.array.CopyFromHost(HostArrayView(element, shape, bytes.data()));
      }
      arrays.push_back(std::move(named));
    }
    Check();
    return arrays;
  }

  // All elements lie in one region.
  void CheckBounds(const DeviceArrayAny& array) {
    const backend::Access access{
        array.data(), array.element_size(), array.shape(), array.strides(), true, false, {}};
    DevicePointer begin = 0;
    DevicePointer end = 0;
    backend::AccessBounds(access, &begin, &end);
    const bool inside = std::any_of(regions_.begin(), regions_.end(), [&](const Region& region) {
      return begin >= region.start && end - region.start <= region.bytes;
    });
    if (begin != end && !inside) {
      in_.Fail("an array lies in no memory of the graph");
      Check();
    }
  }

  void ReadNodes(std::vector<backend::GraphNode>* nodes, unsigned depth) {
    if (depth > kMaxDepth) {
      in_.Fail("conditions lie in each other too deep");
    }
    const std::size_t count = in_.Count(kNodeBytes);
    for (std::size_t i = 0; i < count && !in_.failed(); ++i) {
      backend::GraphNode node;
      const std::size_t after = in_.Count(sizeof(std::uint32_t));
      for (std::size_t k = 0; k < after && !in_.failed(); ++k) {
        node.after.push_back(in_.U32());
        if (node.after.back() >= i) {
          in_.Fail("a node waits for a later one");
        }
      }
      node.work = ReadWork(in_.Enum(WorkKind::Native, "kind of node"), depth);
      Check();
      nodes->push_back(std::move(node));
    }
    Check();
  }

  backend::GraphWork ReadWork(WorkKind kind, unsigned depth) {
    switch (kind) {
      case WorkKind::Empty:
        return backend::EmptyWork{};
      case WorkKind::Launch:
        return ReadLaunch();
      case WorkKind::Copy:
        return ReadCopy();
      case WorkKind::Memset:
        return ReadMemset();
      case WorkKind::StridedCopy:
        return ReadStridedCopy();
      case WorkKind::StridedFill:
        return ReadStridedFill();
      case WorkKind::Callback:
      case WorkKind::Native:
        in_.Fail("a node is of a kind that no file can hold");
        return backend::EmptyWork{};
      case WorkKind::Condition:
        return ReadCondition(depth);
    }
    return backend::EmptyWork{};
  }

  backend::GraphWork ReadLaunch() {
    const std::uint32_t image = in_.U32();
    const std::uint32_t kernel = in_.U32();
    if (image >= modules_.size() || kernel >= modules_[image]->image().kernels.size() ||
        modules_[image]->image().kernels[kernel].is_variant()) {
      in_.Fail("a launch is of a kernel that there is not");
      return backend::EmptyWork{};
    }
    backend::Module* module = nullptr;
    backend::ThrowIfFailed(modules_[image]->Get(*context_.impl(), &module));
    backend::LaunchWork work;
    work.module = module->shared_from_this();
    work.function = &module->function(kernel);
    for (Dim3* const dims : {&work.config.grid, &work.config.block}) {
      dims->x = in_.U32();
      dims->y = in_.U32();
      dims->z = in_.U32();
    }
    work.config.dynamic_shared_bytes = in_.U64();
    const std::span<const std::byte> params = in_.Raw(in_.U32());
    if (params.size() != work.function->info().param_bytes) {
      in_.Fail("a launch has other parameters than its kernel");
      return backend::EmptyWork{};
    }
    work.params.assign(params.begin(), params.end());
    const std::size_t addresses = in_.Count(kAddressBytes);
    for (std::size_t i = 0; i < addresses && !in_.failed(); ++i) {
      const std::uint32_t offset = in_.U32();
      const DevicePointer data = ReadAddress(0);
      if (offset > params.size() || params.size() - offset < sizeof data) {
        in_.Fail("an address lies beyond the parameters");
        break;
      }
      std::memcpy(work.params.data() + offset, &data, sizeof data);
    }
    Check();
    core::CheckLimits(*work.function, work.config);
    return work;
  }

  backend::GraphWork ReadCopy() {
    backend::CopyWork work;
    work.to = ReadAddress(0);
    work.from = ReadAddress(0);
    work.bytes = in_.U64();
    CheckRoom(work.to, work.bytes);
    CheckRoom(work.from, work.bytes);
    return work;
  }

  backend::GraphWork ReadMemset() {
    backend::MemsetWork work;
    work.to = ReadAddress(0);
    work.value = in_.U8();
    work.bytes = in_.U64();
    CheckRoom(work.to, work.bytes);
    return work;
  }

  void CheckRoom(DevicePointer data, std::uint64_t bytes) {
    const bool inside = std::any_of(regions_.begin(), regions_.end(), [&](const Region& region) {
      return data >= region.start && data - region.start <= region.bytes &&
             bytes <= region.bytes - (data - region.start);
    });
    if (bytes != 0 && !inside) {
      in_.Fail("a node goes beyond the memory of the graph");
    }
  }

  void CheckStrided(DevicePointer data, std::uint64_t element_size, const Dims& shape,
                    const Dims& strides) {
    if (shape.size() != strides.size() ||
        std::any_of(shape.begin(), shape.end(), [](std::int64_t extent) { return extent < 0; })) {
      in_.Fail("a view has strides that do not belong to its shape");
      return;
    }
    const backend::Access access{data, element_size, shape, strides, true, false, {}};
    DevicePointer begin = 0;
    DevicePointer end = 0;
    backend::AccessBounds(access, &begin, &end);
    CheckRoom(begin, end - begin);
  }

  backend::GraphWork ReadStridedCopy() {
    backend::StridedCopy copy;
    copy.to = ReadAddress(0);
    copy.from = ReadAddress(0);
    copy.element_size = in_.U64();
    copy.shape = ReadDims();
    copy.to_strides = ReadDims();
    copy.from_strides = ReadDims();
    CheckStrided(copy.to, copy.element_size, copy.shape, copy.to_strides);
    CheckStrided(copy.from, copy.element_size, copy.shape, copy.from_strides);
    return copy;
  }

  backend::GraphWork ReadStridedFill() {
    backend::StridedFill fill;
    fill.to = ReadAddress(0);
    fill.element_size = in_.U64();
    const std::span<const std::byte> value = in_.Raw(sizeof fill.value);
    std::copy(value.begin(), value.end(), fill.value);
    fill.shape = ReadDims();
    fill.strides = ReadDims();
    if (fill.element_size > sizeof fill.value) {
      in_.Fail("a fill has an element that is too large");
    }
    CheckStrided(fill.to, fill.element_size, fill.shape, fill.strides);
    return fill;
  }

  backend::GraphWork ReadCondition(unsigned depth) {
    backend::ConditionWork work;
    work.condition = ReadAddress(0);
    work.repeats = in_.Flag();
    work.condition_bytes = in_.U8();
    if (work.condition_bytes != 1 && work.condition_bytes != 2 && work.condition_bytes != 4 &&
        work.condition_bytes != 8) {
      in_.Fail("a condition is no integer");
    }
    CheckRoom(work.condition, work.condition_bytes);
    work.body = std::make_shared<std::vector<backend::GraphNode>>();
    ReadNodes(work.body.get(), depth + 1);
    return work;
  }

  struct Region {
    DevicePointer start;
    std::uint64_t bytes;
  };

  const Context& context_;
  Graph graph_;
  Reader in_;
  std::string_view name_;
  std::vector<std::unique_ptr<core::ModuleState>> modules_;
  std::vector<Region> regions_;
};

}  // namespace
}  // namespace graph

LoadedGraph LoadedGraph::FromBytes(const Context& context, std::span<const std::byte> bytes,
                                   std::string_view name) {
  const std::string why = graph::CheckHeader(bytes);
  if (!why.empty()) {
    backend::ThrowError(ErrorCode::FileFormat, graph::kOperation, std::string(name),
                        backend::Concat('`', name, "` cannot be used as a graph: ", why));
  }
  graph::GraphReader reader(context, bytes.subspan(image::kHeaderBytes), name);
  std::vector<GraphArray> arrays = reader.Read();
  return LoadedGraph(reader.graph(), reader.graph().Instantiate(), std::move(arrays));
}

LoadedGraph LoadedGraph::FromFile(const Context& context, const std::string& path) {
  return FromBytes(context, backend::ReadFile(graph::kOperation, path), path);
}

const DeviceArrayAny& LoadedGraph::array(std::string_view name) const {
  std::string names;
  for (const GraphArray& named : arrays_) {
    if (named.name == name) {
      return named.array;
    }
    names += backend::Concat(names.empty() ? "" : ", ", '`', named.name, '`');
  }
  backend::ThrowError(ErrorCode::NotFound, "find array", backend::Concat('`', name, '`'),
                      names.empty() ? "the graph has no arrays" : "the graph has " + names);
}

}  // namespace kernelc
