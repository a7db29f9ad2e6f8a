// Makes broken and odd programs out of good ones.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace kernelc::fuzz {

// Pieces of Python text: names, numbers, strings, operators, runs of blanks, line ends. Joined they give the text back.
std::vector<std::string> SplitIntoTokens(std::string_view text);

class Mutator {
 public:
  // `corpus` is not empty.
  explicit Mutator(std::vector<std::string> corpus);

  // Input number `index` of the run with `seed`: always the same text.
  std::string Make(std::uint64_t seed, std::uint64_t index) const;

 private:
  using Random = std::mt19937_64;

  std::string Mutate(const std::string& text, Random& random) const;
  std::string MutateBytes(std::string text, Random& random) const;
  // Puts a name for a name, a number for a number or an operator for an operator.
  std::string ExchangeAlike(const std::string& text, Random& random) const;
  const std::vector<std::string>* AlikeOf(const std::string& token) const;
  std::string MutateTokens(const std::string& text, Random& random) const;
  std::string MutateLines(const std::string& text, Random& random) const;
  std::string Nest(const std::string& text, Random& random) const;
  std::string Splice(const std::string& text, Random& random) const;

  std::vector<std::string> corpus_;
  // Every token of the corpus once, to put in for others.
  std::vector<std::string> words_;
  // What ExchangeAlike chooses from.
  std::vector<std::string> names_;
  std::vector<std::string> numbers_;
  std::vector<std::string> operators_;
};

}  // namespace kernelc::fuzz
