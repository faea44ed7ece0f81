// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import Security
import Testing

/// Tests of the bodies that `use` runs and of the errors that it throws at its end.
@Suite("Use of a device or keychain", .timeLimit(.minutes(10)))
struct UseTests {
  /// The error that a body of code under test throws.
  private struct Odd: Error {}

  /// Returns the mistakes that a test throws at its end, except calls that other suites let escape.
  private func mistakes(_ test: () throws -> Void) throws -> [TestMistake] {
    do {
      try test()
      return []
    } catch let error as TestMistakes {
      if let cause = error.cause { throw cause }
      return error.mistakes.filter { $0.kind != .escapedCall }
    }
  }

  /// Adds an item that requires user presence.
  private static func addGuarded(_ account: String) -> OSStatus {
    let control = SecAccessControlCreateWithFlags(
      nil, kSecAttrAccessibleWhenUnlocked, .userPresence, nil)
    return Items.add(account, more: [kSecAttrAccessControl as String: control as Any])
  }

  @Test("unused answers are thrown with the place of each, once; used ones are not")
  func unusedAnswers() throws {
    let phone = SimulatedDevice.phone()
    let found = try mistakes {
      try phone.use { phone in
        #expect(Self.addGuarded("a") == errSecSuccess)
        phone.answer(.biometry("right index"))
        #expect(Items.read("a") == errSecSuccess)
        phone.answer(.cancel, .passcode("1234"), file: "Wallet/StoryTests.swift", line: 7)
      }
    }
    #expect(found.map(\.kind) == [.unusedAnswer, .unusedAnswer])
    #expect(
      found.map { "\($0)" } == [
        "Wallet/StoryTests.swift:7: no prompt has used the answer .cancel",
        "Wallet/StoryTests.swift:7: no prompt has used the answer .passcode(\"1234\")",
      ])
    #expect(phone.unusedSteps.count == 2)
    #expect(try mistakes { try phone.end() }.isEmpty)
    let line: UInt = #line + 1
    phone.answer(.noMatch)
    let later = try mistakes { try phone.end() }
    #expect(later.map(\.line) == [line])
    #expect(later.first?.file.description == "KeychainTestingTests/UseTests.swift")
  }

  @Test("the error of the body wins over the answers that it left")
  func ownError() throws {
    let phone = SimulatedDevice.phone()
    #expect(throws: Odd.self) {
      try mistakes {
        try phone.use { phone in
          phone.answer(.cancel)
          throw Odd()
        }
      }
    }
    // The unused answers are not reported again.
    #expect(try mistakes { try phone.end() }.isEmpty)
  }

  @Test("the device is in reach of the whole body, as its app is now, and its value comes back")
  func body() async {
    await #expect(processExitsWith: .success) {
      let callers = try SimulatedDevice.phone().use { phone -> [String] in
        try #require(Self.addGuarded("a") == errSecSuccess)
        try phone.upgrade(.main, .init(prefix: "OTHER"))
        try #require(Items.read("a") == errSecItemNotFound)
        try #require(Self.addGuarded("b") == errSecSuccess)
        phone.answer(.biometry("right index"))
        try #require(Items.read("b") == errSecSuccess)
        return phone.prompts.map(\.caller)
      }
      try #require(callers == ["OTHER.main"])
    }
  }

  @Test("an asynchronous body, and another app")
  func asynchronous() async {
    await #expect(processExitsWith: .success) {
      let other = SimulatedDevice.App("TEAM1.other")
      let phone = SimulatedDevice.phone()
      phone.install(other)
      let status = try await phone.use(as: other) { phone in
        await Task.yield()
        return Items.add("a")
      }
      try #require(status == errSecSuccess)
      try #require(phone.items.map(\.accessGroup) == ["TEAM1.other"])
      let found = try await TemporaryKeychain().use { keychain in
        await Task.yield()
        try #require(Items.add("a") == errSecSuccess)
        return try keychain.items.map(\.account)
      }
      try #require(found == ["a"])
    }
  }

  @Test("what the test installed for the process ends with it")
  func uninstalls() async {
    await #expect(processExitsWith: .success) {
      let phone = SimulatedDevice.phone()
      try phone.use { try $0.install() }
      // This call is refused if the phone is still installed.
      let keychain = try TemporaryKeychain()
      try keychain.use { try $0.install() }
      try phone.install()
      try phone.end()
      try keychain.install()
      try keychain.end()
      try phone.install()
    }
  }
}
