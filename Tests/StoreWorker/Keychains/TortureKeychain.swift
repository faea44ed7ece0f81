// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainEngine
import KeychainTypes
import SecureMemory
import UserFiles

/// The keychain file of a torture run, as each of its processes opens it.
struct TortureKeychain {
  static let password = "password"
  private static let name = "work.keychain"
  private static let client = KeychainClient(
    path: "/torture", legacyHash: [UInt8](repeating: 1, count: 20))

  let directory: String
  /// True for version 0x200: the file is in the folder of keychains.
  let isPartitioned: Bool

  /// Opens the keychain with a holder of this process, so that every process unlocks it itself.
  func open(_ gate: FileGate? = nil) throws(KeychainError) -> Keychain {
    let clock = SystemClock()
    let keychains = Keychains(
      KeychainSurroundings(
        places: KeychainPlaces(
          folder: directory + (isPartitioned ? "" : "/keychains"), preferences: directory,
          systemPreferences: directory, home: nil, store: []),
        clock: clock, randomness: SystemRandomness(), calls: FileCalls(gate: gate),
        holder: TortureHolder(), client: Self.client))
    guard case .file(let keychain) = keychains.member(named: directory + "/" + Self.name) else {
      throw KeychainError(.internalError, "the name means no file")
    }
    return keychain
  }

  /// Opens and unlocks the keychain.
  func unlocked(_ gate: FileGate? = nil) throws(KeychainError) -> Keychain {
    let keychain = try open(gate)
    try keychain.unlock(SecretBytes(copying: Array(Self.password.utf8)))
    return keychain
  }

  func create() throws(KeychainError) {
    try open().create(password: SecretBytes(copying: Array(Self.password.utf8)))
  }

  /// Returns the items of all writers with their secrets.
  ///
  /// - Throws: the refusal of the first item that cannot be read.
  func items() throws(KeychainError) -> [String: String] {
    var found: [String: String] = [:]
    for item in try unlocked().items(in: .genericPasswords) {
      let name = try item.values()[Relation.code("svce")]?.content ?? []
      let secret = try item.secret().withBytes { bytes in
        bytes.indices.map { bytes[$0] }
      }
      found[String(decoding: name, as: UTF8.self)] = String(decoding: secret, as: UTF8.self)
    }
    return found
  }

  /// Returns the first rule of the format that the file breaks; nil for a sound file.
  func fault() throws(KeychainError) -> String? {
    let unlocked = try unlocked().unlocked()
    let check = KeychainCheck(unlocked.image, unlocked.keys)
    if let damage = check.findings.first { return "\(damage.place): \(damage.reason)" }
    return check.orphanKeys == 0 ? nil : "\(check.orphanKeys) keys without an item"
  }

  /// The attributes of an item.
  static func values(_ name: String) -> RecordValues {
    var values = RecordValues(.genericPasswords)
    values[Relation.code("svce")] = .text(name)
    values[Relation.code("acct")] = .text("torture")
    return values
  }
}

/// A holder in the memory of one process.
private final class TortureHolder: KeyHolder {
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
