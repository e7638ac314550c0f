# Every switch of the build. As part of another project only the library is
# built, and nothing is set outside this folder.
#
# Optional parts will be switched here, one line each, in the commit that brings
# their sources: ASHLAR_WITH_CUDA (src/device/cuda), ASHLAR_WITH_MPI (src/dist),
# ASHLAR_WITH_PYTHON (python/). Their presets are cuda, mpi and python.

option(ASHLAR_CLI "Build the command" ${PROJECT_IS_TOP_LEVEL})
option(ASHLAR_INSTALL "Make install rules" ${PROJECT_IS_TOP_LEVEL})
option(ASHLAR_WERROR "Treat warnings as errors" ${PROJECT_IS_TOP_LEVEL})
option(ASHLAR_TESTS "Build unit tests and examples (GoogleTest)" OFF)
option(ASHLAR_CHECKS "Test the tree: layers, headers, docs, install" OFF)
option(ASHLAR_BENCH "Build benchmarks (Google Benchmark)" OFF)
option(ASHLAR_FUZZ "Build fuzz targets (Clang with libFuzzer)" OFF)
set(ASHLAR_SANITIZE "" CACHE STRING
  "What -fsanitize= is given for every target of ours; empty for nothing")
set(ASHLAR_FUZZ_SECONDS 20 CACHE STRING
  "How long each fuzz target searches when it runs as a test")

if(PROJECT_IS_TOP_LEVEL)
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE RelWithDebInfo)
  endif()
  find_program(ASHLAR_CCACHE ccache)
  mark_as_advanced(ASHLAR_CCACHE)
  if(ASHLAR_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${ASHLAR_CCACHE})
  endif()
endif()

if(ASHLAR_INSTALL)
  include(GNUInstallDirs)
endif()
