#!/usr/bin/env python3
"""check_docs.py runs what a page shows, and sees when it is not so."""
import argparse
import contextlib
import io
import unittest

import support

check_docs = support.load("check_docs")


class CheckDocsTest(support.TreeTest):
    def check(self, update=False):
        """Whether a page has a problem, and what was said about it."""
        command = self.write("tool", '#!/bin/sh\nprintf "%s\\n" "$@"\n')
        command.chmod(0o755)
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            found = check_docs.check(argparse.Namespace(
                root=self.root, command=command, library=self.write("l.cc", ""),
                compiler="c++", update=update))
        return found, said.getvalue()

    def page(self, *lines, path="README.md"):
        return self.write(path, "\n".join(lines) + "\n")

    def test_accepts_what_is_printed(self):
        self.page("```console", "$ ashlar a b", "a", "b", "$ ashlar \\",
                  "    c", "c", "$ ls nowhere", "...", "```")
        self.assertEqual(self.check(),
                         (False, "docs ok: 3 examples in 1 pages\n"))

    def test_knows_both_names_of_the_command(self):
        self.page("```console", "$ ./dev run a b", "a", "b", "```")
        self.assertFalse(self.check()[0])

    def test_refuses_another_output(self):
        path = self.page("# Title", "```console", "$ ashlar a", "b", "```",
                         path="docs/guide/x.md")
        self.assertEqual(self.check(), (True, "\n".join([
            f"{path}:2: ashlar a", "  expected:", "    b", "  printed:",
            "    a", ""])))

    def test_refuses_more_and_less_output(self):
        self.page("```console", "$ ashlar a b", "a", "```")
        self.assertTrue(self.check()[0])
        self.page("```console", "$ ashlar a", "a", "b", "```")
        self.assertTrue(self.check()[0])

    def test_dots_stand_for_any_lines(self):
        for expected in (["..."], ["1", "..."], ["...", "3"], ["1", "...", "3"],
                         ["...", "2", "..."], ["1", "...", "2", "3"]):
            self.assertTrue(check_docs.matches(expected, ["1", "2", "3"]))
        for expected in (["2", "..."], ["...", "2"], ["...", "4", "..."],
                         ["1", "2", "...", "2", "3"], ["...", "3", "...", "2"]):
            self.assertFalse(check_docs.matches(expected, ["1", "2", "3"]))

    def test_blocks_of_a_page_share_a_folder(self):
        self.page("```console", "$ echo x > file", "```", "", "```console",
                  "$ cat file", "x", "```")
        self.assertFalse(self.check()[0])

    def test_update_writes_what_is_printed(self):
        path = self.page("```console", "$ ashlar a", "b", "$ ashlar c d", "...",
                         "d", "```", "after")
        self.assertFalse(self.check(update=True)[0])
        self.assertEqual(path.read_text(), "\n".join([
            "```console", "$ ashlar a", "a", "$ ashlar c d", "...", "d", "```",
            "after", ""]))

    def test_compiles_and_runs_programs(self):
        program = ["```cpp", "#include <iostream>",
                   'int main() { std::cout << "hi\\n"; }', "```"]
        self.page(*program, "", "```text", "hi", "```")
        self.assertEqual(self.check(),
                         (False, "docs ok: 1 examples in 1 pages\n"))
        self.page(*program, "", "```text", "ho", "```")
        self.assertIn("prints something else", self.check()[1])
        self.page(*program, "", "Unrelated:", "```text", "ho", "```")
        self.assertFalse(self.check()[0])

    def test_refuses_programs_that_fail(self):
        self.page("```cpp", "int main() { return 3; }", "```")
        self.assertIn("exit status 3", self.check()[1])
        self.page("```cpp", "int main() { return x; }", "```")
        self.assertIn("does not compile", self.check()[1])

    def test_leaves_other_blocks_alone(self):
        self.page("```cpp", "not a program", "```", "```sh", "$ false", "```")
        self.assertEqual(self.check(),
                         (False, "docs ok: 0 examples in 1 pages\n"))


if __name__ == "__main__":
    unittest.main()
