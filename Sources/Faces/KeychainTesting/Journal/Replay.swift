// SPDX-License-Identifier: Apache-2.0

/// A journal that is being repeated.
///
/// The test's lines happen by themselves; at a line of the code under test it waits until that code
/// has done the same.
struct Replay: Sendable {
  private var lines: ArraySlice<String>

  /// The lines after the head; nil where one of them is none.
  init?(_ lines: ArraySlice<String>) {
    self.lines = lines
    for line in lines {
      guard Self.isOfCode(line) || Journal.Entry(text: line) != nil else { return nil }
    }
  }

  /// What happens next without the code under test; what a script did is done by the script again.
  mutating func next() -> Journal.Entry? {
    while let line = lines.first, !Self.isOfCode(line) {
      lines.removeFirst()
      let entry = Journal.Entry(text: line)
      if case .event(_, isScripted: true) = entry { continue }
      return entry
    }
    return nil
  }

  /// Takes what the code under test did.
  ///
  /// - Returns: what the journal says instead, in words; nil where both agree.
  mutating func take(_ entry: Journal.Entry) -> String? {
    guard let expected = lines.first, Self.isOfCode(entry.text) else { return nil }
    guard expected == entry.text else {
      return "the journal goes on with `\(expected)`, and now there was `\(entry.text)`"
    }
    lines.removeFirst()
    return nil
  }

  private static func isOfCode(_ line: String) -> Bool {
    ["call ", "prompt ", "outcome ", "answered "].contains { line.hasPrefix($0) }
  }
}
