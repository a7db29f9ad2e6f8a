// C++ types of kernel parameters, and the statements that pack them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "compiler/driver/command_options.h"
#include "runtime/abi/kernel_image.h"

namespace kernelc::driver {

// A record type and the struct that stands for it.
struct CppRecord {
  abi::RecordRef type;
  std::string name;
};

// The records of an image, each once, those before that others hold.
class CppRecords {
 public:
  explicit CppRecords(const abi::KernelImage& image);
  const std::vector<CppRecord>& all() const { return records_; }
  // The struct's name; every record of the image has one.
  const std::string& NameOf(const abi::RecordType& type) const;

 private:
  void Add(const abi::RecordRef& type, const std::string& name);
  void AddOf(const abi::ArgType& type, const std::string& name);

  std::vector<CppRecord> records_;
};

// One C++ parameter: a tuple has one for each of its elements, None has none.
struct CppParam {
  std::string type;
  std::string name;
  // "params.Put(8, x.value);"
  std::string pack;
  // Arrays that the kernel wants contiguous: whether it is, as an expression; else empty.
  std::string contiguous;
};

// "::kernelc" or "::kernelc_cuda": where the header's types live.
std::string SupportNamespace(HostApi api);

std::vector<CppParam> CppParamsOf(const abi::KernelInfo& kernel, const CppRecords& records,
                                  HostApi api);

// The definition of the record's struct with assertions about its layout.
std::string DefineRecord(const CppRecord& record, const CppRecords& records, HostApi api);
// The runtime's description of the record, as a specialisation in namespace kernelc::generated;
// `name` is the struct's full name.
std::string DescribeRecord(const CppRecord& record, const std::string& name, HostApi api,
                           const std::string& cpp_namespace, const CppRecords& records);

}  // namespace kernelc::driver
