// SPDX-License-Identifier: Apache-2.0
import Testing

@Suite("words") struct WordTests {
  /// All files except those of this target, which talks about the words.
  private static let files = Repository.sources.filter { $0.target != "ArchitectureTests" }

  @Test("forbidden words", arguments: ForbiddenWord.all)
  func forbidden(_ word: ForbiddenWord) {
    for file in Self.files where word.applies(to: file) {
      if ForbiddenWord.exceptions[file.path]?.contains(word.word) ?? false { continue }
      #expect(word.lines(in: file) == [], "\(file.path): \(word.word), \(word.because)")
    }
  }

  @Test("every exception is needed")
  func exceptions() {
    for (path, words) in ForbiddenWord.exceptions {
      let file = Self.files.first { $0.path == path }
      for word in ForbiddenWord.all where words.contains(word.word) {
        #expect(file.map { !word.lines(in: $0).isEmpty } ?? false, "\(path): \(word.word)")
      }
    }
  }

  /// A test that takes a second by itself may take minutes beside other work.
  @Test("time limits are there against hanging only: ten minutes or more")
  func timeLimits() throws {
    let limit = #/timeLimit\(\.minutes\((\d+)\)\)/#
    var count = 0
    for file in Self.files where file.isTest {
      for line in file.code {
        guard let minutes = line.firstMatch(of: limit).flatMap({ Int($0.1) }) else { continue }
        count += 1
        #expect(minutes >= 10, "\(file.path)")
      }
    }
    #expect(count > 10, "the limits were not found")
  }

  @Test(
    "a word is a word of its own",
    arguments: [
      ("x = Date()", "Date(", true), ("UpDate()", "Date(", false), ("a Task b", "Task", true),
      ("subTask", "Task", false), ("Tasks", "Task", false),
    ])
  func boundaries(_ line: String, _ word: String, _ expected: Bool) throws {
    let row = try #require(ForbiddenWord.all.first { $0.word == word })
    let found = row.lines(in: SourceFile(path: "Sources/System/SecureMemory/X.swift", text: line))
    #expect(found.isEmpty != expected)
  }
}
