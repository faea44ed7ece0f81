// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import KeychainTypes
import SecureMemory

/// A directory with keychains, a clock that a test sets, and a person who answers as a test says.
final class KeychainWorld: Sendable {
  let directory: String
  let clock = TestClock()
  let holder: TestHolder
  let person = TestPerson()

  init() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "latchkey-keychains-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    // The temporary directory can be a link.
    directory = folder.resolvingSymlinksInPath().path
    holder = TestHolder(clock: clock)
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  var places: KeychainPlaces {
    KeychainPlaces(
      folder: directory + "/keychains", preferences: directory + "/preferences",
      systemPreferences: directory + "/system", home: directory + "/home",
      store: [directory, directory + "/store.db"])
  }

  /// Returns the keychains as one program of the user sees them.
  func keychains(of program: String = "one", asking: Bool = true) -> Keychains {
    let surroundings = KeychainSurroundings(
      places: places, clock: clock, randomness: SystemRandomness(), holder: holder,
      client: Self.client(program), asker: person)
    surroundings.mayAsk = asking
    return Keychains(surroundings)
  }

  /// Returns the keychain file that a name means, as one program of the user sees it.
  func file(_ name: String, of program: String = "one", asking: Bool = true) throws -> Keychain {
    guard case .file(let keychain) = keychains(of: program, asking: asking).member(named: name)
    else { throw NoKeychainFile(name: name) }
    return keychain
  }

  /// A name means no keychain file.
  struct NoKeychainFile: Error {
    let name: String
  }

  static func client(_ program: String) -> KeychainClient {
    KeychainClient(
      path: "/opt/" + program,
      legacyHash: Array(program.utf8) + [UInt8](repeating: 1, count: 20 - program.utf8.count),
      isSecurityTool: program == "security")
  }

  func create(
    _ name: String, password: String = "password", of program: String = "one"
  ) throws -> Keychain {
    try keychains(of: program).create(name, password: .text(password))
  }
}

extension SecretBytes {
  static func text(_ text: String) -> SecretBytes { SecretBytes(copying: Array(text.utf8)) }

  /// The bytes as text, for comparisons in tests.
  var text: String {
    withBytes { span in String(decoding: span.indices.map { span[$0] }, as: UTF8.self) }
  }
}

/// A clock that stands still until a test moves it.
final class TestClock: KeychainClock {
  private let state = Lock<(passed: Int64, slept: Int64)>((1_000_000_000, 0))

  func now() -> Instant { Instant(microseconds: state.withLock { $0.passed }) }
  func sinceBoot() -> Int64 { state.withLock { $0.passed } }
  func slept() -> Int64 { state.withLock { $0.slept } }

  func pass(seconds: Int64) { state.withLock { $0.passed += seconds * 1_000_000 } }

  func rest(seconds: Int64) {
    state.withLock {
      $0.passed += seconds * 1_000_000
      $0.slept += seconds * 1_000_000
    }
  }
}

/// A holder in memory, which all programs of a world share.
final class TestHolder: KeyHolder {
  private struct Entry: Sendable {
    let bytes: SecretBytes
    let end: Int64?
  }

  let canOutliveLocks = true
  private let clock: TestClock
  private let entries = Lock<[String: Entry]>([:])

  init(clock: TestClock) { self.clock = clock }

  func held(_ name: String) -> SecretBytes? { entry(name)?.bytes }

  func hold(_ bytes: SecretBytes, as name: String, for seconds: Int?) {
    let end = seconds.map { clock.sinceBoot() + Int64($0) * 1_000_000 }
    entries.withLock { $0[name] = Entry(bytes: bytes, end: end) }
  }

  func drop(_ name: String) { entries.withLock { $0[name] = nil } }

  func names(beginningWith prefix: String) -> [String] {
    entries.withLock { $0.keys.filter { $0.hasPrefix(prefix) } }
  }

  func end(of name: String) -> Int64? { entry(name)?.end }

  private func entry(_ name: String) -> Entry? {
    let now = clock.sinceBoot()
    return entries.withLock { entries in
      guard let entry = entries[name] else { return nil }
      if let end = entry.end, end <= now {
        entries[name] = nil
        return nil
      }
      return entry
    }
  }
}

/// A person who gives the answers that a test has prepared, and whose questions are counted.
final class TestPerson: KeychainAsker {
  private let state = Lock<
    (passwords: [AskedPassword], permissions: [AskedPermission], asked: [String])
  >(
    ([], [], []))

  var asked: [String] { state.withLock { $0.asked } }

  func will(_ answers: AskedPermission...) { state.withLock { $0.permissions = answers } }
  func willType(_ answers: AskedPassword...) { state.withLock { $0.passwords = answers } }

  func password(
    toUnlock keychain: String, _ client: KeychainClient, attempt: Int
  ) -> AskedPassword {
    state.withLock { state in
      state.asked.append("unlock \(keychain) for \(client.name)")
      return state.passwords.isEmpty ? .nobody : state.passwords.removeFirst()
    }
  }

  func permission(
    for operation: Authorization, on item: String, in keychain: String, _ client: KeychainClient,
    canTrust: Bool, afterWrong earlier: Bool?
  ) -> AskedPermission {
    state.withLock { state in
      state.asked.append("\(operation.word) \(item) in \(keychain) for \(client.name)")
      return state.permissions.isEmpty ? .nobody : state.permissions.removeFirst()
    }
  }
}
