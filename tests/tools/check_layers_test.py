#!/usr/bin/env python3
"""check_layers.py finds each thing it is there to find, and nothing else."""
import unittest

import support

check_layers = support.load("check_layers")


class CheckLayersTest(support.TreeTest):
    def setUp(self):
        super().setUp()
        self.write("tools/layers.txt",
                   "# order\nbase:\nshape: base\nlayout digits: base shape\n")
        self.write("include/ashlar/error.h", "")
        self.write("include/ashlar/shape.h", '#include "ashlar/error.h"\n')
        self.write("include/ashlar/digits.h", '#include "ashlar/shape.h"\n')
        self.write("src/layout/bind.h", '#include "ashlar/digits.h"\n')

    def assert_problems(self, *expected):
        self.assertEqual(list(check_layers.problems(self.root)), [*expected])

    def test_accepts_what_goes_down(self):
        self.assert_problems()

    def test_refuses_what_goes_up(self):
        self.write("src/shape/x.h", '#include "src/layout/bind.h"\n')
        self.assert_problems("src/shape/x.h: shape may not include "
                             "src/layout/bind.h, which is layout")

    def test_knows_the_layer_of_a_listed_public_header(self):
        self.write("src/shape/x.h", '#include "ashlar/digits.h"\n')
        self.assert_problems("src/shape/x.h: shape may not include "
                             "ashlar/digits.h, which is layout")

    def test_refuses_two_types_of_one_name(self):
        text = ("namespace ashlar {\nstruct Piece {\n};\n"
                "}  // namespace ashlar\n")
        self.write("src/shape/a.h", text)
        self.write("src/layout/b.h", text)
        self.assert_problems("src/shape/a.h: ashlar::Piece is in "
                             "src/layout/b.h as well")
        hidden = text.replace("struct", "namespace {\nstruct").replace(
            "}  //", "}  // namespace\n}  //")
        self.write("src/layout/b.h", hidden)
        self.assert_problems()
        self.write("src/layout/b.h",
                   "namespace ashlar {\nstruct Piece;\nclass Piece::In {\n"
                   "};\n}  // namespace ashlar\n"
                   "namespace ashlar::orion {\nstruct Piece {\n};\n"
                   "}  // namespace ashlar::orion\n")
        self.assert_problems()

    def test_holds_public_headers_to_the_order(self):
        self.write("include/ashlar/shape.h", '#include "ashlar/digits.h"\n')
        self.assert_problems("include/ashlar/shape.h: shape may not include "
                             "ashlar/digits.h, which is layout")

    def test_refuses_private_headers_in_public_ones(self):
        self.write("include/ashlar/shape.h", '#include "src/shape/axis.h"\n')
        self.assert_problems('include/ashlar/shape.h: may not include '
                             '"src/shape/axis.h", only "ashlar/..."')

    def test_refuses_private_headers_in_the_command(self):
        self.write("cli/main.cc", '#include "src/layout/bind.h"\n')
        self.assert_problems('cli/main.cc: may not include '
                             '"src/layout/bind.h", only "ashlar/..." or '
                             '"cli/..." or "bench/support/..."')

    def test_lets_the_command_measure_but_not_run_benchmarks(self):
        self.write("cli/main.cc", '#include "bench/support/team.h"\n')
        self.assert_problems()
        self.write("cli/main.cc", '#include "bench/layout/team.h"\n')
        self.assert_problems('cli/main.cc: may not include '
                             '"bench/layout/team.h", only "ashlar/..." or '
                             '"cli/..." or "bench/support/..."')

    def test_refuses_the_umbrella_inside(self):
        self.write("src/shape/x.h", '#include "ashlar/ashlar.h"\n')
        self.assert_problems("src/shape/x.h: the umbrella is for users; "
                             "include what you need")

    def test_refuses_a_folder_that_is_not_listed(self):
        self.write("src/extra/x.h", "")
        self.assert_problems("src/extra/x.h: extra has no line in "
                             "tools/layers.txt")

    def test_refuses_a_cycle_in_the_order(self):
        self.write("tools/layers.txt",
                   "base: layout\nshape: base\nlayout digits: base shape\n")
        self.assert_problems("tools/layers.txt: base names layout, "
                             "which is not above it")

    def test_wants_a_test_for_each_source(self):
        self.write("src/shape/x.cc", "")
        self.assert_problems("src/shape/x.cc: has no test, expected "
                             "tests/shape/x_test.cc")
        self.write("tests/shape/x_test.cc", "")
        self.assert_problems()

    def test_counts_lines(self):
        self.write("src/shape/x.h", "\n" * 400)
        self.write("include/ashlar/shape.h", "\n" * 250)
        self.assert_problems()
        self.write("src/shape/x.h", "\n" * 401)
        self.write("include/ashlar/shape.h", "\n" * 251)
        self.assert_problems(
            "include/ashlar/shape.h: 251 lines, at most 250",
            "src/shape/x.h: 401 lines, at most 400")

    def test_refuses_words_a_library_does_not_use(self):
        self.write("src/shape/x.h", "void f() {\n  std::abort();\n}\n")
        self.assert_problems("src/shape/x.h:2: a library does not use abort; "
                             "throw an Error")

    def test_reads_over_comments_strings_and_longer_words(self):
        self.write("src/shape/x.h",
                   '// abort() and printf\nauto s = "exit(1)";\n'
                   "char q = '\"'; int on_exit_code(int);\n"
                   'auto r = R"(std::cout)";\n')
        self.assert_problems()

    def test_refuses_things_left_for_later(self):
        word = "TO" + "DO"
        self.write("tests/shape/x.h", f"\n// {word}: more\n")
        self.assert_problems(f"tests/shape/x.h:2: {word}: do it now or file "
                             "an issue")


if __name__ == "__main__":
    unittest.main()
