#include "compiler/host/heap/heap.h"

#include <utility>

namespace kernelc::host {

Heap::~Heap() {
  SwapBase();
  for (const Saved& saved : changed_base_) {
    saved.object->saved = 0;
  }
}

void Heap::SwapBase() {
  // Whatever was saved before now is saved again.
  ++clock_;
  for (Saved& saved : changed_base_) {
    std::swap(saved.object->state, saved.state);
  }
}

void Heap::LoseTwiceChanged() {
  for (Object* object : std::exchange(twice_changed_, {})) {
    MakeTop(object, {});
  }
}

Object* Heap::New(Kind kind) {
  // Its memory goes with all the rest.
  auto* object = new (Pool::current()->Allocate(sizeof(Object))) Object();
  object->kind = kind;
  if (kind == Kind::Dict || kind == Kind::Set || kind == Kind::FrozenSet) {
    object->state.table = std::make_unique<Table>();
  } else if (kind == Kind::Instance || kind == Kind::Kernel) {
    object->state.attributes = std::make_unique<Table>();
  }
  if (!is_lasting_) {
    object->id = ++size_;
    object->made = object->saved = clock_;
    if (kind == Kind::Frame || kind == Kind::Function || kind == Kind::Class) {
      scopes_.push_back(object);
    }
  }
  return object;
}

Value Heap::Of(Kind kind, ValueList items) {
  Object* object = New(kind);
  object->state.items = std::move(items);
  return Value::Of(object);
}

Value Heap::Str(std::string_view text) {
  Object* object = New(Kind::Str);
  object->text = Pool::current()->Copy(text);
  return Value::Of(object);
}

Value Heap::Bytes(std::string_view bytes) {
  Object* object = New(Kind::Bytes);
  object->text = Pool::current()->Copy(bytes);
  return Value::Of(object);
}

Value Heap::Unknown(std::string_view reason, SourceRange where) {
  if (last_why_ == nullptr || is_lasting_ || last_why_->reason != reason ||
      last_why_->where != where) {
    last_why_ = Pool::current()->Make<Why>(std::string(reason), where);
  }
  return Value::Unknown(last_why_);
}

Value Heap::Meaning(const Value& unknown, const Value& code) {
  Value value = Value::Unknown(unknown.why);
  if (code.is_object()) {
    if (meant_.empty() || meant_.back() != code.object) {
      meant_.push_back(code.object);
    }
    value.meant = static_cast<std::uint32_t>(meant_.size());
  }
  return value;
}

Value Heap::CodeOf(const Value& value) const {
  if (value.is_unknown()) {
    return value.meant == 0 ? Value() : Value::Of(meant_[value.meant - 1]);
  }
  return value.is(Kind::External, Kind::Function, Kind::Kernel, Kind::Module) ? value : Value();
}

void Heap::Save(Object* object) {
  if (is_lasting_) {
    if (object->saved != 0) {
      twice_changed_.push_back(object);
    }
    return;
  }
  if (object->saved == 0) {
    const Pool::Use in_base(memory_->base);
    changed_base_.push_back({object, object->state});
  }
  if (marks_ > 0) {
    journal_.push_back({object, object->state});
  }
  object->saved = clock_;
}

}  // namespace kernelc::host
