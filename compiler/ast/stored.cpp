#include "compiler/ast/stored.h"

#include <bit>
#include <concepts>
#include <cstring>
#include <map>
#include <type_traits>
#include <utility>

#include "compiler/base/check.h"

namespace kernelc::ast {
namespace {

// A tree is a node after the other, each before its children: its kind and one (0: no node), where
// it begins behind the beginning of the node before, its length, and its fields. Numbers take seven
// bits a byte, lists have their length first, and a text is its place among all texts, which stand
// behind the nodes.

class Writer {
 public:
  std::string Write(const Module& module) {
    Field(module.body());
    std::string header;
    std::swap(header, out_);
    Number(header.size());
    Number(texts_.size());
    for (const std::string_view text : texts_) {
      Number(text.size());
    }
    out_ += header;
    for (const std::string_view text : texts_) {
      out_ += text;
    }
    return std::move(out_);
  }

 private:
  void Number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) {
      out_ += static_cast<char>(value | 0x80);
    }
    out_ += static_cast<char>(value);
  }
  // Small ones of either sign take a byte.
  void Signed(std::int64_t value) {
    Number((static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63));
  }

  void WriteNode(const Node* node) {
    if (node == nullptr) {
      out_ += '\0';
      return;
    }
    out_ += static_cast<char>(static_cast<unsigned>(node->kind) + 1);
    Signed(std::int64_t{node->range.begin} - place_);
    place_ = node->range.begin;
    Number(node->range.end - node->range.begin);
    switch (node->kind) {
#define AST_FIELD(type, field_name) Field(owner->field_name);
#define AST_NODE(Name, fields)                                           \
  case NodeKind::Name: {                                                 \
    [[maybe_unused]] const auto* owner = static_cast<const Name*>(node); \
    AST_FOR_EACH_FIELD(fields)                                           \
    break;                                                               \
  }
#define AST_EXPR(Name, fields) AST_NODE(Name, fields)
#define AST_STMT(Name, fields) AST_NODE(Name, fields)
#define AST_PATTERN(Name, fields) AST_NODE(Name, fields)
#include "compiler/ast/nodes.def"
#undef AST_FIELD
      case NodeKind::kCount:
        KC_FATAL("not a node kind");
    }
  }

  void Field(const Node* node) { WriteNode(node); }
  void Field(int value) { Signed(value); }
  void Field(std::string_view text) {
    const auto [place, is_new] = places_.emplace(text, texts_.size());
    if (is_new) {
      texts_.push_back(text);
    }
    Number(place->second);
  }
  void Field(const ConstantValue& value) {
    Field(value.kind);
    Number(value.int_value);
    Number(std::bit_cast<std::uint64_t>(value.float_value));
    Number(value.is_big ? 1 : 0);
    Number(value.has_u_prefix ? 1 : 0);
    Field(value.text);
  }
  template <typename T>
  requires std::is_enum_v<T>
  void Field(T value) { Number(static_cast<std::uint64_t>(value)); }
  template <typename T, std::size_t N>
  void Field(std::span<T, N> items) {
    Number(items.size());
    for (const auto& item : items) {
      Field(item);
    }
  }

  std::string out_;
  std::int64_t place_ = 0;
  std::vector<std::string_view> texts_;
  std::map<std::string_view, std::size_t> places_;
};

class Reader {
 public:
  Reader(std::string_view bytes, Module& module) : bytes_(bytes), module_(module) {
    const std::size_t size = Number();
    texts_.resize(Number());
    std::vector<std::size_t> sizes(texts_.size());
    for (std::size_t& length : sizes) {
      length = Number();
    }
    std::size_t begin = at_ + size;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      texts_[i] = bytes_.substr(begin, sizes[i]);
      begin += sizes[i];
    }
    KC_CHECK(begin == bytes_.size(), "a stored tree of {} bytes ends at {}", bytes_.size(), begin);
  }

  void Read() {
    NodeList<Stmt> body;
    Field(body);
    module_.set_body(body);
  }

 private:
  std::uint64_t Number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const auto byte = static_cast<unsigned char>(bytes_[at_++]);
      value |= std::uint64_t{byte & 0x7fU} << shift;
      if (byte < 0x80) {
        return value;
      }
    }
  }
  std::int64_t Signed() {
    const std::uint64_t value = Number();
    return static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1);
  }

  const Node* ReadNode() {
    const auto kind = static_cast<unsigned char>(bytes_[at_++]);
    if (kind == 0) {
      return nullptr;
    }
    place_ += Signed();
    const auto begin = static_cast<std::uint32_t>(place_);
    const SourceRange range{module_.file(), begin, begin + static_cast<std::uint32_t>(Number())};
    switch (static_cast<NodeKind>(kind - 1)) {
#define AST_FIELD(type, field_name) Field(owner->field_name);
#define AST_NODE(Name, fields)                                        \
  case NodeKind::Name: {                                              \
    [[maybe_unused]] auto* const owner = module_.Create<Name>(range); \
    AST_FOR_EACH_FIELD(fields)                                        \
    return owner;                                                     \
  }
#define AST_EXPR(Name, fields) AST_NODE(Name, fields)
#define AST_STMT(Name, fields) AST_NODE(Name, fields)
#define AST_PATTERN(Name, fields) AST_NODE(Name, fields)
#include "compiler/ast/nodes.def"
#undef AST_FIELD
      case NodeKind::kCount:
        break;
    }
    KC_FATAL("not a node kind");
  }

  template <std::derived_from<Node> T>
  void Field(const T*& child) {
    child = static_cast<const T*>(ReadNode());
  }
  void Field(int& value) { value = static_cast<int>(Signed()); }
  void Field(std::string_view& text) { text = texts_[Number()]; }
  void Field(ConstantValue& value) {
    Field(value.kind);
    value.int_value = Number();
    value.float_value = std::bit_cast<double>(Number());
    value.is_big = Number() != 0;
    value.has_u_prefix = Number() != 0;
    Field(value.text);
  }
  template <typename T>
  requires std::is_enum_v<T>
  void Field(T& value) { value = static_cast<T>(Number()); }
  template <typename T>
  void Field(std::span<const T>& items) {
    std::vector<T> read(Number());
    for (T& item : read) {
      Field(item);
    }
    items = read.empty() ? std::span<const T>() : module_.CopyList(read);
  }

  std::string_view bytes_;
  Module& module_;
  std::size_t at_ = 0;
  std::int64_t place_ = 0;
  std::vector<std::string_view> texts_;
};

}  // namespace

std::string Store(const Module& module) { return Writer().Write(module); }

std::unique_ptr<Module> Load(std::string_view bytes, FileId file) {
  auto module = std::make_unique<Module>(file);
  Reader(bytes, *module).Read();
  return module;
}

}  // namespace kernelc::ast
