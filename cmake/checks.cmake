# Tests of the tree itself. They need Python 3, and only when they run.
set(ashlar_tools ${PROJECT_SOURCE_DIR}/tools)

add_test(NAME checks/layers COMMAND ${ashlar_tools}/check_layers.py)
add_test(NAME checks/headers
  COMMAND ${ashlar_tools}/check_headers.py --compiler ${CMAKE_CXX_COMPILER})
if(TARGET ashlar_cli)
  add_test(NAME checks/docs
    COMMAND ${ashlar_tools}/check_docs.py
      --command $<TARGET_FILE:ashlar_cli>
      --library $<TARGET_FILE:ashlar>
      --compiler ${CMAKE_CXX_COMPILER})
endif()

# A check that cannot fail is worth nothing: the checks have tests of their own.
file(GLOB ashlar_tool_tests CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/tests/tools/*_test.py)
foreach(path IN LISTS ashlar_tool_tests)
  get_filename_component(name ${path} NAME_WE)
  add_test(NAME tools/${name} COMMAND ${path})
endforeach()
