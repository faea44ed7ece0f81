// SPDX-License-Identifier: Apache-2.0 - table
import Testing

/// Words that do not occur in code, where, and why.
///
/// A word that ends in `(` is a call.
struct ForbiddenWord: Sendable, CustomTestStringConvertible {
  enum Place {
    /// Every Swift file, comments included.
    case text
    /// Code of every Swift file.
    case everywhere
    /// Code below `Sources`.
    case product
    /// Code of the targets that get clock, randomness and files from `Environment`.
    case core
  }

  let word: String
  let place: Place
  let because: String

  var testDescription: String { word }

  static let all: [ForbiddenWord] = [
    .init("TODO", .text, "what is not there is absent and listed in the README"),
    .init("FIXME", .text, "as TODO"),
    .init("@testable", .everywhere, "tests use what other targets use; package access is enough"),
    .init("XCTest", .everywhere, "one test library: Swift Testing"),
    .init("Synchronization", .everywhere, "one lock of our own, which the sanitizer understands"),
    .init("fatalError(", .product, "bytes from outside throw; own mistakes are preconditions"),
    .init("try!", .product, "an error has a status"),
    .init("as!", .product, "as try!"),
    .init("assert(", .product, "gone in release, where it would matter"),
    .init("print(", .core, "the core never logs; it emits events"),
    .init("debugPrint(", .core, "as print"),
    .init("Date(", .core, "time comes from Environment"),
    .init("Date.now", .core, "as Date"),
    .init("clock_gettime(", .core, "as Date"),
    .init("gettimeofday(", .core, "as Date"),
    .init("time(nil", .core, "as Date"),
    .init("ContinuousClock", .core, "as Date"),
    .init("SuspendingClock", .core, "as Date"),
    .init("getenv(", .core, "configuration comes from the faces, as values"),
    .init("ProcessInfo", .core, "as getenv"),
    .init("SystemRandomNumberGenerator", .core, "randomness comes from Environment"),
    .init("random(in:", .core, "as SystemRandomNumberGenerator"),
    .init("getrandom(", .core, "as SystemRandomNumberGenerator"),
    .init("UUID()", .core, "as SystemRandomNumberGenerator"),
    .init("async", .core, "the core is synchronous; the shell is not"),
    .init("await", .core, "as async"),
    .init("actor", .core, "as async"),
    .init("Task", .core, "as async"),
  ]

  /// The files that stand behind `Environment`: the real clock and the real randomness.
  ///
  /// An entry that is no longer needed is an error.
  static let exceptions: [String: Set<String>] = [
    // An example for teams that have their tests there.
    "Examples/PhoneTests/Tests/WalletXCTests/StoryXCTests.swift": ["XCTest"],
    "Sources/SecureMemory/SystemRandomness.swift": ["getrandom("],
    "Sources/KeychainEngine/SystemClock.swift": ["clock_gettime("],
    // The surroundings of the process become a value here.
    "Sources/KeychainEngine/EmbeddedEngine.swift": ["getenv("],
    // A deadline for waiting on a lock, which the system measures with its own clock.
    "Sources/KeychainTypes/Service/MonotonicTime.swift": ["clock_gettime("],
  ]

  private init(_ word: String, _ place: Place, _ because: String) {
    self.word = word
    self.place = place
    self.because = because
  }

  func applies(to file: SourceFile) -> Bool {
    switch place {
    case .text, .everywhere: true
    case .product: file.isProduct
    case .core: file.isProduct && Arrows.core.contains(file.target)
    }
  }

  /// The lines of the file, counted from one, that hold the word as a word of its own.
  func lines(in file: SourceFile) -> [Int] {
    let lines = place == .text ? file.lines : file.code
    return lines.indices.filter { occurs(in: lines[$0]) }.map { $0 + 1 }
  }

  private func occurs(in line: String) -> Bool {
    line.ranges(of: word).contains { range in
      let before = line[..<range.lowerBound].last
      let after = line[range.upperBound...].first
      let joinsBefore = before.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
      let joinsAfter = after.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
      let isOpen = word.hasSuffix("(") || word.hasSuffix(":")
      return !joinsBefore && (isOpen || !joinsAfter)
    }
  }
}
