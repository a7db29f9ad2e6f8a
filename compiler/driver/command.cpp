#include "compiler/driver/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

#include "compiler/base/check.h"
#include "compiler/driver/compile.h"
#include "compiler/driver/constant_values.h"
#include "compiler/driver/near_word.h"

namespace kernelc::driver {
namespace {

const std::map<std::string, sema::LiteralMode> kLiteralModes = {{"numba", sema::LiteralMode::Numba},
                                                                {"weak", sema::LiteralMode::Weak}};
const std::map<std::string, Backend> kBackends = {{"llvm", Backend::Llvm},
                                                  {"nvrtc", Backend::Nvrtc}};
const std::map<std::string, diag::Format> kDiagnosticFormats = {
    {"text", diag::Format::Text}, {"json", diag::Format::Json}, {"sarif", diag::Format::Sarif}};
const std::map<std::string, Artifact> kArtifacts = {
#define KC_ARTIFACT(name, text) {text, Artifact::name},
#include "compiler/driver/artifacts.def"
};
const std::map<std::string, sema::ExportRequest::Abi> kAbis = {
    {"c", sema::ExportRequest::Abi::C}, {"numba", sema::ExportRequest::Abi::Numba}};
// What `run` can show.
const std::map<std::string, Artifact> kInspected = {
    {"ast", Artifact::Ast},      {"kir", Artifact::Kir},     {"llvm", Artifact::Llvm},
    {"ptx", Artifact::Ptx},      {"cubin", Artifact::Cubin}, {"sass", Artifact::Sass},
    {"object", Artifact::Object}, {"cuda", Artifact::Cuda},  {"bitcode", Artifact::Bitcode},
    {"ltoir", Artifact::Ltoir}};
const std::map<std::string, GpuCode> kGpuCodes = {
    {"ptx", GpuCode::Ptx}, {"cubin", GpuCode::Cubin}, {"both", GpuCode::Both}};
const std::map<std::string, HostApi> kHostApis = {{"runtime", HostApi::Runtime},
                                                  {"driver", HostApi::Driver}};
const std::map<std::string, CodePlace> kCodePlaces = {
    {"embedded", CodePlace::Embedded}, {"linked", CodePlace::Linked}, {"file", CodePlace::File}};

// CLI11's own text for a value outside a map shows the enumerators' numbers; this one shows the
// choices alone, and what was meant.
CLI::Validator OneOf(const std::vector<std::string>& names) {
  return CLI::Validator(
      [names](std::string& text) {
        if (std::find(names.begin(), names.end(), text) != names.end()) {
          return std::string();
        }
        return fmt::format("`{}` is not one of {}{}", text, fmt::join(names, ", "),
                           DidYouMean(text, names));
      },
      "");
}

// The type's name lists the choices, which help, man page and completion show.
void SetChoices(CLI::Option* option, const std::vector<std::string>& names) {
  option->check(OneOf(names))->type_name(fmt::format("{}", fmt::join(names, "|")));
}

template <typename T>
std::vector<std::string> NamesOf(const std::map<std::string, T>& choices) {
  std::vector<std::string> names;
  for (const auto& [name, value] : choices) {
    names.push_back(name);
  }
  return names;
}

// A whole number from `lowest` to `highest`.
CLI::Validator NumberIn(std::uint64_t lowest, std::uint64_t highest) {
  return CLI::Validator(
      [lowest, highest](std::string& text) {
        std::uint64_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        const bool is_number = error == std::errc() && end == text.data() + text.size();
        return is_number && value >= lowest && value <= highest
                   ? std::string()
                   : fmt::format("`{}` is no whole number from {} to {}", text, lowest, highest);
      },
      "");
}

// Seconds, with a fraction or without; none are the option's own.
CLI::Validator SecondsIn(double lowest, double highest) {
  return CLI::Validator(
      [lowest, highest](std::string& text) {
        double value = lowest;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        const bool is_number = error == std::errc() && end == text.data() + text.size();
        return text.empty() || (is_number && value >= lowest && value <= highest)
                   ? std::string()
                   : fmt::format("`{}` is no number of seconds from {} to {}", text, lowest, highest);
      },
      "");
}

// The most that the fields of a launch hold.
constexpr std::uint64_t kMostExtent = 0x7fffffff;

template <typename T>
void AddChoice(CLI::App& app, const std::string& name, T& value,
               const std::map<std::string, T>& choices, const std::string& help) {
  SetChoices(
      app.add_option_function<std::string>(
          name, [&value, &choices](const std::string& text) { value = choices.at(text); }, help),
      NamesOf(choices));
}

// Several choices in one value, separated by commas; repeatable.
template <typename T>
void AddChoices(CLI::App& app, const std::string& name, std::vector<T>& values,
                const std::map<std::string, T>& choices, const std::string& help) {
  CLI::Option* const option = app.add_option_function<std::vector<std::string>>(
      name,
      [&values, &choices](const std::vector<std::string>& texts) {
        for (const std::string& text : texts) {
          values.push_back(choices.at(text));
        }
      },
      help);
  option->delimiter(',')->allow_extra_args(false);
  SetChoices(option, NamesOf(choices));
}

// What a flag that names no warning may have meant.
std::string NearWarning(std::string_view flag) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < static_cast<std::size_t>(diag::Kind::kCount); ++i) {
    const diag::KindInfo& info = diag::kind_info(static_cast<diag::Kind>(i));
    if (info.severity == diag::Severity::Warning) {
      names.emplace_back(info.name);
    }
  }
  return DidYouMean(flag.substr(flag.find_first_of("-=") + 1), names);
}

