# Kernels built ahead of time, as part of a build: the same for the installed package and inside of kernelc's own tree.
#
#   kernelc_add_kernels(target
#     FILES saxpy.py filters/blur.py
#     ARCHS sm_80 sm_90 cpu
#     [SIGNATURES "saxpy(float32, float32[::1], float32[::1])" "blur.py:wide(float32[:, ::1], int64)"]
#     [KERNELS saxpy "blur.py:wide"]
#     [DEFINES TILE=16 "blur.py:WEIGHTS=@weights.npy"]
#     [NAMESPACE kernels] [PREFIX kernels] [FORM runtime|cuda] [CODE embedded|linked] [GPU_CODE ptx|cubin|both]
#     [IMPORT_PATHS folder...] [OPTIONS --fastmath ...])
#
# Each file gives a header with a typed launch function for each kernel in it:
#
#   #include <kernels/saxpy.h>
#   kernels::saxpy({.grid = 4, .block = 256}, 2.0f, x, y);
#
# `target` may exist: the headers are then made before it is compiled, and it finds them. Otherwise it becomes a library to link
# with (an interface library, or a static one for CODE linked).
#
#   FILES         kernel files, relative to the current folder
#   ARCHS         what `kernelc build --target` takes: sm_75 to sm_121, cpu, cpu:x86-64-v3; one header has the code for all
#   SIGNATURES    argument types in Numba's notation, after the name of the kernel; without a name for the file's one kernel. With
#                 several FILES the name of the file comes first. Kernels with types in the file need none.
#   KERNELS       the kernels to build; default: all that have types. With several FILES the name of the file comes first
#   DEFINES       constants for names that kernels read from outside of themselves, as `kernelc build --define` has them; behind
#                 the name of a file for that one alone. One file for several values: a call for each, with a PREFIX and a
#                 NAMESPACE of its own. With CODE linked, files whose code is the same for all values stand in one of the calls
#   NAMESPACE     of the launch functions; default `kernels`
#   PREFIX        folder of the headers in #include; default `kernels`
#   FORM          what the code needs: `runtime` is libkernelc_runtime, which is linked, and serves all devices; `cuda` is cuda.h
#                 and the driver, which is opened when a kernel is first launched
#   CODE          `embedded`: the header holds the code. `linked`: an object file does, which is compiled into the target; for
#                 headers that many source files include
#   GPU_CODE      `ptx` (default): any GPU of the architecture or a later one, compiled by the driver at the first launch;
#                 `cubin`: ready to run, for the architecture alone; `both`
#   IMPORT_PATHS  folders in which modules that the kernels import are looked for, besides the file's own
#   OPTIONS       other options of `kernelc build`
#
# A header is made anew when its kernel file, a module that this imports or the compiler changes, and only then.
include_guard(GLOBAL)

cmake_policy(PUSH)
cmake_policy(VERSION 3.22)

# Puts the words of `list` that concern `file` into `out`, without the file's name.
function(_kernelc_words_of file file_count list out)
  set(words "")
  get_filename_component(name ${file} NAME)
  foreach(word IN LISTS list)
    if(word MATCHES "^([^:;()]*\\.py):(.*)$")
      if(CMAKE_MATCH_1 STREQUAL name OR CMAKE_MATCH_1 STREQUAL file)
        list(APPEND words "${CMAKE_MATCH_2}")
      endif()
    elseif(file_count EQUAL 1)
      list(APPEND words "${word}")
    else()
      message(FATAL_ERROR "kernelc_add_kernels: with several FILES, say which one this is for: \"${name}:${word}\"")
    endif()
  endforeach()
  set(${out} "${words}" PARENT_SCOPE)
endfunction()

# Adds the command that makes `output` of `file`. It names the file as the project does, relative to the current folder, so that
# the result is the same wherever the project lies.
function(_kernelc_build output given emit comment)
  get_filename_component(file ${given} ABSOLUTE)
  add_custom_command(OUTPUT ${output}
    COMMAND kernelc::command build ${given} --emit ${emit} -o ${output} --depfile ${output}.d ${ARGN}
    DEPENDS ${file} $<TARGET_FILE:kernelc::command> $<TARGET_FILE:kernelc::kernelc>
    DEPFILE ${output}.d
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
    COMMENT "${comment}"
    VERBATIM)
endfunction()

function(_kernelc_check_word name value)
  if(NOT value IN_LIST ARGN)
    list(JOIN ARGN ", " words)
    message(FATAL_ERROR "kernelc_add_kernels: ${name} is one of ${words}, not `${value}`")
  endif()
endfunction()

