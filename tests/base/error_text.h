// error_text.h - what a call that must fail says.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "ashlar/error.h"

namespace ashlar::test {

/// The error that `call` throws; a failed test if it throws none.
template <class Call>
Error error_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "expected an error";
  return Error(ErrorKind::bug, "", "no error");
}

template <class Call>
std::string error_text(Call call) {
  return error_of(call).what();
}

}  // namespace ashlar::test
