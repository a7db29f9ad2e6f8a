#include "compiler/host/heap.h"

#include <utility>

namespace kernelc::host {

void Heap::RestoreBase() {
  for (Saved& saved : changed_base_) {
    saved.object->state = std::move(saved.state);
    saved.object->saved = 0;
  }
  changed_base_.clear();
}

Object* Heap::New(Kind kind) {
  Objects& objects = is_lasting_ ? base_->objects : objects_;
  Object& object = objects.Add();
  object.kind = kind;
  object.id = static_cast<std::uint32_t>(objects.size());
  object.made = object.saved = is_lasting_ ? 0 : clock_;
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
  std::deque<Why>& reasons = is_lasting_ ? base_->reasons : reasons_;
  if (reasons.empty() || reasons.back().reason != reason || reasons.back().where != where) {
    reasons.push_back({std::string(reason), where});
  }
  return Value::Unknown(&reasons.back());
}

void Heap::Save(Object* object) {
  if (object->saved == 0) {
    changed_base_.push_back({object, object->state});
  }
  if (marks_ > 0) {
    journal_.push_back({object, object->state});
  }
  object->saved = clock_;
}

}  // namespace kernelc::host
