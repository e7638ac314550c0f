#include "ashlar/error.h"

#include <utility>

namespace ashlar {
namespace {

std::string joined(const std::string& where, const std::string& problem,
                   const std::string& hint) {
  std::string text = where;
  if (!text.empty()) text += ": ";
  text += problem;
  if (!hint.empty()) text += "; " + hint;
  return text;
}

}  // namespace

Error::Error(ErrorKind kind, std::string where, std::string problem,
             std::string hint, Excerpt excerpt)
    : std::runtime_error(joined(where, problem, hint)),
      kind_(kind),
      where_(std::move(where)),
      problem_(std::move(problem)),
      hint_(std::move(hint)),
      excerpt_(std::move(excerpt)) {}

}  // namespace ashlar
