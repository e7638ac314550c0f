#!/usr/bin/env python3
"""check_headers.py finds headers that need something they do not include."""
import unittest

import support

check_headers = support.load("check_headers")


class CheckHeadersTest(support.TreeTest):
    def problems(self):
        return list(check_headers.problems("c++", self.root))

    def setUp(self):
        super().setUp()
        self.write("include/ashlar/ashlar.h",
                   '#pragma once\n#include "ashlar/shape.h"\n')
        self.write("include/ashlar/shape.h",
                   "#pragma once\n#include <vector>\nstd::vector<int> f();\n")

    def test_accepts_headers_that_stand_alone(self):
        self.assertEqual(self.problems(), [])

    def test_refuses_a_header_that_needs_another(self):
        self.write("include/ashlar/shape.h", "std::vector<int> f();\n")
        found = self.problems()
        self.assertEqual(len(found), 2)  # itself, and the umbrella with it
        self.assertRegex(found[1], "^ashlar/shape.h: does not compile alone:")

    def test_refuses_a_warning(self):
        self.write("include/ashlar/shape.h",
                   "inline char f(int x) { return x; }\n")
        self.assertIn("conversion", self.problems()[1])

    def test_refuses_other_libraries(self):
        self.write("include/ashlar/shape.h", "#include <unistd.h>\n")
        self.assertEqual(
            self.problems(),
            ["ashlar/shape.h: <unistd.h> is not of the standard library"])

    def test_wants_every_header_in_the_umbrella(self):
        self.write("include/ashlar/more/x.h", "")
        self.assertEqual(self.problems(),
                         ["ashlar/ashlar.h: does not include ashlar/more/x.h"])


if __name__ == "__main__":
    unittest.main()
