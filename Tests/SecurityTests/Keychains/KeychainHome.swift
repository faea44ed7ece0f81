// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import KeychainComposition
import KeychainTesting
import KeychainTypes
import SecureMemory
import Security

/// A user's directory with keychain files and a store, for the calls of one test.
final class KeychainHome: Sendable {
  let directory: String
  let keychains: Keychains
  private let store: TemporaryKeychain

  init(_ person: (any KeychainAsker)? = nil) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "latchkey-api-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    // The temporary directory can be a link.
    directory = folder.resolvingSymlinksInPath().path
    store = try TemporaryKeychain()
    keychains = Self.keychains(in: directory, of: "one", HeldKeys(), person)
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  static func keychains(
    in directory: String, of program: String, _ holder: any KeyHolder,
    _ person: (any KeychainAsker)? = nil
  ) -> Keychains {
    let places = KeychainPlaces(
      folder: directory + "/keychains", preferences: directory + "/preferences",
      systemPreferences: directory + "/system", home: directory + "/home",
      store: [directory, directory + "/store.db"])
    let hash = Array(program.utf8) + [UInt8](repeating: 1, count: 20 - program.utf8.count)
    return Keychains(
      KeychainSurroundings(
        places: places, clock: RealClock(), randomness: SystemRandomness(), holder: holder,
        client: KeychainClient(path: "/opt/" + program, legacyHash: hash), asker: person))
  }

  /// Returns the keychains of this directory as another program sees them.
  func keychains(of program: String) -> Keychains {
    Self.keychains(in: directory, of: program, keychains.surroundings.holder)
  }

  /// Runs calls of the program `one`, or of another set of keychains.
  func run<R>(_ keychains: Keychains? = nil, _ body: () throws -> R) rethrows -> R {
    try store.run {
      try KeychainChoice.$scoped.withValue(keychains ?? self.keychains) { try body() }
    }
  }
}

extension KeychainHome {
  /// Runs calls that see the store alone, as on a simulated device.
  func runOnDeviceOnly<R>(_ body: () throws -> R) rethrows -> R { try store.run(body) }
}

extension SecKeychain {
  /// The default keychain of a home without keychains: the store.
  static var store: SecKeychain? { KeychainChoice.scoped.map { SecKeychain($0, .store) } }

  /// Makes the keychain that is the embedded store.
  convenience init() {
    let keychains = KeychainHome.keychains(in: "/nonexistent", of: "one", HeldKeys())
    self.init(keychains, .store)
  }
}

private struct RealClock: KeychainClock {
  func now() -> Instant {
    Instant(secondsSinceReference: Date().timeIntervalSinceReferenceDate) ?? .reference
  }
  func sinceBoot() -> Int64 { Int64(ProcessInfo.processInfo.systemUptime * 1_000_000) }
  func slept() -> Int64 { 0 }
}

/// A user who allows everything once, with the password `password`, and counts the questions.
final class ConsentingPerson: KeychainAsker {
  private let count = Lock(0)
  private let deed = Lock<(@Sendable () -> Void)?>(nil)
  var questions: Int { count.withLock { $0 } }

  /// Has something happen while the next question about a permission is open.
  func meddle(_ deed: @escaping @Sendable () -> Void) { self.deed.withLock { $0 = deed } }

  func password(
    toUnlock keychain: String, _ client: KeychainClient, attempt: Int
  ) -> AskedPassword { .nobody }

  func permission(
    for operation: Authorization, on item: String, in keychain: String, _ client: KeychainClient,
    canTrust: Bool, afterWrong earlier: Bool?
  ) -> AskedPermission {
    count.withLock { $0 += 1 }
    let deed = deed.withLock { deed in
      defer { deed = nil }
      return deed
    }
    deed?()
    return .allowed(SecretBytes(copying: Array("password".utf8)), always: false)
  }
}

/// A holder in memory without time limits.
final class HeldKeys: KeyHolder {
  let canOutliveLocks = true
  private let entries = Lock<[String: SecretBytes]>([:])

  func held(_ name: String) -> SecretBytes? { entries.withLock { $0[name] } }
  func hold(_ bytes: SecretBytes, as name: String, for seconds: Int?) {
    entries.withLock { $0[name] = bytes }
  }
  func drop(_ name: String) { entries.withLock { $0[name] = nil } }
  func end(of name: String) -> Int64? { nil }
  func names(beginningWith prefix: String) -> [String] {
    entries.withLock { $0.keys.filter { $0.hasPrefix(prefix) } }
  }
}