void AddWarnings(CLI::App& app, diag::WarningOptions& warnings) {
  app.add_option_function<std::vector<std::string>>(
         "-W,--warnings",
         [&warnings](const std::vector<std::string>& flags) {
           for (const std::string& flag : flags) {
             if (const Result<bool> added = warnings.Add(flag); !added) {
               throw CLI::ValidationError(added.failure().message + NearWarning(flag));
             }
           }
         },
         "Silence a warning (no-KIND), make it an error (error=KIND), or do so to all (none, error)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("FLAG");
}

// What all commands take that read a kernel file.
void AddFileFlags(CLI::App& app, CompileFlags& flags) {
  app.add_option_function<std::vector<std::string>>(
         "-D,--define",
         [&flags](const std::vector<std::string>& texts) {
           if (const auto constants = ReadDefinitions(texts, Files::Skip); !constants) {
             throw CLI::ValidationError(constants.failure().message);
           }
           flags.defines = texts;
         },
         "A constant for a name that kernels read from outside of themselves, whatever the file "
         "gives it: "
         "TILE=16, SIZE='(16, 16)', T=float32, MODE='\"fast\"', TABLE=@f.npy; repeatable")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  app.add_option("-I", flags.include_path,
                 "A folder in which imported modules are looked for; repeatable")
      ->type_name("FOLDER")
      ->allow_extra_args(false);
}

void AddCompileFlags(CLI::App& app, CompileFlags& flags) {
  AddFileFlags(app, flags);
  AddChoice(
      app, "--literals", flags.literals, kLiteralModes,
      "How literals are typed: as Numba (int64, float64) or weak, taking the other operand's type");
  app.add_flag("--fastmath", flags.fastmath,
               "Allow approximate and reassociated floating-point arithmetic");
  // The field for a register's number has 8 bits, and one number stands for none.
  app.add_option("--max-registers", flags.max_registers,
                 "Registers a thread may use on the GPU, 1 to 255")
      ->check(NumberIn(1, 255))
      ->type_name("N");
  AddChoice(app, "--backend", flags.backend, kBackends,
            "What makes code for GPUs: llvm (default), or nvrtc from the CUDA C++ of --emit cuda");
  app.add_flag("--line-directives", flags.line_directives,
               "With --emit cuda, name the program's lines by #line, for compilers and debuggers");
  app.add_option("--link", flags.link,
                 "A file with external functions: .cu .ptx .cubin .fatbin .o .a .ltoir .bc .ll .so; "
                 "repeatable")
      ->type_name("FILE")
      ->allow_extra_args(false);
  app.add_flag("--no-cache", flags.no_cache, "Do not use the disk cache");
  app.add_option("-O", flags.opt_level, "Optimisation level, 0 to 3 (default 3)")
      ->check(NumberIn(0, 3))
      ->type_name("LEVEL");
  AddWarnings(app, flags.warnings);
  app.add_flag("-g", flags.debug,
               "Debug build: errors of threads are reported, and debuggers see lines and variables");
  app.add_flag("--time-phases", flags.time_phases,
               "Print how long each phase of the compiler took");
}

// "8.0" as 80.
std::uint32_t ParsePtxVersion(const std::string& text) {
  const std::size_t dot = text.find('.');
  const bool digits = text.find_first_not_of("0123456789.") == std::string::npos;
  if (!digits || dot == 0 || dot == std::string::npos || dot > 2 || dot + 2 != text.size()) {
    throw CLI::ValidationError(fmt::format("`{}` is no PTX version such as 8.0", text));
  }
  return static_cast<std::uint32_t>(std::stoul(text.substr(0, dot)) * 10 +
                                    static_cast<unsigned>(text.back() - '0'));
}

// What artifacts for hosts add to `build`.
void AddArtifactOptions(CLI::App& app, BuildOptions& options) {
  app.add_option("--depfile", options.depfile,
                 "Write the files that the result depends on, for make, Ninja and CMake")
      ->type_name("PATH");
  AddChoice(app, "--gpu-code", options.gpu_code, kGpuCodes,
            "GPU code of image, object, static-library and header: ptx (default), cubin or both");
  app.add_option_function<std::string>(
         "--ptx-version",
         [&options](const std::string& text) { options.ptx_version = ParsePtxVersion(text); },
         "PTX ISA version of the result (default: the lowest that the target needs)")
      ->type_name("X.Y");
  app.add_option("--namespace", options.cpp_namespace,
                 "C++ namespace of the header's functions (default: the file's name)")
      ->type_name("NAME");
  AddChoice(app, "--host-api", options.host_api, kHostApis,
            "What the header needs: runtime (libkernelc_runtime, all devices) or driver (cuda.h)");
  AddChoice(app, "--code", options.code, kCodePlaces,
            "Where the header finds the code: embedded (default), linked (--emit object or "
            "static-library), or file (--emit image)");
  app.add_flag(
      "--no-variants", options.no_variants,
      "The general code alone, without what launches of arrays that are aligned, in order and "
      "apart would take instead");
  app.add_flag(
      "--explain-variants", options.explain_variants,
      "Say on stderr what each code of a kernel was made for: layouts and facts of the arguments");
}

void AddBuild(CLI::App& app, ParsedCommand& parsed) {
  BuildOptions& options = parsed.build;
  CLI::App* build = app.add_subcommand("build", "Compile kernels ahead of time");
  build->footer(
      "Example:\n  kernelc build saxpy.py -k saxpy --sig 'float32, float32[::1], float32[::1]' "
      "--target sm_90 --emit ptx");
  build->add_option("FILE", options.file, "The kernel file; - is standard input")->required();
  build
      ->add_option("-k,--kernel", options.kernels,
                   "Kernels to build (default: every kernel that has types)")
      ->type_name("KERNEL")
      ->allow_extra_args(false);
  build
      ->add_option("--sig", options.signatures,
                   "Argument types in Numba's notation: 'float32, float32[::1]', or with the "
                   "kernel's name, 'saxpy(float32, float32[::1])'; repeatable")
      ->type_name("SIG")
      ->allow_extra_args(false);
  build
      ->add_option("--target", options.targets,
                   "sm_75 to sm_121, cpu, or cpu:ARCH such as cpu:x86-64-v3; repeatable for image, object, "
                   "static-library and header")
      ->type_name("TARGET")
      ->allow_extra_args(false);
  AddChoice(*build, "--emit", options.emit, kArtifacts, "What to make (default ptx)");
  build->add_flag("--device", options.device_functions,
                  "Build device functions that other code is linked with, not kernels");
  AddChoice(*build, "--abi", options.abi, kAbis,
            "How --device functions are called: c (default), result and arguments as in C; numba, "
            "int f(result *, arguments...)");
  build
      ->add_option("--name", options.export_name,
                   "The symbol of a --device function (default: its own name)")
      ->type_name("NAME");
  build
      ->add_option("-o,--output", options.output,
                   "Where to write it (text goes to stdout without it)")
      ->type_name("PATH");
  AddArtifactOptions(*build, options);
  AddCompileFlags(*build, options.compile);
  build->callback([&parsed] {
    parsed.run = [&parsed](CommandContext& context) { return RunBuild(context, parsed.build); };
  });
}

void AddOccupancy(CLI::App& app, ParsedCommand& parsed) {
  OccupancyOptions& options = parsed.occupancy;
  CLI::App* occupancy = app.add_subcommand(
      "occupancy", "Show how many blocks of a kernel a multiprocessor holds, and what limits them");
  occupancy->footer(
      "Example:\n  kernelc occupancy saxpy.py saxpy --sig 'float32, float32[::1], float32[::1]' "
      "--target sm_90\n\n"
      "Blocks are limited by their number (device), registers (regs), shared memory (smem) or warps (warps).\n"
      "Registers and static shared memory are those of the kernel's machine code, which nvJitLink, ptxas or a\n"
      "driver makes; --registers does without.");
  occupancy->add_option("FILE", options.file, "The kernel file; - is standard input")->required();
  occupancy
      ->add_option("KERNEL", options.kernel, "The kernel: name, outer.inner, or name@line")
      ->required();
  occupancy
      ->add_option("--sig", options.signatures,
                   "Argument types in Numba's notation: 'float32, float32[::1]'; repeatable")
      ->type_name("SIG")
      ->allow_extra_args(false);
  occupancy
      ->add_option("--target", options.target,
                   "sm_75 to sm_121 (default: the first CUDA device, else sm_75)")
      ->type_name("TARGET");
  occupancy
      ->add_option("--shared", options.shared_bytes, "Dynamic shared memory of a block in bytes")
      ->check(NumberIn(0, kMostExtent))
      ->type_name("BYTES");
  occupancy
      ->add_option("--registers", options.registers,
                   "Registers of a thread, 0 to 255, instead of those of the machine code")
      ->check(NumberIn(0, 255))
      ->type_name("N");
  AddCompileFlags(*occupancy, options.compile);
  occupancy->callback([&parsed] {
    parsed.run = [&parsed](CommandContext& context) {
      return RunOccupancy(context, parsed.occupancy);
    };
  });
}

void AddExpectations(CLI::App& run, RunOptions& options) {
  run.add_option("--expect", options.expectations,
                 "Compare an argument or a part of it after the run, exit status 1 where they differ; repeatable")
      ->type_name("NAME=@REF.npy")
      ->allow_extra_args(false);
  run.add_option("--rtol", options.rtol,
                 "With --expect, |got - expected| may be atol + rtol * |expected| (default 1e-5; integers must be equal "
                 "where neither is given)")
      ->check(CLI::NonNegativeNumber)
      ->type_name("R");
  run.add_option("--atol", options.atol, "See --rtol (default 1e-8)")
      ->check(CLI::NonNegativeNumber)
      ->type_name("A");
  run.add_flag("--equal-nan", options.equal_nan, "With --expect, NaN is as expected where NaN is expected");
}

// How many blocks, of how many threads.
void AddLaunch(CLI::App& run, RunOptions& options) {
  // Shapes are written 16x16, extents are not.
  const auto has_commas = [](const std::string& text) {
    const bool has_x = text.find('x') != std::string::npos;
    return has_x ? fmt::format("`{}`: extents are written with commas, as in 16,16", text) : std::string();
  };
  const CLI::Validator is_extent = NumberIn(1, kMostExtent);
  run.add_option("--grid", options.grid,
                 "Blocks in each dimension, X[,Y[,Z]] (default: as many as cover the array that "
                 "the place in the grid goes to)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(has_commas)
      ->check(is_extent)
      ->type_name("X,Y,Z");
  run.add_option(
         "--block", options.block,
         "Threads of a block in each dimension, X[,Y[,Z]] (default: what the file's launch, "
         "shared arrays or launch bounds ask for, else the occupancy calculator)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(has_commas)
      ->check(is_extent)
      ->type_name("X,Y,Z");
  run.add_option("--shared", options.shared_bytes, "Dynamic shared memory of a block in bytes")
      ->check(NumberIn(0, kMostExtent))
      ->type_name("BYTES");
}

void AddRun(CLI::App& app, ParsedCommand& parsed) {
  RunOptions& options = parsed.run_options;
  CLI::App* run = app.add_subcommand("run", "Compile a kernel for the arguments given, and run it");
  run->footer(
      "Example:\n  kernelc run vector_add.py vector_add a=random:float32:1000 b=ones:float32:1000 "
      "c=like:a "
      "--print c\n  kernelc run vector_add.py vector_add a=@a.npy b=@b.npy c=like:a --expect "
      "c=@ref.npy "
      "--print 'c[-3:]'\n\n"
      "Without --grid and --block the kernel's grid(n), the first array that this indexes, and its "
      "shared arrays, launch\n"
      "bounds or the file's own launch choose them, and stderr says what was chosen.\n\n"
      "VALUE is a scalar (2.5, true, int32:7, complex64:1+2j, none), an array from a file (@f.npy, "
      "@f.npz:name),\nan array made here (zeros|ones|empty|arange|random:DTYPE:SHAPE[:SEED], "
      "full:DTYPE:SHAPE:VALUE),\nstates of random generators (xoroshiro128p:N[:SEED[:START]]), a "
      "tuple of these ((1, 2.5)), a named tuple\nof the file (Point(1, y=2.5)), a time "
      "(datetime64[D]:2024-02-29, timedelta64[ms]:250), a number that the file\nnames (Color.RED, "
      "TILE), or like:NAME.");
  run->add_option("FILE", options.file, "The kernel file; - is standard input")->required();
  run->add_option("KERNEL", options.kernel, "The function to run: name, outer.inner, or name@line")
      ->required();
  run->add_option("ARG=VALUE", options.arguments, "The kernel's arguments by name");
  run->add_flag("--no-coarsen", options.no_coarsen,
                "On a GPU, have as many threads as the grid says: none does the work of several neighbours");
  run->add_flag("--explain-variants", options.explain_variants,
                "Say on stderr what the code was made for: layouts and facts of the arguments, and whether large grids have "
                "fewer threads");
  run->add_option("--device", options.device,
                  "cpu, cuda or cuda:N (default: the first CUDA device, else cpu)")
      ->type_name("DEVICE");
  AddLaunch(*run, options);
  run->add_option("--out", options.outputs, "Write an argument after the run; repeatable")
      ->type_name("NAME=FILE.npy")
      ->allow_extra_args(false);
  run->add_option("--print", options.prints,
                  "Print an argument after the run, or in full a part of it, as in 'c[0:3, :]', p.x and pair[0]; "
                  "repeatable")
      ->type_name("NAME[PART]")
      ->allow_extra_args(false);
  AddExpectations(*run, options);
  run->add_option("--time", options.time_launches, "Time N launches after warming up")
      ->check(NumberIn(1, kMostExtent))
      ->type_name("N");
  CLI::Option* const checks = run->add_option(
      "--check", options.compile.checks,
      "Checked run: all, or some, separated by commas; all but bounds are the CPU device's");
  checks->delimiter(',')->allow_extra_args(false);
  SetChoices(checks, {"all", "bounds", "race", "init", "barrier"});
  AddChoices(*run, "--emit", options.emit, kInspected, "Also print an intermediate form");
  AddCompileFlags(*run, options.compile);
  run->callback([&parsed] {
    parsed.run = [&parsed](CommandContext& context) {
      return RunKernel(context, parsed.run_options);
    };
  });
}

// Lines of a number and what it says.
std::string ExitStatusTexts() {
  constexpr std::pair<int, std::string_view> kRows[] = {
#define KC_EXIT_STATUS(name, number, text) {number, text},
#include "compiler/driver/faults.def"
  };
  std::string lines;
  for (const auto& [number, text] : kRows) {
    lines += fmt::format("{}  {}  {}", lines.empty() ? "" : "\n", number, text);
  }
  return lines;
}

void AddCacheAction(CLI::App& cache, ParsedCommand& parsed, CacheAction action,
                    const std::string& name, const std::string& help) {
  CLI::App* command = cache.add_subcommand(name, help);
  command->footer(fmt::format("Example:\n  kernelc cache {}", name));
  if (action == CacheAction::Prune) {
    command
        ->add_option("--size", parsed.cache.size,
                     "Keep this much instead of the limit: bytes, or 500M, 2G")
        ->type_name("SIZE");
  }
  command->callback([&parsed, action] {
    parsed.cache.action = action;
    parsed.run = [&parsed](CommandContext& context) { return RunCache(context, parsed.cache); };
  });
}

void AddCache(CLI::App& app, ParsedCommand& parsed) {
  CLI::App* cache = app.add_subcommand("cache", "Look at the disk cache, and clean it");
  cache->require_subcommand(1);
  cache->footer(
      "Example:\n  kernelc cache info\n\n"
      "KERNELC_CACHE_DIR is its folder (default: $XDG_CACHE_HOME/kernelc, ~/.cache/kernelc),\n"
      "KERNELC_CACHE_SIZE its limit (default 1G, 0 for none), and KERNELC_CACHE=0 switches it off.");
  AddCacheAction(*cache, parsed, CacheAction::Info, "info", "Show where it is and what it holds");
  AddCacheAction(*cache, parsed, CacheAction::Verify, "verify",
                 "Read every entry, and remove those that are damaged");
  AddCacheAction(*cache, parsed, CacheAction::Prune, "prune",
                 "Remove the least recently used entries beyond the limit");
  AddCacheAction(*cache, parsed, CacheAction::Clear, "clear", "Remove every entry");
}

void AddDevices(CLI::App& app, ParsedCommand& parsed) {
  DevicesOptions& options = parsed.devices;
  CLI::App* devices = app.add_subcommand(
      "devices", "Show every device and its properties, or with --watch what it does");
  devices->footer(
      "Example:\n  kernelc devices\n  kernelc devices --watch 0.5\n  kernelc devices --watch --count 1\n\n"
      "What is watched is of all processes. A table on a terminal is written over; elsewhere there is a line for each\n"
      "device and time. A figure that a device does not have is `-`, and why is said once, on stderr. Ctrl-C ends it.");
  CLI::Option* watch = devices->add_option_function<std::string>(
      "--watch",
      [&options](const std::string& text) {
        options.watch = true;
        options.seconds = text.empty() ? options.seconds : std::stod(text);
      },
      "Show load, memory, temperature, power and clock every so many seconds (default 1)");
  watch->expected(0, 1)->check(SecondsIn(0.1, 86400))->type_name("[SECONDS]");
  devices->add_option("--count", options.count, "With --watch, end after so many times")
      ->check(NumberIn(1, kMostExtent))
      ->needs(watch)
      ->type_name("N");
  devices->callback([&parsed] {
    parsed.run = [&parsed](CommandContext& context) { return RunDevices(context, parsed.devices); };
  });
}

void AddSmallCommands(CLI::App& app, ParsedCommand& parsed) {
  CLI::App* check = app.add_subcommand("check", "Report all faults of files, and generate nothing");
  check->footer(
      "Example:\n  kernelc check kernels/*.py\n"
      "  kernelc check saxpy.py --sig 'saxpy(float32, float32[::1], float32[::1])'");
  check->add_option("FILE", parsed.check.files, "Files to check; - is standard input")->required();
  check
      ->add_option("--sig", parsed.check.signatures,
                   "Argument types of a kernel that has none, in Numba's notation behind its name; "
                   "repeatable")
      ->type_name("SIG")
      ->allow_extra_args(false);
  check->add_flag("--constants", parsed.check.constants,
                  "Print what the names are that kernels read from outside of themselves, and which line gave the value");
  AddChoice(*check, "--literals", parsed.check.compile.literals, kLiteralModes,
            "How literals are typed");
  AddWarnings(*check, parsed.check.compile.warnings);
  AddFileFlags(*check, parsed.check.compile);
  check->callback([&parsed] {
    parsed.run = [&parsed](CommandContext& context) { return RunCheck(context, parsed.check); };
  });

  AddDevices(app, parsed);

  CLI::App* explain = app.add_subcommand("explain", "Explain one kind of diagnostic");
  explain->footer("Example:\n  kernelc explain UnknownName");
  explain->add_option("KIND", parsed.explain_kind, "The word in brackets at the end of a message");
  explain->callback([&parsed] {
    parsed.run = [&parsed](CommandContext& context) {
      return RunExplain(context, parsed.explain_kind);
    };
  });

  CLI::App* builtins = app.add_subcommand("builtins", "Show the functions that kernels can call");
  builtins->footer("Example:\n  kernelc builtins math.sqrt");
  builtins->add_option("NAME", parsed.builtins.name, "One builtin (default: all)");
  builtins->add_flag("--markdown", parsed.builtins.markdown, "The page docs/builtins.md");
  builtins->add_flag("--pyi", parsed.builtins.pyi,
                     "The declarations kernelc/__init__.pyi, for editors and type checkers");
  builtins->callback([&parsed] {
    parsed.run = [&parsed](CommandContext& context) {
      return RunBuiltins(context, parsed.builtins);
    };
  });

  CLI::App* version =
      app.add_subcommand("version", "Show the version, LLVM, targets and libraries found");
  version->footer("Example:\n  kernelc version");
  version->callback([&parsed] { parsed.run = RunVersion; });
}

struct Subcommand {
  std::string_view name;
  void (*add)(CLI::App&, ParsedCommand&);
};

// Those that processes are started for by the thousand.
constexpr Subcommand kLargeCommands[] = {
    {"run", AddRun}, {"build", AddBuild}, {"occupancy", AddOccupancy}, {"cache", AddCache}};

}  // namespace

bool StandsAlone(std::string_view name) {
  return std::ranges::find(kLargeCommands, name, &Subcommand::name) != std::end(kLargeCommands);
}

void AddCommands(CLI::App& app, ParsedCommand& parsed, std::string_view only) {
  app.require_subcommand(1);
  app.fallthrough();
  app.set_version_flag("--version", fmt::format("kernelc {}", Version()));
  AddChoice(app, "--diagnostics", parsed.global.diagnostics, kDiagnosticFormats,
            "How faults are printed");
  app.footer(fmt::format(
      "Example:\n  kernelc run samples/vector_add/kernel.py vector_add a=ones:float32:8 "
      "b=ones:float32:8 "
      "c=like:a --print c\n\nEvery subcommand has --help with an example.\n\nExit status:\n{}",
      ExitStatusTexts()));
  for (const auto& [name, add] : kLargeCommands) {
    if (only.empty() || only == name) {
      add(app, parsed);
    }
  }
  if (only.empty()) {
    AddSmallCommands(app, parsed);
  }
}

}  // namespace kernelc::driver
