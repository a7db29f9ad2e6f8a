#include "compiler/codegen/nvptx/offset_sums.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/MathExtras.h>

namespace kernelc::codegen {

namespace {

constexpr unsigned kMaxDepth = 12;
constexpr unsigned kMaxOperations = 64;
constexpr std::size_t kMaxTerms = 8;
constexpr std::size_t kMaxFactors = 4;

void AddTerm(OffsetSum* sum, const Product& product, std::uint64_t count) {
  Term* known =
      llvm::find_if(sum->terms, [&](const Term& term) { return term.product == product; });
  if (known == sum->terms.end()) {
    sum->terms.push_back({product, count});
  } else if (known->count += count; known->count == 0) {
    sum->terms.erase(known);
  }
}

void AddScaled(OffsetSum* sum, const OffsetSum& other, std::uint64_t scale) {
  sum->constant += other.constant * scale;
  for (const Term& term : other.terms) {
    if (term.count * scale != 0) {
      AddTerm(sum, term.product, term.count * scale);
    }
  }
}

std::optional<OffsetSum> Times(const OffsetSum& a, const OffsetSum& b) {
  OffsetSum product;
  AddScaled(&product, a, b.constant);
  AddScaled(&product, {b.terms, 0}, a.constant);
  for (const Term& left : a.terms) {
    for (const Term& right : b.terms) {
      Product factors = left.product;
      factors.append(right.product.begin(), right.product.end());
      if (factors.size() > kMaxFactors) {
        return std::nullopt;
      }
      llvm::sort(factors);
      AddTerm(&product, factors, left.count * right.count);
    }
  }
  return product.terms.size() <= kMaxTerms ? std::optional(product) : std::nullopt;
}

std::uint64_t SignedWord(std::uint64_t value) {
  return static_cast<std::uint64_t>(llvm::SignExtend64<32>(value));
}

// An index of `element`, or no element is there.
bool IsWordFromZero(const llvm::Value& index, const llvm::GetElementPtrInst& element) {
  const auto* cast = llvm::dyn_cast<llvm::CastInst>(&index);
  if (cast == nullptr || !cast->getSrcTy()->isIntegerTy(32)) {
    return false;
  }
  const auto* without = llvm::dyn_cast<llvm::ZExtInst>(cast);
  return without != nullptr ? without->hasNonNeg()
                            : llvm::isa<llvm::SExtInst>(cast) && element.hasNoUnsignedWrap();
}

}  // namespace

OffsetSum Offsets::Alone(llvm::Value* value, Width width) {
  const bool is_word = width != Width::Wide;
  const auto [known, is_new] =
      numbers_.try_emplace({value, is_word ? 1u : 0u}, static_cast<unsigned>(factors_.size()));
  if (is_new) {
    factors_.push_back({value, is_word});
  }
  OffsetSum sum;
  sum.terms.push_back({{known->second}, 1});
  return sum;
}

OffsetSum Offsets::Expand(llvm::Value* value, Width width, unsigned depth) {
  if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value)) {
    return {{}, static_cast<std::uint64_t>(constant->getSExtValue())};
  }
  if (auto* cast = llvm::dyn_cast<llvm::CastInst>(value)) {
    return Converted(*cast, width, depth);
  }
  auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(value);
  if (operation == nullptr || depth == kMaxDepth || ++operations_ > kMaxOperations) {
    return Alone(value, width);
  }
  const std::optional<OffsetSum> sum = Combined(*operation, width, depth);
  return sum ? *sum : Alone(value, width);
}

OffsetSum Offsets::Converted(llvm::CastInst& cast, Width width, unsigned depth) {
  llvm::Value* operand = cast.getOperand(0);
  const auto* without = llvm::dyn_cast<llvm::ZExtInst>(&cast);
  const auto* shortened = llvm::dyn_cast<llvm::TruncInst>(&cast);
  const bool is_same = shortened != nullptr && shortened->hasNoSignedWrap();
  const bool has_sign =
      llvm::isa<llvm::SExtInst>(cast) || (without != nullptr && without->hasNonNeg());
  const bool widens = operand->getType()->isIntegerTy(32) && cast.getType()->isIntegerTy(64);
  const bool shortens = operand->getType()->isIntegerTy(64) && cast.getType()->isIntegerTy(32);
  if (depth == kMaxDepth || (shortens && !llvm::isa<llvm::BinaryOperator>(operand))) {
    return Alone(&cast, width);
  }
  if (width == Width::Wide && widens && has_sign) {
    return Expand(operand, Width::Widened, depth + 1);
  }
  if (width == Width::Widened && shortens && is_same) {
    return Expand(operand, Width::Wide, depth + 1);
  }
  const bool keeps_word =
      width == Width::Word && (shortens || (widens && (has_sign || without != nullptr)));
  return keeps_word ? Expand(operand, Width::Word, depth + 1) : Alone(&cast, width);
}

