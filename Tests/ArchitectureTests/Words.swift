// SPDX-License-Identifier: Apache-2.0 - table
import Testing

/// A word that must not occur in code, with the place and the reason.
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
    /// Code below `Tests`.
    case tests
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
    .init("ISO8601DateFormatter", .product, "it needs data of ICU, which `security` leaves out"),
    .init("DateFormatter", .product, "as ISO8601DateFormatter"),
    .init("NumberFormatter", .product, "as ISO8601DateFormatter"),
    .init("ByteCountFormatter", .product, "as ISO8601DateFormatter"),
    .init("Locale", .product, "as ISO8601DateFormatter"),
    .init("Calendar", .product, "as ISO8601DateFormatter"),
    .init("TimeZone", .product, "as ISO8601DateFormatter"),
    .init("localizedCompare", .product, "as ISO8601DateFormatter"),
    .init("localizedStandardCompare", .product, "as ISO8601DateFormatter"),
    .init("localizedCaseInsensitiveCompare", .product, "as ISO8601DateFormatter"),
    .init("localizedCaseInsensitiveContains", .product, "as ISO8601DateFormatter"),
    .init("localizedStandardContains", .product, "as ISO8601DateFormatter"),
    .init("NSCalendar", .product, "as ISO8601DateFormatter"),
    .init("NSTimeZone", .product, "as ISO8601DateFormatter"),
    .init("NSLocale", .product, "as ISO8601DateFormatter"),
    .init("NSRegularExpression", .product, "as ISO8601DateFormatter"),
    .init("NSPredicate", .product, "as ISO8601DateFormatter"),
    .init("DateComponentsFormatter", .product, "as ISO8601DateFormatter"),
    .init("DateIntervalFormatter", .product, "as ISO8601DateFormatter"),
    .init("MeasurementFormatter", .product, "as ISO8601DateFormatter"),
    .init("applyingTransform", .product, "as ISO8601DateFormatter"),
    .init("URL(string", .product, "as ISO8601DateFormatter, for hosts of other letters"),
    .init("print(", .core, "the core never logs; it emits events"),
    .init("debugPrint(", .core, "as print"),
    .init("Date(", .core, "time comes from Environment"),
    .init("Date.now", .core, "as Date"),
    .init("clock_gettime(", .core, "as Date"),
    .init("gettimeofday(", .core, "as Date"),
    .init("time(nil", .core, "as Date"),
    .init("ContinuousClock", .core, "as Date"),
    .init("SuspendingClock", .core, "as Date"),
    .init("getenv(", .product, "ProcessVariable is the one door: it says what may be believed"),
    .init("CommandLine", .product, "it needs /proc; ProgramArguments has what main was given"),
    .init("ProcessVariable", .core, "configuration comes from the faces, as values"),
    .init("ProcessInfo", .core, "as getenv"),
    .init("SystemRandomNumberGenerator", .core, "randomness comes from Environment"),
    .init("random(in:", .core, "as SystemRandomNumberGenerator"),
    .init("getrandom(", .core, "as SystemRandomNumberGenerator"),
    .init("UUID()", .core, "as SystemRandomNumberGenerator"),
    .init("async", .core, "the core is synchronous; the shell is not"),
    .init("await", .core, "as async"),
    .init("actor", .core, "as async"),
    .init("Task", .core, "as async"),
    .init("sleep(", .tests, "a test waits with Patience.wait, which has a deadline"),
    .init("usleep(", .tests, "as sleep"),
    .init("nanosleep(", .tests, "as sleep"),
    .init("Patience.pause(", .tests, "what can be seen is waited for; exceptions say why not"),
    .init("clock_gettime(", .tests, "one stopwatch for all tests"),
    .init("ContinuousClock", .tests, "as clock_gettime"),
    .init("SuspendingClock", .tests, "as clock_gettime"),
  ]

  /// The files that implement `Environment` and the tests' waiting, and the tests that pause.
  ///
  /// An entry that is no longer needed is an error.
  static let exceptions: [String: Set<String>] = [
    "Tests/TestPatience/Patience.swift": ["sleep(", "nanosleep("],
    "Tests/TestPatience/Stopwatch.swift": ["clock_gettime("],
    // An example for teams that have their tests in XCTest.
    "Examples/PhoneTests/Tests/WalletXCTests/StoryXCTests.swift": ["XCTest"],
    "Sources/System/SecureMemory/SystemRandomness.swift": ["getrandom("],
    "Sources/Engine/KeychainEngine/SystemClock.swift": ["clock_gettime("],
    // The surroundings of the process become a value here.
    "Sources/Engine/KeychainEngine/EmbeddedEngine.swift": ["ProcessVariable"],
    // It reads no variable, but asks whether the caller may choose the name of the program.
    "Sources/Capabilities/CodeIdentity/Embedded/ExecutablePath.swift": ["ProcessVariable"],
    "Sources/System/SecureMemory/Kernel/ProcessVariable.swift": ["getenv(", "ProcessVariable"],
    // A deadline for waiting on a lock, which the system measures with its own clock.
    "Sources/Vocabulary/KeychainTypes/Service/MonotonicTime.swift": ["clock_gettime("],
  ].merging(pauses.map { ($0.key, ["Patience.pause("]) }) { $1 }

  /// The tests that let a fixed time pass, and the reason why each has no condition to wait for.
  private static let pauses: [String: String] = [
    "Tests/AuthenticationTests/FingerTests.swift": "a refused claim leaves no trace",
    "Tests/AuthenticationTests/Sessions/SessionFollowTests.swift": "nothing is to happen",
    "Tests/AuthenticationTests/Support/PseudoTerminal.swift": "pinentry drops early keys",
    "Tests/AuthenticationTests/Support/Threads.swift": "a cancellation at any moment",
    "Tests/AuthenticationTests/Support/VirtualDisplay.swift": "new windows drop early keys",
    "Tests/KeychainEngineTests/Concurrency/CopyDraftTests.swift": "a kill at any moment",
    "Tests/KeychainEngineTests/Concurrency/CopyStoreTests.swift": "nothing is to happen",
    "Tests/KeychainEngineTests/Concurrency/WaitingTests.swift": "a thread is to go on waiting",
    "Tests/KeychainEngineTests/Passcode/FullKeyringTests.swift": "the kernel counts later",
    "Tests/KeychainEngineTests/Passcode/LockWatcherTests.swift": "nothing is to happen",
    "Tests/KeychainEngineTests/Passcode/LostLockFileTests.swift": "nothing is to happen",
    "Tests/KeychainEngineTests/Passcode/PasscodeCostTests.swift": "a thread that is asleep",
    "Tests/KeychainEngineTests/Passcode/SharedUnlockTests.swift": "work goes on for a while",
    "Tests/KeychainStorageTests/Store/GroupCommitTests.swift": "a transaction takes its time",
    "Tests/KeychainTestingTests/Device/DeviceFaultTests.swift": "a file shrinks at any moment",
    "Tests/KeychainTestingTests/LeftDirectoriesTests.swift": "an exit at any moment",
    "Tests/PromptWorker/LeakCount.swift": "a cancellation at any moment",
    "Tests/StoreWorker/EvaluationTask.swift": "nothing is to happen",
    "Tests/StoreWorker/ExitTask.swift": "an exit at any moment",
    "Tests/StoreWorker/ForkTask.swift": "a fork at any moment",
    "Tests/StoreWorker/Keychains/KeychainTorture.swift": "a kill at any moment",
    "Tests/StoreWorker/Locking/KeyReport.swift": "looks as long as the process lives",
    "Tests/StoreWorker/Torture/Torture.swift": "a kill at any moment",
    "Tests/StoreWorker/Torture/TortureWriter.swift": "goes on until it is killed",
    "Tests/TranscriptTests/Keychains/EventTests.swift": "nothing is to happen",
    "Tests/TranscriptTests/DumpingTests.swift": "the last lines tell nothing of their end",
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
    case .tests: file.isTest
    }
  }

  /// Returns the lines of the file, counted from one, that contain the word as a whole word.
  func lines(in file: SourceFile) -> [Int] {
    guard file.mentions(word) else { return [] }
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
