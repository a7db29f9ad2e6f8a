#include "compiler/host/heap.h"

#include <utility>

namespace kernelc::host {

Heap::Heap() = default;
Heap::~Heap() = default;

Object* Heap::New(Kind kind) {
  Object& object = objects_.Add();
  object.kind = kind;
  object.id = static_cast<std::uint32_t>(objects_.size());
  object.made = clock_;
  object.saved = clock_;
  return &object;
}

Value Heap::Str(std::string_view text) {
  Object* object = New(Kind::Str);
  object->text = text;
  return Value::Of(object);
}

Value Heap::Bytes(std::string_view bytes) {
  Object* object = New(Kind::Bytes);
  object->text = bytes;
  return Value::Of(object);
}

Value Heap::Tuple(std::vector<Value> items) {
  Object* object = New(Kind::Tuple);
  object->state.items = std::move(items);
  return Value::Of(object);
}

Value Heap::List(std::vector<Value> items) {
  Object* object = New(Kind::List);
  object->state.items = std::move(items);
  return Value::Of(object);
}

Object* Heap::NewDict() {
  Object* object = New(Kind::Dict);
  object->state.table = std::make_unique<Table>();
  return object;
}

Value Heap::Unknown(std::string_view reason, SourceRange where) {
  if (reasons_.empty() || reasons_.back().reason != reason || reasons_.back().where != where) {
    reasons_.push_back({std::string(reason), where});
  }
  return Value::Unknown(&reasons_.back());
}

Heap::Lasting::Lasting(Heap& heap)
    : heap_(&heap), first_(heap.objects_.size()), outer_(heap.is_lasting_) {
  heap.is_lasting_ = true;
}

Heap::Lasting::~Lasting() {
  for (std::size_t i = first_; i < heap_->objects_.size(); ++i) {
    heap_->objects_[i].made = 0;
    heap_->objects_[i].saved = 0;
  }
  heap_->is_lasting_ = outer_;
}

State& Heap::Change(Object* object) {
  ++changes_;
  if (marks_ > 0 && object->saved < clock_ && !is_lasting_) {
    journal_.push_back({object, object->state});
    object->saved = clock_;
  }
  return object->state;
}

}  // namespace kernelc::host
