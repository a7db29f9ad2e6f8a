#include "compiler/sema/sequence.h"

#include <utility>

#include "compiler/sema/emit_types.h"

namespace kernelc::sema {
namespace {

kir::InstId NewPlace(kir::Builder& builder, std::string_view name) {
  const kir::InstId place = builder.Slot(types::kInt64, name);
  builder.SlotStore(place, builder.ConstInt(types::kInt64, 0));
  return place;
}

// Keeps what `counter` points to in `place`, and counts.
void Count(kir::Builder& builder, kir::InstId counter, kir::InstId number, kir::InstId place) {
  builder.SlotStore(place, number);
  builder.Store(counter, builder.Binary(kir::Op::Add, number, builder.ConstInt(types::kInt64, 1)));
}

}  // namespace

Value NewCounter(kir::Builder& builder, kir::InstId start) {
  const TypeId type =
      builder.types().Array(types::kInt64, 1, types::Layout::C, types::AddressSpace::Local);
  const kir::InstId array =
      builder.Append(kir::Op::LocalArray, type, {}, builder.function().AddInts({1}));
  builder.Store(CounterPtr(builder, array), start);
  return Value::Runtime(array, type);
}

kir::InstId CounterPtr(kir::Builder& builder, kir::InstId counter) {
  const kir::InstId first = builder.ConstInt(types::kInt64, 0);
  return builder.ElementPtr(counter, {&first, 1}, 0);
}

Sequence TakenFrom(kir::Builder& builder, const Sequence& sequence, kir::InstId count, kir::InstId counter) {
  // Who takes twice from one iterator, as zip(it, it) does, needs a place of each element.
  const kir::InstId place = NewPlace(builder, "place");
  Sequence taken;
  taken.take = [&builder, counter, place, count](const Sequence::Then& then) {
    const kir::InstId next = builder.Load(counter);
    const kir::RegionId there_is_one = builder.NewRegion();
    {
      const RegionScope scope(builder, there_is_one);
      Count(builder, counter, next, place);
      then();
    }
    builder.If(builder.Compare(kir::ComparePredicate::Lt, next, count), there_is_one, builder.NewRegion());
  };
  taken.element = [&builder, sequence, place] {
    Value index = Value::Runtime(builder.SlotLoad(place), types::kInt64);
    index.nonnegative = true;
    return sequence.get(index);
  };
  return taken;
}

Sequence TakenWithNumbers(kir::Builder& builder, const Sequence& taken, kir::InstId counter) {
  const kir::InstId place = NewPlace(builder, "number");
  Sequence numbered;
  numbered.take = [&builder, taken, counter, place](const Sequence::Then& then) {
    taken.take([&] {
      Count(builder, counter, builder.Load(counter), place);
      then();
    });
  };
  numbered.element = [&builder, taken, place] {
    return Value::Tuple({Value::Runtime(builder.SlotLoad(place), types::kInt64), taken.element()});
  };
  return numbered;
}

Sequence TakenTogether(const std::vector<Sequence>& taken) {
  Sequence together;
  together.take = [taken](const Sequence::Then& then) {
    Sequence::Then emit = then;
    for (std::size_t i = taken.size(); i-- > 0;) {
      emit = [&part = taken[i], inner = std::move(emit)] { part.take(inner); };
    }
    emit();
  };
  together.element = [taken] {
    std::vector<Value> elements;
    for (const Sequence& part : taken) {
      elements.push_back(part.element());
    }
    return Value::Tuple(std::move(elements));
  };
  return together;
}

kir::InstId Take(kir::Builder& builder, const Sequence& taken) {
  const kir::InstId is_left = builder.Slot(types::kBool, "is_left");
  builder.SlotStore(is_left, builder.ConstBool(false));
  taken.take([&] { builder.SlotStore(is_left, builder.ConstBool(true)); });
  return builder.SlotLoad(is_left);
}

}  // namespace kernelc::sema
