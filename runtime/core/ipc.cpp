#include "kernelc/ipc.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "runtime/backend/backend.h"
#include "runtime/backend/text.h"

namespace kernelc {
namespace {

using backend::Concat;

// "kcipc" and the version of the layout.
constexpr std::uint64_t kMark = 0x0001'6370'6963'6b00;

[[noreturn]] void ThrowHandle(ErrorCode code, std::string message) {
  backend::ThrowError(code, "read IPC handle", "IPC handle", std::move(message));
}

class Writer {
 public:
  void Number(std::uint64_t value) { Append(&value, sizeof value); }
  void Text(std::string_view text) {
    Number(text.size());
    Append(text.data(), text.size());
  }
  void List(const Dims& dims) {
    Number(dims.size());
    Append(dims.data(), dims.size() * sizeof(std::int64_t));
  }
  void Append(const void* data, std::size_t size) {
    const auto* const begin = static_cast<const std::byte*>(data);
    bytes_.insert(bytes_.end(), begin, begin + size);
  }
  std::vector<std::byte> Take() { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}
  std::uint64_t Number() {
    std::uint64_t value = 0;
    std::memcpy(&value, Next(sizeof value).data(), sizeof value);
    return value;
  }
  std::span<const std::byte> Bytes() { return Next(Number()); }
  std::string Text() {
    const std::span<const std::byte> bytes = Bytes();
    return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  Dims List() {
    Dims dims;
    const std::uint64_t count = Number();
    if (count > kMaxRank) {
      ThrowHandle(ErrorCode::InvalidArgument, Concat("it names ", count, " dimensions"));
    }
    for (std::uint64_t d = 0; d < count; ++d) {
      dims.push_back(static_cast<std::int64_t>(Number()));
    }
    return dims;
  }
  bool at_end() const { return bytes_.empty(); }

 private:
  std::span<const std::byte> Next(std::uint64_t size) {
    if (size > bytes_.size()) {
      ThrowHandle(ErrorCode::InvalidArgument,
                  Concat("it ends early: ", size, " more bytes are needed, there are ",
                         bytes_.size()));
    }
    const std::span<const std::byte> next = bytes_.first(size);
    bytes_ = bytes_.subspan(size);
    return next;
  }
  std::span<const std::byte> bytes_;
};

// Memory of another process, open in this one.
class Mapping {
 public:
  Mapping(std::shared_ptr<backend::Context> context, DevicePointer data)
      : context_(std::move(context)), data_(data) {}
  ~Mapping() { backend::Report(Close()); }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  backend::Status Close() {
    return data_ == 0 ? backend::Status() : context_->CloseMemory(std::exchange(data_, 0));
  }

 private:
  std::shared_ptr<backend::Context> context_;
  DevicePointer data_;
};

}  // namespace

void IpcArray::Close() {
  if (storage() == nullptr) {
    backend::ThrowError(ErrorCode::InvalidArgument, "close memory", "array of another process",
                        "it is not open: it was closed before, or never opened");
  }
  if (storage().use_count() > 1) {
    backend::ThrowError(ErrorCode::InvalidArgument, "close memory", "array of another process",
                        Concat(storage().use_count() - 1, " other arrays or views still use it"));
  }
  const backend::Status status = static_cast<Mapping*>(storage().get())->Close();
  *this = IpcArray();
  backend::ThrowIfFailed(status);
}

IpcHandle IpcHandle::Of(const DeviceArrayAny& array) {
  const Context context = array.context();
  if (array.size() == 0) {
    backend::ThrowError(ErrorCode::InvalidArgument, "export memory",
                        Concat("array of shape ", ToString(array.shape())), "it has no elements");
  }
  backend::IpcMemory memory;
  backend::ThrowIfFailed(context.impl()->ExportMemory(array.data(), &memory));
  IpcHandle handle;
  handle.memory_.assign(memory.handle.begin(), memory.handle.end());
  handle.offset_ = memory.offset;
  handle.device_uuid_ = context.device().properties().uuid;
  handle.element_ = array.element();
  handle.shape_ = array.shape();
  handle.strides_ = array.strides();
  return handle;
}

std::vector<std::byte> IpcHandle::ToBytes() const {
  Writer writer;
  writer.Number(kMark);
  writer.Text(std::string_view(reinterpret_cast<const char*>(memory_.data()), memory_.size()));
  writer.Number(offset_);
  writer.Text(device_uuid_);
  writer.Number(static_cast<std::uint64_t>(element_.kind));
  writer.Text(element_.record ? ToString(element_) : std::string());
  writer.List(shape_);
  writer.List(strides_);
  return writer.Take();
}

IpcHandle IpcHandle::FromBytes(std::span<const std::byte> bytes, RecordRef record) {
  Reader reader(bytes);
  if (reader.Number() != kMark) {
    ThrowHandle(ErrorCode::InvalidArgument,
                "the bytes are no handle, or one of another version of kernelc");
  }
  IpcHandle handle;
  const std::span<const std::byte> memory = reader.Bytes();
  handle.memory_.assign(memory.begin(), memory.end());
  handle.offset_ = reader.Number();
  handle.device_uuid_ = reader.Text();
  const std::uint64_t kind = reader.Number();
  const std::string record_text = reader.Text();
  handle.shape_ = reader.List();
  handle.strides_ = reader.List();
  if (!reader.at_end() || handle.memory_.size() != backend::IpcMemory{}.handle.size() ||
      kind > static_cast<std::uint64_t>(ScalarKind::kRecord) ||
      handle.shape_.size() != handle.strides_.size()) {
    ThrowHandle(ErrorCode::InvalidArgument, "the bytes are no handle");
  }
  if (kind != static_cast<std::uint64_t>(ScalarKind::kRecord)) {
    handle.element_ = ElementType(static_cast<ScalarKind>(kind));
    return handle;
  }
  if (!record || ToString(ElementType(record)) != record_text) {
    ThrowHandle(ErrorCode::TypeMismatch,
                Concat("its elements are ", record_text, ", ",
                       record ? ToString(ElementType(record)) : std::string("no record type"),
                       " was given"));
  }
  handle.element_ = ElementType(std::move(record));
  return handle;
}

IpcArray IpcHandle::Open(const Context& context) const {
  const DeviceProperties& properties = context.device().properties();
  if (context.device().kind() == DeviceKind::Cuda && properties.uuid != device_uuid_) {
    backend::ThrowError(ErrorCode::InvalidArgument, "open memory", context.device().name(),
                        Concat("the memory is on ", device_uuid_, ", this device is ",
                               properties.uuid));
  }
  backend::IpcMemory memory;
  std::copy(memory_.begin(), memory_.end(), memory.handle.begin());
  memory.offset = offset_;
  DevicePointer base = 0;
  backend::ThrowIfFailed(context.impl()->OpenMemory(memory, &base));
  return IpcArray(DeviceArrayAny::Wrap(context, base + offset_, element_, shape_, strides_,
                                       std::make_shared<Mapping>(context.impl(), base)));
}

}  // namespace kernelc
