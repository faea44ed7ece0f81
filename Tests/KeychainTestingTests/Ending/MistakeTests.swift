// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import SecureMemory
import Security
import Testing

/// Tests how a test learns of escaped calls and of unanswered prompts.
///
/// Each test runs in a process of its own, where no other suite lets calls escape or has set
/// `failTest`.
@Suite("Mistakes told at the end", .timeLimit(.minutes(10)))
struct MistakeTests {
  private struct Odd: Error {}

  /// Runs the body on a new thread, which inherits no device.
  private static func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      body()
      done.signal()
    }
    done.wait()
  }

  private static func escape(times: Int = 1) {
    onAnotherThread { for _ in 0..<times { _ = Items.read("a") } }
  }

  /// Reads an item with a prompt that is not answered.
  private static func askInVain() -> OSStatus {
    let control = SecAccessControlCreateWithFlags(
      nil, kSecAttrAccessibleWhenUnlocked, .userPresence, nil)
    _ = Items.add("a", more: [kSecAttrAccessControl as String: control as Any])
    return Items.read("a")
  }

  /// Returns the error that a test throws, which must be `TestMistakes`.
  private static func mistakes(_ test: () throws -> Void) throws -> TestMistakes {
    do {
      try test()
    } catch let error as TestMistakes {
      return error
    }
    throw Odd()
  }

  @Test("an escaped call is thrown with file, line and call stack, once")
  func escapedCall() async {
    await #expect(processExitsWith: .success) {
      let phone = SimulatedDevice.phone()
      let error = try Self.mistakes {
        try phone.use(file: "Wallet/A.swift", line: 3) { phone in
          phone.run(file: "Wallet/A.swift", line: 4) { Self.escape(times: 3) }
          _ = Items.add("a")
        }
      }
      let mistake = try #require(error.mistakes.first)
      try #require(error.mistakes.count == 1 && error.cause == nil)
      try #require(mistake.kind == .escapedCall && mistake.callStack.count > 4)
      try #require(mistake.file.description == "Wallet/A.swift" && mistake.line == 4)
      try #require(
        mistake.words.hasPrefix("3 calls were refused with errSecNotAvailable, as no device was"))
      try #require(!mistake.words.contains("another test"))
      try #require(error.description.hasPrefix("Wallet/A.swift:4: 3 calls"))
      try #require(error.description.contains("+0x"))
      try #require(phone.escapes.count == 3)
      try phone.end()
    }
  }

  @Test("a call outside of run, before the first one, has the place of its device")
  func outsideOfRun() async {
    await #expect(processExitsWith: .success) {
      let phone = SimulatedDevice(file: "Wallet/B.swift", line: 5)
      try #require(Items.add("a") == errSecNotAvailable)
      let mistakes = try Self.mistakes { try phone.end() }.mistakes
      try #require(!mistakes.isEmpty && mistakes.allSatisfy { $0.line == 5 })
    }
  }

  @Test("devices and keychains that live at the same time all throw, and say so")
  func beside() async {
    await #expect(processExitsWith: .success) {
      let phone = SimulatedDevice.phone()
      let keychain = try TemporaryKeychain(file: "Wallet/C.swift", line: 6)
      Self.escape()
      let ends: [() throws -> Void] = [{ try phone.end() }, { try keychain.end() }]
      for end in ends {
        let mistakes = try Self.mistakes(end).mistakes
        let mistake = try #require(mistakes.first)
        try #require(mistake.words.contains("1 more device or keychain lived in this process"))
        try end()
      }
    }
  }

  @Test("a keychain throws the calls that escape it, and keeps their call stacks")
  func keychain() async {
    await #expect(processExitsWith: .success) {
      let keychain = try TemporaryKeychain()
      try keychain.use { _ in try #require(Items.add("a") == errSecSuccess) }
      let error = try Self.mistakes {
        try keychain.use(file: "Wallet/D.swift", line: 7) { _ in Self.escape() }
      }
      try #require(error.mistakes.map(\.line) == [7])
      try #require(error.mistakes.first?.words.contains("as no keychain was in reach") == true)
      try #require(keychain.escapes.count == 1 && !keychain.escapes[0].callStack.isEmpty)
      try keychain.end()
    }
  }

  @Test("of very many calls the first hundred keep their call stacks, and the others are counted")
  func manyCalls() async {
    await #expect(processExitsWith: .success) {
      let phone = SimulatedDevice.phone()
      Self.escape(times: 107)
      let mistakes = try Self.mistakes { try phone.end() }.mistakes
      try #require(phone.escapes.count == 100)
      try #require(
        mistakes.map { $0.words.prefix(while: { $0 != "," }) } == [
          "100 calls were refused with errSecNotAvailable",
          "7 more calls were refused after the first 100",
        ])
      try phone.end()
    }
  }

  @Test("a body's error is the cause where an escaped call may explain it")
  func cause() async {
    await #expect(processExitsWith: .success) {
      for isKeychain in [false, true] {
        let error = try Self.mistakes {
          if isKeychain {
            try TemporaryKeychain().use { _ in
              Self.escape()
              throw Odd()
            }
          } else {
            try SimulatedDevice.phone().use { phone in
              phone.answer(.cancel)
              Self.escape()
              throw Odd()
            }
          }
        }
        try #require(error.mistakes.map(\.kind) == [.escapedCall])
        try #require(error.cause is Odd && error.description.contains("threw: Odd()"))
      }
      // Without mistakes the body's error is thrown unchanged.
      do {
        try TemporaryKeychain().use { _ in throw Odd() }
      } catch is Odd {
        return
      }
      throw Odd()
    }
  }

  @Test("within use, a prompt that nobody answers is thrown, and the program goes on")
  func unansweredWithinUse() async {
    await #expect(processExitsWith: .success) {
      let error = try Self.mistakes {
        try SimulatedDevice.phone().use(file: "Wallet/E.swift", line: 8) { phone in
          try #require(Self.askInVain() != errSecSuccess)
          try #require(phone.failures.count == 1)
        }
      }
      try #require(error.mistakes.map(\.kind) == [.failure])
      try #require(error.mistakes.map(\.line) == [8])
      try #require(error.description.contains("the prompt gets no answer"))
    }
  }

  @Test("outside of use it stops a program that has set no failTest")
  func unansweredOutside() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      // The files of a program that ends early are put into the folder of all tests.
      let place = FileManager.default.temporaryDirectory.appending(path: "stopped-\(UUID())")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
      unsafe setenv("TMPDIR", place.path, 1)
      let phone = SimulatedDevice.phone()
      try phone.use { _ in _ = Items.read("a") }
      _ = phone.run { Self.askInVain() }
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("the prompt gets no answer"), "\(text)")
  }

  @Test("failTest is told once: of a prompt at once, of the rest when the device goes")
  func failTest() async {
    await #expect(processExitsWith: .success) {
      let told = Lock<[String]>([])
      SimulatedDevice.failTest = { words in told.withLock { $0.append(words) } }
      do {
        let phone = SimulatedDevice.phone(file: "Wallet/F.swift", line: 9)
        try phone.use { _ in _ = Self.askInVain() }
        try #require(told.withLock { $0.count } == 1)
        phone.answer(.cancel, file: "Wallet/F.swift", line: 10)
        Self.escape()
        withExtendedLifetime(phone) {}
      }
      let words = told.withLock { $0 }
      try #require(words.count == 3)
      try #require(words[1].contains("a call was refused"))
      try #require(words[2] == "Wallet/F.swift:10: no prompt has used the answer .cancel")
      do {
        let keychain = try TemporaryKeychain()
        Self.escape()
        withExtendedLifetime(keychain) {}
      }
      try #require(told.withLock { $0.count } == 4)
    }
  }

  @Test("without failTest a device that goes tells on standard error, and the program goes on")
  func standardError() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      do {
        let phone = SimulatedDevice.phone()
        phone.answer(.cancel, file: "Wallet/G.swift", line: 11)
      }
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("Wallet/G.swift:11: no prompt has used the answer .cancel\n"))
  }
}
