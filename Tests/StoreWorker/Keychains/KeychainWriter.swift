// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Glibc
import KeychainTypes
import SecureMemory
import UserFiles

/// `keychain-writer DIRECTORY VERSION LEDGER WRITER SEED ACT`: changes a keychain file until it is
/// killed, and notes each change before and after it.
///
/// ACT is the number of the act on files at which the process kills itself after its first calls;
/// -1 for a process that others kill.
struct KeychainWriter {
  private let keychain: Keychain
  private let ledger: Int32
  private let acts: ActCount
  private let prefix: String
  private var random: TortureRandom
  private var present: [String: String] = [:]
  private var number = 0

  static func run(_ arguments: [String]) -> Int32 {
    guard arguments.count == 6, let writer = Int(arguments[3]), let seed = UInt64(arguments[4]),
      let act = Int(arguments[5])
    else { return 2 }
    let ledger = unsafe open(arguments[2], O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard ledger >= 0 else { return 2 }
    let acts = ActCount(last: act)
    let place = TortureKeychain(directory: arguments[0], isPartitioned: arguments[1] == "200")
    do throws(KeychainError) {
      var torture = KeychainWriter(
        keychain: try place.unlocked(acts.pass), ledger: ledger, acts: acts,
        prefix: "w\(writer).\(seed % 100_000)", random: TortureRandom(seed: seed))
      torture.note("start")
      while true { try torture.play() }
    } catch {
      note("refused \(error.code.rawValue) \(error)", in: ledger)
      return 1
    }
  }

  private mutating func play() throws(KeychainError) {
    let names = present.keys.sorted()
    guard names.count > 3 else { return try add() }
    acts.isCounting = true
    let name = names[random.below(names.count)]
    switch random.below(names.count > 12 ? 6 : 8) {
    case 0, 1: try delete(name)
    case 2, 3: try update(name)
    case 4: try rename(name)
    default: try add()
    }
  }

  private mutating func add() throws(KeychainError) {
    let (name, value) = fresh()
    try call([name: value]) { (keychain) throws(KeychainError) in
      let secret = SecretBytes(copying: Array(value.utf8))
      _ = try keychain.addPassword(TortureKeychain.values(name), secret: secret)
    }
  }

  private mutating func update(_ name: String) throws(KeychainError) {
    let value = fresh().value
    try call([name: value]) { (keychain) throws(KeychainError) in
      let item = try Self.item(name, keychain)
      try item.update(secret: SecretBytes(copying: Array(value.utf8))) { _ in }
    }
  }

  /// Changes the attributes alone, so that the item has another name.
  private mutating func rename(_ name: String) throws(KeychainError) {
    let new = fresh().name
    try call([name: nil, new: present[name] ?? ""]) { (keychain) throws(KeychainError) in
      try Self.item(name, keychain).update { $0[Relation.code("svce")] = .text(new) }
    }
  }

  private mutating func delete(_ name: String) throws(KeychainError) {
    try call([name: nil]) { (keychain) throws(KeychainError) in
      try Self.item(name, keychain).remove()
    }
  }

  private static func item(
    _ name: String, _ keychain: Keychain
  ) throws(KeychainError) -> KeychainItem {
    let term = RecordTerm(Relation.code("svce"), .text(name))
    guard let item = try keychain.items(in: .genericPasswords, where: [term], limit: 1).first
    else { throw KeychainError(.itemNotFound, "an item of this writer is gone") }
    return item
  }

  private mutating func fresh() -> (name: String, value: String) {
    number += 1
    let size = [0, 10, 500, 4_000][random.below(4)]
    return ("\(prefix).\(number)", "\(number):" + String(repeating: "x", count: size))
  }

  /// Makes one call, with a note before it and one after it.
  private mutating func call(
    _ change: TortureLedger.Change, _ body: (Keychain) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    note(TortureLedger.line(change))
    try body(keychain)
    note("done")
    present = TortureLedger.applied(change, to: present)
  }

  private func note(_ line: String) { Self.note(line, in: ledger) }

  private static func note(_ line: String, in ledger: Int32) {
    let bytes = Array((line + "\n").utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe write(ledger, $0.baseAddress, $0.count) }
  }
}

/// Counts acts on files, and kills the process before one of them.
private final class ActCount: Sendable {
  private let last: Int
  private let state = Lock((count: 0, isCounting: false))

  init(last: Int) { self.last = last }

  var isCounting: Bool {
    get { state.withLock { $0.isCounting } }
    set { state.withLock { $0.isCounting = newValue } }
  }

  func pass(_ operation: FileOperation) -> FileFault? {
    let isLast = state.withLock { state in
      guard state.isCounting else { return false }
      state.count += 1
      return state.count - 1 == last
    }
    if isLast { kill(getpid(), SIGKILL) }
    return nil
  }
}
