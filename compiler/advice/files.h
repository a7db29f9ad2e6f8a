// Files, their names and values, as this folder speaks of them.
#pragma once

#include "compiler/constants/const_eval.h"
#include "compiler/constants/files.h"
#include "compiler/index/index.h"

namespace kernelc::advice {

using constants::Evaluator;
using constants::FileIndex;
using constants::FileIndexImpl;
using constants::FunctionEntry;
using constants::GivenConstants;
using constants::ImportedModule;
using constants::LocalLookup;
using constants::Lost;
using constants::ModuleResolver;
using constants::Object;
using constants::ObjectKind;
using index::Binding;
using index::BindingKind;
using index::CodeArena;
using index::FunctionInfo;
using index::ImportRef;
using index::LaunchForm;
using index::Names;
using index::Scope;
using index::ScopeKind;

}  // namespace kernelc::advice
