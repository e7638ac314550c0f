# The command `ashlar`. All but main.cc is a library, so that tests can call it.
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)

file(GLOB ashlar_cli_sources CONFIGURE_DEPENDS cli/*.cc)
list(REMOVE_ITEM ashlar_cli_sources ${PROJECT_SOURCE_DIR}/cli/main.cc)

add_library(ashlar_cli_parts STATIC ${ashlar_cli_sources})
ashlar_flags(ashlar_cli_parts)
target_include_directories(ashlar_cli_parts PUBLIC ${PROJECT_SOURCE_DIR})
target_link_libraries(ashlar_cli_parts
  PUBLIC ashlar::ashlar CLI11::CLI11 nlohmann_json::nlohmann_json
  PRIVATE ashlar_bench_support)
# Most of the time that a command takes to compile goes into these. Optimised,
# GCC 12 takes what it reads so for ours, and warns of it.
if(CMAKE_BUILD_TYPE STREQUAL "Debug")
  target_precompile_headers(ashlar_cli_parts
    PRIVATE <CLI/CLI.hpp> <nlohmann/json.hpp>)
endif()

add_executable(ashlar_cli cli/main.cc)
ashlar_flags(ashlar_cli)
target_link_libraries(ashlar_cli PRIVATE ashlar_cli_parts)
set_target_properties(ashlar_cli PROPERTIES
  OUTPUT_NAME ashlar
  RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
