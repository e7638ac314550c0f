# ashlar_flags(target): the language and warnings that all our code is held to.
# They stay private, so whoever links the library never sees them.
function(ashlar_flags target)
  set_target_properties(${target} PROPERTIES
    CXX_STANDARD 20
    CXX_STANDARD_REQUIRED ON
    CXX_EXTENSIONS OFF)
  # Results must not depend on whether a processor multiplies and adds at once.
  target_compile_options(${target} PRIVATE -ffp-contract=off)
  if(ASHLAR_WERROR)
    target_compile_options(${target} PRIVATE
      -Wall -Wextra -Wshadow -Wconversion -Wsign-conversion -Wpedantic -Werror
      # GCC 12 warns falsely about "[" + std::to_string(x) when it optimises.
      $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
  endif()
  if(ASHLAR_SANITIZE)
    target_compile_options(${target} PRIVATE
      -fsanitize=${ASHLAR_SANITIZE} -fno-sanitize-recover=all
      -fno-omit-frame-pointer)
    target_link_options(${target} PRIVATE -fsanitize=${ASHLAR_SANITIZE})
  endif()
endfunction()
