# The command as one program at fixed addresses, of the objects of both libraries and with C++'s library linked in: a process of
# it needs no relocations, and no names of libraries are looked up. `kernelc --version` takes half the time of a program that
# loads them, vector_add to PTX 0.8.
target_sources(kernelc PRIVATE command_exit_handlers.cpp
  $<FILTER:$<TARGET_OBJECTS:kernelc_shared>,EXCLUDE,/no_exit_handlers\\.cpp>
  # Which the compiler has compiled for itself.
  $<FILTER:$<TARGET_OBJECTS:kernelc_runtime>,EXCLUDE,/cpu/usable_cores\\.cpp>)
target_link_libraries(kernelc PRIVATE kernelc::settings ${phases} ZLIB::ZLIB Threads::Threads)
target_link_options(kernelc PRIVATE -no-pie -static-libstdc++ -static-libgcc LINKER:--gc-sections
  LINKER:-T,${PROJECT_SOURCE_DIR}/compiler/codegen/llvm/late_start.ld
  LINKER:--symbol-ordering-file=${CMAKE_CURRENT_SOURCE_DIR}/function_order.txt LINKER:--no-warn-symbol-ordering)
kernelc_keep_casts(kernelc)
kernelc_keep_memory(kernelc)

# What the command keeps on disk is for programs that link the library too, and the other way round: both are one build.
set(build_id ${CMAKE_CURRENT_BINARY_DIR}/build_id.rsp)
add_custom_command(
  OUTPUT ${build_id}
  COMMAND ${CMAKE_COMMAND} -DREADELF=${CMAKE_READELF} -DLIBRARY=$<TARGET_FILE:kernelc_shared> -DOUTPUT=${build_id}
    -P ${PROJECT_SOURCE_DIR}/cmake/BuildIdOption.cmake
  DEPENDS kernelc_shared ${PROJECT_SOURCE_DIR}/cmake/BuildIdOption.cmake
  COMMENT "Reading the build id of libkernelc"
  VERBATIM)
add_custom_target(kernelc_build_id DEPENDS ${build_id})
add_dependencies(kernelc kernelc_build_id)
target_link_options(kernelc PRIVATE @${build_id})
set_property(TARGET kernelc APPEND PROPERTY LINK_DEPENDS ${build_id} ${CMAKE_CURRENT_SOURCE_DIR}/function_order.txt
  ${PROJECT_SOURCE_DIR}/compiler/codegen/llvm/late_start.ld)
