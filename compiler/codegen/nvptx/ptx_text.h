// PTX as text, one instruction a line: what is rewritten so that assemblers make right code of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kernelc::codegen {

// An instruction as the back end and NVRTC write it: mnemonic, then operands with commas between.
struct PtxInstruction {
  std::string_view mnemonic;
  std::vector<std::string_view> operands;
};
PtxInstruction SplitPtx(std::string_view line);

// The integer that an operand is, none of a register.
std::optional<std::int64_t> PtxNumber(std::string_view operand);

// Which instructions of some kind make values that instructions of another kind read, in one
// function: through copies, in whatever order lines come (phis are copies).
class PtxValues {
 public:
  void Make(std::string_view reg, std::size_t place) { places_[reg].push_back(place); }
  void Copy(std::string_view reg, std::string_view source) { copies_[reg].push_back(source); }
  void Read(std::string_view reg) { read_.push_back(reg); }
  // A register of that name, which is no part of the text.
  std::string_view Named(std::string name) { return names_.emplace_back(std::move(name)); }

  // Marks the places of those whose values are read, and forgets the function.
  void Finish(std::vector<bool>& marks);

 private:
  std::unordered_map<std::string_view, std::vector<std::size_t>> places_;
  std::unordered_map<std::string_view, std::vector<std::string_view>> copies_;
  std::vector<std::string_view> read_;
  std::deque<std::string> names_;
};

// A kind of instructions that are written otherwise where others read their values.
struct PtxRewriting {
  // Says what a line is to the values of its function. The line has no blanks around.
  void (*add)(PtxValues& values, std::string_view line, std::size_t place);
  // Appends what is written instead of a line.
  void (*write)(std::string_view line, std::string& text);
};
std::string RewritePtx(std::string_view ptx, const PtxRewriting& rewriting);

}  // namespace kernelc::codegen