function(kernelc_add_kernels target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG ""
    "NAMESPACE;PREFIX;FORM;CODE;GPU_CODE" "FILES;ARCHS;SIGNATURES;KERNELS;DEFINES;IMPORT_PATHS;OPTIONS")
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "kernelc_add_kernels: unknown words: ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  foreach(needed FILES ARCHS)
    if(NOT ARG_${needed})
      message(FATAL_ERROR "kernelc_add_kernels(${target}): ${needed} is missing")
    endif()
  endforeach()
  foreach(default NAMESPACE=kernels PREFIX=kernels FORM=runtime CODE=embedded GPU_CODE=ptx)
    string(REPLACE "=" ";" default ${default})
    list(GET default 0 name)
    if(NOT ARG_${name})
      list(GET default 1 ARG_${name})
    endif()
  endforeach()
  _kernelc_check_word(FORM ${ARG_FORM} runtime cuda)
  _kernelc_check_word(CODE ${ARG_CODE} embedded linked)
  _kernelc_check_word(GPU_CODE ${ARG_GPU_CODE} ptx cubin both)

  set(include_folder ${CMAKE_CURRENT_BINARY_DIR}/${target}.kernels)
  file(MAKE_DIRECTORY ${include_folder}/${ARG_PREFIX})
  set(common ${ARG_OPTIONS})
  set(gpu_archs ${ARG_ARCHS})
  list(FILTER gpu_archs INCLUDE REGEX "^sm_")
  if(gpu_archs)
    list(APPEND common --gpu-code ${ARG_GPU_CODE})
  endif()
  foreach(arch IN LISTS ARG_ARCHS)
    list(APPEND common --target ${arch})
  endforeach()
  foreach(folder IN LISTS ARG_IMPORT_PATHS)
    get_filename_component(folder ${folder} ABSOLUTE)
    list(APPEND common -I ${folder})
  endforeach()
  set(host_api runtime)
  if(ARG_FORM STREQUAL cuda)
    set(host_api driver)
  endif()
  set(header_options --namespace ${ARG_NAMESPACE} --code ${ARG_CODE} --host-api ${host_api})

  list(LENGTH ARG_FILES file_count)
  list(JOIN ARG_ARCHS " " arch_text)
  set(outputs "")
  foreach(given IN LISTS ARG_FILES)
    get_filename_component(stem ${given} NAME_WE)
    set(options ${common})
    _kernelc_words_of(${given} ${file_count} "${ARG_SIGNATURES}" signatures)
    foreach(signature IN LISTS signatures)
      list(APPEND options --sig "${signature}")
    endforeach()
    _kernelc_words_of(${given} ${file_count} "${ARG_KERNELS}" kernels)
    foreach(kernel IN LISTS kernels)
      list(APPEND options -k "${kernel}")
    endforeach()
    # Those without a file's name are for all files.
    _kernelc_words_of(${given} 1 "${ARG_DEFINES}" defines)
    foreach(define IN LISTS defines)
      list(APPEND options --define "${define}")
    endforeach()

    set(header ${include_folder}/${ARG_PREFIX}/${stem}.h)
    if(header IN_LIST outputs)
      message(FATAL_ERROR "kernelc_add_kernels(${target}): two files are called ${stem}.py")
    endif()
    _kernelc_build(${header} ${given} header "Compiling kernels of ${given} for ${arch_text}"
      ${header_options} ${options})
    list(APPEND outputs ${header})
    if(ARG_CODE STREQUAL linked)
      set(object ${include_folder}/${ARG_PREFIX}/${stem}.o)
      _kernelc_build(${object} ${given} object "Compiling kernels of ${given} for ${arch_text}: code" ${options})
      set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
      list(APPEND outputs ${object})
    endif()
  endforeach()
  _kernelc_attach(${target} ${include_folder} "${ARG_FORM}" "${ARG_CODE}" ${outputs})
endfunction()

# Gives `target` what was made, and makes it a library where it is none yet.
function(_kernelc_attach target include_folder form code)
  set(scope PUBLIC)
  if(NOT TARGET ${target})
    if(code STREQUAL linked)
      add_library(${target} STATIC)
      set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
    else()
      add_library(${target} INTERFACE)
      add_custom_target(${target}_headers DEPENDS ${ARGN})
      add_dependencies(${target} ${target}_headers)
      set(scope INTERFACE)
    endif()
  endif()
  if(scope STREQUAL PUBLIC)
    target_sources(${target} PRIVATE ${ARGN})
  endif()
  target_include_directories(${target} ${scope} $<BUILD_INTERFACE:${include_folder}>)
  if(form STREQUAL runtime)
    target_link_libraries(${target} ${scope} kernelc::runtime)
  else()
    # cuda.h from wherever the project has it.
    if(TARGET CUDA::cuda_driver)
      get_target_property(cuda_include CUDA::cuda_driver INTERFACE_INCLUDE_DIRECTORIES)
      if(cuda_include)
        target_include_directories(${target} SYSTEM ${scope} ${cuda_include})
      endif()
    endif()
    target_link_libraries(${target} ${scope} ${CMAKE_DL_LIBS})
  endif()
endfunction()

cmake_policy(POP)
