// SPDX-License-Identifier: Apache-2.0

/// What is told of a finding's code beside the text that a call fills in (spec/diagnostics.md 1.2).
struct Article {
  /// The rule that is behind it.
  let why: String
  let fix: String
  /// A command, or a piece of Swift, that meets it or does right.
  let example: String

  init(_ why: String, _ fix: String, _ example: String) {
    self.why = why
    self.fix = fix
    self.example = example
  }
}
