// Seeds, states, and the generators of devices.
#include <exception>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <vector>

#include "kernelc/generator.h"
#include "runtime/random/draws.h"

namespace kernelc {

using random::Throw;

Generator& Generator::operator=(const Generator& other) {
  if (this != &other) {
    SetState(other.state());
  }
  return *this;
}

void Generator::ManualSeed(std::uint64_t seed) { SetState({seed, 0}); }

std::uint64_t Generator::Seed() {
  std::uint64_t seed = 0;
  try {
    std::random_device source;
    seed = (std::uint64_t{source()} << 32) | source();
  } catch (const std::exception& error) {
    Throw(ErrorCode::NotSupported, "Generator::Seed",
          std::string("the system gives no random seed: ") + error.what());
  }
  ManualSeed(seed);
  return seed;
}

GeneratorState Generator::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

void Generator::SetState(const GeneratorState& state) {
  const std::lock_guard lock(mutex_);
  state_ = state;
}

namespace {

struct Generators {
  std::mutex mutex;
  // By device, made when first asked for; never freed, as they may be used while the program ends.
  std::vector<std::pair<Device, std::unique_ptr<Generator>>> all;
};

Generators& AllGenerators() {
  static auto* const generators = new Generators;
  return *generators;
}

}  // namespace

Generator& default_generator(const Device& device) {
  Generators& generators = AllGenerators();
  const std::lock_guard lock(generators.mutex);
  for (const auto& [known, generator] : generators.all) {
    if (known == device) {
      return *generator;
    }
  }
  return *generators.all.emplace_back(device, std::make_unique<Generator>()).second;
}

void ManualSeed(std::uint64_t seed) { default_generator().ManualSeed(seed); }

std::uint64_t Seed() { return default_generator().Seed(); }

std::uint64_t initial_seed() { return default_generator().initial_seed(); }

GeneratorState rng_state(const Device& device) { return default_generator(device).state(); }

void SetRngState(const GeneratorState& state, const Device& device) {
  default_generator(device).SetState(state);
}

void ManualSeedAll(std::uint64_t seed) {
  for (const Device& device : devices()) {
    default_generator(device).ManualSeed(seed);
  }
}

std::uint64_t SeedAll() {
  const std::uint64_t seed = Generator().Seed();
  ManualSeedAll(seed);
  return seed;
}

std::vector<GeneratorState> rng_states() {
  std::vector<GeneratorState> states;
  for (const Device& device : devices()) {
    states.push_back(rng_state(device));
  }
  return states;
}

void SetRngStates(const std::vector<GeneratorState>& states) {
  const std::vector<Device> all = devices();
  if (states.size() != all.size()) {
    Throw(ErrorCode::InvalidArgument, "SetRngStates",
          "got " + std::to_string(states.size()) + " states for " + std::to_string(all.size()) +
              " devices");
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    SetRngState(states[i], all[i]);
  }
}

}  // namespace kernelc
