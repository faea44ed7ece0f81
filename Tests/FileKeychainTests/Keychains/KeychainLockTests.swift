// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import KeychainTypes
import SecureMemory
import Testing

/// The lock of a keychain (Specification/file-keychain.md, "Lock model").
@Suite("locks of keychain files") struct KeychainLockTests {
  private let world: KeychainWorld
  private let keychain: Keychain

  init() throws {
    world = try KeychainWorld()
    keychain = try world.create("work.keychain")
  }

  /// The keychain as another process of the user has it.
  private var other: Keychain {
    get throws {
      guard case .file(let keychain) = world.keychains(of: "two").member(named: "work.keychain")
      else { throw KeychainError(.internalError, "no file") }
      return keychain
    }
  }

  private func code(_ body: () throws -> Void) -> Int32? {
    do {
      try body()
      return 0
    } catch let error as KeychainError {
      return error.code.rawValue
    } catch {
      return nil
    }
  }

  @Test("a new keychain is unlocked, for all processes")
  func created() throws {
    #expect(try keychain.status() == [.unlocked, .readable, .writable])
    #expect(try other.status() == [.unlocked, .readable, .writable])
    #expect(keychain.path == world.directory + "/keychains/work.keychain-db")
    #expect(try keychain.settings() == .init(timeout: 300, locksOnSleep: true))
  }

  @Test("a locked keychain is locked for all, and the password unlocks it for all")
  func shared() throws {
    #expect(try other.lock())
    #expect(try keychain.status() == .readable)
    #expect(try !keychain.lock())
    #expect(code { try keychain.unlock(.text("wrong")) } == -25293)
    #expect(try keychain.unlock(.text("password")))
    #expect(try other.status().contains(.unlocked))
    // An unlocked keychain does not look at the password.
    #expect(try !keychain.unlock(.text("wrong")))
  }

  @Test("the timeout counts from the last use, and sleep locks only if the settings say so")
  func ends() throws {
    world.clock.pass(seconds: 299)
    _ = try keychain.unlocked()
    world.clock.pass(seconds: 299)
    #expect(try keychain.status().contains(.unlocked))
    world.clock.pass(seconds: 2)
    #expect(try keychain.status() == .readable)

    try keychain.unlock(.text("password"))
    world.clock.rest(seconds: 5)
    #expect(try keychain.status() == .readable)

    try keychain.unlock(.text("password"))
    try keychain.set(.init(timeout: nil, locksOnSleep: false))
    world.clock.rest(seconds: 1_000_000)
    #expect(try keychain.status().contains(.unlocked))
    #expect(try keychain.settings() == .init(timeout: nil, locksOnSleep: false))
  }

  @Test("looking at the settings does not begin the timeout again")
  func settings() throws {
    world.clock.pass(seconds: 299)
    _ = try keychain.settings()
    world.clock.pass(seconds: 2)
    #expect(try keychain.status() == .readable)
  }

  @Test("a new password needs the old one, also while the keychain is unlocked")
  func password() throws {
    #expect(code { try keychain.changePassword(from: .text("no"), to: .text("new")) } == -25293)
    try keychain.changePassword(from: .text("password"), to: .text("new"))
    #expect(try other.status().contains(.unlocked))
    try keychain.lock()
    #expect(code { try keychain.unlock(.text("password")) } == -25293)
    try keychain.unlock(.text("new"))
  }

  @Test("a copy at another path begins locked")
  func copied() throws {
    let image = try keychain.image()
    let path = world.directory + "/copy.keychain"
    try image.bytes.write(to: path)
    let copy = try world.file(path)
    #expect(try copy.status() == .readable)
    try copy.unlock(.text("password"))
  }

  @Test("a question unlocks; a wrong answer asks again; nobody is -25308, forbidden is -25293")
  func asked() throws {
    try keychain.lock()
    #expect(code { _ = try keychain.settings() } == -25308)
    world.person.willType(.password(.text("no")), .password(.text("password")))
    _ = try keychain.settings()
    #expect(world.person.asked == Array(repeating: "unlock work for one", count: 3))
    try keychain.lock()
    world.person.willType(.cancelled)
    #expect(code { _ = try keychain.settings() } == -128)
    let mute = try world.file("work.keychain", asking: false)
    #expect(code { _ = try mute.settings() } == -25293)
  }

  @Test("an empty password is legal, and all keychains lock at once")
  func all() throws {
    let empty = try world.create("empty.keychain", password: "")
    #expect(try empty.status().contains(.unlocked))
    world.keychains().lockAll()
    #expect(try empty.status() == .readable)
    #expect(try keychain.status() == .readable)
    try empty.unlock(.text(""))
  }
}

extension [UInt8] {
  /// Writes the bytes to a new file.
  func write(to path: String) throws {
    try String(decoding: [UInt8](), as: UTF8.self).write(
      toFile: path, atomically: false, encoding: .utf8)
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.write(contentsOf: Data(self))
    try file.close()
  }
}
