#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include "compiler/builtins/builtins.h"
#include "compiler/kir/analysis/control.h"
#include "compiler/lint/checks.h"

namespace kernelc::lint {
namespace {

using builtins::BuiltinId;
using kir::Inst;
using kir::InstId;
using kir::Op;
using kir::RegionId;

// Directions of the grid as bits: x, y, z of the thread's place in its block, then of the block's place.
using Places = std::uint8_t;
constexpr unsigned kDirections = 3;
constexpr Places kThreadX = 1;
constexpr Places kBlockX = 1 << kDirections;

Places PlacesOf(BuiltinId id) {
  constexpr std::array<BuiltinId, kDirections> kThreads = {
      BuiltinId::ThreadIdxX, BuiltinId::ThreadIdxY, BuiltinId::ThreadIdxZ};
  constexpr std::array<BuiltinId, kDirections> kBlocks = {BuiltinId::BlockIdxX, BuiltinId::BlockIdxY,
                                                          BuiltinId::BlockIdxZ};
  constexpr std::array<BuiltinId, kDirections> kGrids = {BuiltinId::GridX, BuiltinId::GridY,
                                                         BuiltinId::GridZ};
  for (unsigned d = 0; d < kDirections; ++d) {
    if (id == kThreads[d]) {
      return static_cast<Places>(kThreadX << d);
    }
    if (id == kBlocks[d]) {
      return static_cast<Places>(kBlockX << d);
    }
    if (id == kGrids[d]) {
      return static_cast<Places>((kThreadX | kBlockX) << d);
    }
  }
  return 0;
}

// The directions of `places` in which it is a place in the whole grid, thread and block together.
Places GridDirections(Places places) {
  return static_cast<Places>(places & (places >> kDirections) & (kBlockX - 1));
}

// All directions that `places` says something about.
Places AnyDirections(Places places) {
  return static_cast<Places>((places | (places >> kDirections)) & (kBlockX - 1));
}

class GuardChecker {
 public:
  explicit GuardChecker(const Context& context)
      : context_(context),
        affine_(context.function->insts.size(), 0),
        depends_(context.function->insts.size(), 0) {}

  void Run() {
    do {
      changed_ = false;
      kir::ForEachInst(*context_.function, context_.function->body,
                       [this](InstId id, const Inst& inst) { Flow(id, inst); });
    } while (changed_);
    Walk(context_.function->body, 0);
  }

 private:
  // First part: what each value is made of. `affine_` follows sums and products, and says which places an index still
  // names; `depends_` follows everything.
  void Flow(InstId id, const Inst& inst) {
    if (inst.op == Op::CallBuiltin) {
      const Places own = PlacesOf(static_cast<BuiltinId>(inst.imm));
      Add(affine_, id, own);
      Add(depends_, id, static_cast<Places>(own | Operands(depends_, inst)));
      return;
    }
    if (inst.op == Op::SlotStore) {
      const InstId slot = context_.function->operand(inst, 0);
      const InstId value = context_.function->operand(inst, 1);
      Add(affine_, slot, affine_[value.index]);
      Add(depends_, slot, depends_[value.index]);
      return;
    }
    if (inst.op == Op::ForRange) {
      FlowLoop(inst);
    } else if (inst.op == Op::If && inst.type != types::kVoid) {
      FlowIf(id, inst);
    } else if (inst.type != types::kVoid) {
      Add(depends_, id, Operands(depends_, inst));
      if (KeepsPlace(inst)) {
        Add(affine_, id, Operands(affine_, inst));
      }
    }
  }

  void FlowLoop(const Inst& inst) {
    const auto& body = context_.function->region(context_.function->region_of(inst, 0)).insts;
    if (body.empty() || context_.inst(body.front()).op != Op::RegionArg) {
      return;
    }
    Add(affine_, body.front(), affine_[context_.function->operand(inst, 0).index]);
    Add(depends_, body.front(), Operands(depends_, inst));
  }

  void FlowIf(InstId id, const Inst& inst) {
    const InstId condition = context_.function->operand(inst, 0);
    Places affine = 0;
    Places depends = depends_[condition.index];
    for (const RegionId region : context_.function->regions_of(inst)) {
      const Inst& last = context_.inst(context_.function->region(region).insts.back());
      const InstId value = context_.function->operand(last, 0);
      affine = static_cast<Places>(affine | affine_[value.index]);
      depends = static_cast<Places>(depends | depends_[value.index]);
    }
    // `i if i < n else 0` is a guard by itself.
    Add(affine_, id, depends_[condition.index] != 0 ? Places{0} : affine);
    Add(depends_, id, depends);
  }

