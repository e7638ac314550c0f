// usual_arithmetic.h - floating point as IEEE 754 has it, whoever calls.
#pragma once

#include <cfenv>

namespace ashlar {

/// Rounds to nearest and keeps subnormals while it lives.
class UsualArithmetic {
 public:
  UsualArithmetic() {
    std::fegetenv(&before_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~UsualArithmetic() { std::fesetenv(&before_); }
  UsualArithmetic(const UsualArithmetic&) = delete;
  UsualArithmetic& operator=(const UsualArithmetic&) = delete;

 private:
  std::fenv_t before_;
};

}  // namespace ashlar
