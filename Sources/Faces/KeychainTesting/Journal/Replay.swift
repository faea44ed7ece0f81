// SPDX-License-Identifier: Apache-2.0

/// The remaining lines of a journal that is being replayed.
///
/// The replay itself repeats the lines that record actions of the test. At a line that records an
/// action of the code under test, the replay waits until that code has done this action.
struct Replay: Sendable {
  private var lines: ArraySlice<String>

  /// Makes a replay of the lines after the first line of a journal, or returns nil if a line is not
  /// valid.
  init?(_ lines: ArraySlice<String>) {
    self.lines = lines
    for line in lines {
      guard Self.isOfCode(line) || Journal.Entry(text: line) != nil else { return nil }
    }
  }

  /// Removes and returns the next action of the test from the journal.
  ///
  /// Nil if the code under test has to act first, or if no line is left. Events that a step of
  /// `SimulatedDevice.answer` caused are skipped, because the replayed step causes them again.
  mutating func next() -> Journal.Entry? {
    while let line = lines.first, !Self.isOfCode(line) {
      lines.removeFirst()
      let entry = Journal.Entry(text: line)
      if case .event(_, isScripted: true) = entry { continue }
      return entry
    }
    return nil
  }

  /// Compares an action of the code under test with the next line of the journal.
  ///
  /// - Returns: A description of the difference. Nil if the action is the expected action, or if no
  ///   line is left.
  mutating func take(_ entry: Journal.Entry) -> String? {
    guard let expected = lines.first, Self.isOfCode(entry.text) else { return nil }
    guard expected == entry.text else {
      return "the journal expects `\(expected)` next, but `\(entry.text)` happened"
    }
    lines.removeFirst()
    return nil
  }

  private static func isOfCode(_ line: String) -> Bool {
    ["call ", "prompt ", "outcome ", "answered "].contains { line.hasPrefix($0) }
  }
}