// A widened sum is the sum of what is widened where it does not overflow.
std::optional<OffsetSum> Offsets::Combined(llvm::BinaryOperator& operation, Width width,
                                           unsigned depth) {
  const unsigned opcode = operation.getOpcode();
  const bool joins = opcode == llvm::Instruction::Or &&
                     llvm::cast<llvm::PossiblyDisjointInst>(operation).isDisjoint();
  const bool is_sum = opcode == llvm::Instruction::Add || opcode == llvm::Instruction::Sub;
  const bool is_product = opcode == llvm::Instruction::Mul || opcode == llvm::Instruction::Shl;
  if ((!joins && !is_sum && !is_product) ||
      (width == Width::Widened && !joins && !operation.hasNoSignedWrap())) {
    return std::nullopt;
  }
  const OffsetSum a = Expand(operation.getOperand(0), width, depth + 1);
  const OffsetSum b = Expand(operation.getOperand(1), width, depth + 1);
  if (opcode == llvm::Instruction::Shl) {
    const bool known = b.terms.empty() && b.constant < 31;
    return known ? Times(a, {{}, std::uint64_t{1} << b.constant}) : std::nullopt;
  }
  if (is_product) {
    return Times(a, b);
  }
  OffsetSum sum = a;
  AddScaled(&sum, b, opcode == llvm::Instruction::Sub ? ~std::uint64_t{0} : 1);
  return sum.terms.size() <= kMaxTerms ? std::optional(sum) : std::nullopt;
}

std::optional<Address> Offsets::AddressOf(llvm::Value* pointer) {
  Address address;
  operations_ = 0;
  unsigned indices = 0;
  for (unsigned depth = 0; depth < kMaxDepth; ++depth) {
    auto* element = llvm::dyn_cast<llvm::GetElementPtrInst>(pointer);
    llvm::SmallMapVector<llvm::Value*, llvm::APInt, 4> variables;
    llvm::APInt constant(64, 0);
    if (element == nullptr || layout_.getIndexTypeSizeInBits(element->getType()) != 64 ||
        !element->collectOffset(layout_, 64, variables, constant)) {
      break;
    }
    address.constant += constant.getZExtValue();
    for (const auto& [index, size] : variables) {
      if (!index->getType()->isIntegerTy(64)) {
        return std::nullopt;
      }
      AddScaled(&address.offset, Expand(index, Width::Wide, 0), size.getZExtValue());
      if (++indices == 1 && IsWordFromZero(*index, *element)) {
        address.has_index = true;
        address.index = Expand(llvm::cast<llvm::CastInst>(index)->getOperand(0), Width::Word, 0);
        address.size = size.getZExtValue();
      }
    }
    pointer = element->getPointerOperand();
  }
  address.base = pointer;
  address.offset.constant += address.constant;
  address.has_index = address.has_index && indices == 1;
  return address.offset.terms.size() <= kMaxTerms ? std::optional(address) : std::nullopt;
}

std::optional<OffsetSum> Difference(const OffsetSum& a, const OffsetSum& b, bool in_words,
                                    std::size_t max_terms) {
  OffsetSum difference = a;
  AddScaled(&difference, b, ~std::uint64_t{0});
  if (in_words) {
    difference.constant = SignedWord(difference.constant);
    for (Term& term : difference.terms) {
      term.count = SignedWord(term.count);
    }
    llvm::erase_if(difference.terms, [](const Term& term) { return term.count == 0; });
  }
  return difference.terms.size() <= max_terms ? std::optional(difference) : std::nullopt;
}

}  // namespace kernelc::codegen
