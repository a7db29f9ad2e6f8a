#include "compiler/diag/explain.h"

#include <iterator>

#include "compiler/diag/explain_pages.h"

namespace kernelc::diag {

std::string_view ExplainPage(Kind kind) {
  const std::string_view name = kind_info(kind).name;
  for (const ExplainPageRow& row : explain_pages()) {
    if (row.name == name) {
      return row.text;
    }
  }
  return {};
}

}  // namespace kernelc::diag