  bool KeepsPlace(const Inst& inst) const {
    constexpr Op kKeeping[] = {Op::Add,      Op::Convert, Op::FloorDiv, Op::Mul,
                               Op::Neg,      Op::Or,      Op::Shl,      Op::Shr,
                               Op::SlotLoad, Op::Sub,     Op::TupleGet, Op::TupleMake};
    // A selection: min, max and the like.
    return inst.op == Op::Select ? depends_[context_.function->operand(inst, 0).index] == 0
                                 : std::ranges::find(kKeeping, inst.op) != std::end(kKeeping);
  }

  Places Operands(const std::vector<Places>& of, const Inst& inst) const {
    Places places = 0;
    for (const InstId operand : context_.function->operands(inst)) {
      places = static_cast<Places>(places | of[operand.index]);
    }
    return places;
  }

  void Add(std::vector<Places>& to, InstId id, Places places) {
    const Places joined = static_cast<Places>(to[id.index] | places);
    changed_ = changed_ || joined != to[id.index];
    to[id.index] = joined;
  }

  // Second part: one walk with the directions that a comparison has spoken about. Gives those that hold behind the region.
  void Walk(RegionId region, Places guarded) {
    for (const InstId id : context_.function->region(region).insts) {
      const Inst& inst = context_.inst(id);
      if (inst.op == Op::ElementPtr) {
        CheckElement(inst, guarded);
      } else if (inst.op == Op::If) {
        const Places inner = static_cast<Places>(
            guarded | AnyDirections(depends_[context_.function->operand(inst, 0).index]));
        const RegionId then_region = context_.function->region_of(inst, 0);
        const RegionId else_region = context_.function->region_of(inst, 1);
        Walk(then_region, inner);
        Walk(else_region, inner);
        if (!kir::FallsThrough(*context_.function, then_region) ||
            !kir::FallsThrough(*context_.function, else_region)) {
          guarded = inner;
        }
      } else if (inst.op == Op::ForRange) {
        Walk(context_.function->region_of(inst, 0),
             static_cast<Places>(guarded | AnyDirections(Operands(depends_, inst))));
      } else if (inst.op == Op::While) {
        const RegionId head = context_.function->region_of(inst, 0);
        Walk(head, guarded);
        const Inst& last = context_.inst(context_.function->region(head).insts.back());
        guarded = static_cast<Places>(guarded | AnyDirections(Operands(depends_, last)));
        Walk(context_.function->region_of(inst, 1), guarded);
      }
    }
  }

  // Arrays that the launch gave, at places of the grid, which may reach beyond them.
  void CheckElement(const Inst& inst, Places guarded) {
    if (!IsParameter(context_.function->operand(inst, 0))) {
      return;
    }
    for (std::uint32_t i = 1; i < inst.operands.count; ++i) {
      const InstId index = context_.function->operand(inst, i);
      const Places open =
          static_cast<Places>(GridDirections(affine_[index.index]) & ~(guarded | reported_));
      if (open != 0) {
        // One report for each direction: the same comparison is the cure for all of them.
        reported_ = static_cast<Places>(reported_ | open);
        Report(inst, i);
      }
    }
  }

  bool IsParameter(InstId array) const {
    while (context_.inst(array).op == Op::ArrayMake || context_.inst(array).op == Op::ElementPtr ||
           context_.inst(array).op == Op::ArrayData) {
      array = context_.function->operand(context_.inst(array), 0);
    }
    return context_.inst(array).op == Op::Param &&
           context_.function->kind == kir::FunctionKind::Kernel;
  }

  // `number`: which of the indices.
  void Report(const Inst& element, std::uint32_t number) {
    const std::string_view text = context_.text(element.range);
    context_.emitter->Build(element.range, diag::Kind::MissingGuard, text)
        .Help(fmt::format("the last block may reach beyond the array: test the place first, as in `if {} < "
                          "n:`",
                          IndexText(text, number)))
        .Emit();
  }

  // The text of an index where it is a name, else "i".
  static std::string IndexText(std::string_view element, std::uint32_t number) {
    const std::size_t open = element.find('[');
    const std::size_t close = element.rfind(']');
    std::string_view rest = open == std::string_view::npos || close < open
                                ? std::string_view()
                                : element.substr(open + 1, close - open - 1);
    for (std::uint32_t i = 1; i < number; ++i) {
      rest = rest.find(',') == std::string_view::npos ? std::string_view()
                                                      : rest.substr(rest.find(',') + 1);
    }
    rest = rest.substr(0, rest.find(','));
    const std::size_t begin = std::min(rest.find_first_not_of(' '), rest.size());
    rest = rest.substr(begin);
    const bool is_name = !rest.empty() && std::ranges::all_of(rest, [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    });
    return is_name ? std::string(rest) : "i";
  }

  const Context& context_;
  std::vector<Places> affine_;
  std::vector<Places> depends_;
  Places reported_ = 0;
  bool changed_ = false;
};

}  // namespace

void CheckGuards(const Context& context) {
  if (context.function->kind == kir::FunctionKind::Kernel) {
    GuardChecker(context).Run();
  }
}

}  // namespace kernelc::lint
