// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import KeychainTypes
import SecureMemory
import UserFiles

/// Keychain files with 10, 1,000 and 10,000 items: finding, adding, and the command `security`.
enum KeychainFileRows {
  private static let sizes = [10, 1_000, 10_000]
  private static let password = SecretBytes(copying: Array("password".utf8))

  static func measure(_ directory: String, _ run: Run) throws {
    let home = directory + "/keychain-files"
    defer { try? FileManager.default.removeItem(atPath: home) }
    for items in run.isSmoke ? [10] : sizes {
      try? FileManager.default.removeItem(atPath: home)
      let holder = Holder()
      let keychains = Keychains(
        KeychainSurroundings(
          places: KeychainPlaces(
            folder: home + "/keychains", preferences: home + "/preferences", home: nil, store: []),
          clock: Clock(), randomness: SystemRandomness(), holder: holder,
          client: KeychainClient(path: "", legacyHash: nil, isSecurityTool: true)))
      let keychain = try keychains.create("bench.keychain", password: password)
      try fill(keychain, items)
      try measureFind(keychain, items, run)
      try measureAdd(keychain, items, run)
      try measureProcess(home, items, run)
    }
  }

  private static func values(_ index: Int) -> RecordValues {
    var values = RecordValues(.genericPasswords)
    values[Relation.code("svce")] = .text(Names.service(index))
    values[Relation.code("acct")] = .text(Names.account(index))
    values[Relation.printName] = .text(Names.service(index))
    return values
  }

  /// Fills the keychain in one write.
  private static func fill(_ keychain: Keychain, _ items: Int) throws {
    var editor = KeychainEditor(
      try keychain.unlocked(), now: Instant(microseconds: 0), SystemRandomness())
    let client = keychain.client
    for index in 0..<items {
      let access = AccessList.standard(Array(Names.service(index).utf8), trusting: [client.trusted])
      _ = try editor.addPassword(
        values(index), secret: SecretBytes(copying: Array("a secret of some length".utf8)), access,
        PartitionList([client.partition]))
    }
    try Data(try editor.draft.encode()).write(to: URL(filePath: keychain.path))
  }

  private static func measureFind(_ keychain: Keychain, _ items: Int, _ run: Run) throws {
    func find(_ round: Int) throws -> KeychainItem {
      let index = Names.scattered(round, items)
      let terms = [
        RecordTerm(Relation.code("svce"), .text(Names.service(index))),
        RecordTerm(Relation.code("acct"), .text(Names.account(index))),
      ]
      guard let item = try keychain.items(in: .genericPasswords, where: terms, limit: 1).first
      else { throw BenchError(what: "an item of the keychain file was not found") }
      return item
    }
    let attributes = Side { _ = try find($0) }
    let secret = Side { _ = try find($0).secret() }
    let (found, read) = try alternate(run.samples, attributes, secret)
    var line = Line(
      "file/find", "keychain file: find by service and account", items, ("attributes", found),
      ("with the secret", read))
    (line.value, line.unit) = (found.typical / 1_000_000, "ms")
    run.table.add(line)
  }

  /// Compares an add with writing, syncing and renaming equal bytes, as an add rewrites the file.
  private static func measureAdd(_ keychain: Keychain, _ items: Int, _ run: Run) throws {
    let bytes = try keychain.image().bytes
    let made = Lock<KeychainItem?>(nil)
    let add = Side(
      run: { round in
        let item = try keychain.addPassword(
          values(items + round), secret: SecretBytes(copying: Array("another secret".utf8)))
        made.withLock { $0 = item }
      }, after: { _ in try made.withLock { $0 }?.remove() })
    let raw = Side { _ in try write(bytes, beside: keychain.path) }
    let (ours, least) = try alternate(run.samples, add, raw)
    run.table.add(
      Line(
        "file/add", "keychain file: durable add", items, ("add", ours),
        ("raw write, same bytes", least)))
  }

  private static func write(_ bytes: [UInt8], beside path: String) throws {
    let draft = path + ".raw-draft"
    let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw BenchError(what: "no raw file") }
    let isPut = bytes.withUnsafeBytes { WholeFile.put($0, into: file) == nil }
    let isWritten = isPut && fsync(file) == 0
    close(file)
    guard isWritten, rename(draft, path + ".raw") == 0 else { throw BenchError(what: "raw write") }
    let directory = open(WholeFile.directory(of: path), O_RDONLY | O_CLOEXEC)
    fsync(directory)
    close(directory)
  }

  private static func measureProcess(_ home: String, _ items: Int, _ run: Run) throws {
    let title = "keychain file: security find-generic-password"
    guard let security = run.options.security else {
      run.table.add(.missing("file/process", title, items, "no --security"))
      return
    }
    let variables = ["LATCHKEY_HOME=\(home)", "PATH=/usr/bin:/bin"]
    let command = Side {
      let index = Names.scattered($0, items)
      _ = try Spawned.time(
        [
          security, "find-generic-password", "-s", Names.service(index), "-a", Names.account(index),
          "bench.keychain",
        ], variables)
    }
    let floor = Side { _ in _ = try Spawned.time(["/bin/true"], variables) }
    let (ours, least) = try alternate(run.samples, command, floor)
    var line = Line(
      "file/process", title, items, ("whole process", ours), ("true, the floor", least))
    (line.value, line.unit) = (ours.typical / 1_000_000, "ms")
    run.table.add(line)
  }

  /// Keeps the master key in this process, so that nothing stays in the kernel's keyring.
  private final class Holder: KeyHolder {
    let canOutliveLocks = false
    private let entries = Lock<[String: SecretBytes]>([:])

    func held(_ name: String) -> SecretBytes? { entries.withLock { $0[name] } }
    func hold(_ bytes: SecretBytes, as name: String, for seconds: Int?) {
      entries.withLock { $0[name] = bytes }
    }
    func drop(_ name: String) { entries.withLock { $0[name] = nil } }
    func names(beginningWith prefix: String) -> [String] { [] }
    func end(of name: String) -> Int64? { nil }
  }

  private struct Clock: KeychainClock {
    func now() -> Instant { Instant(microseconds: 0) }
    func sinceBoot() -> Int64 { monotonic() / 1_000 }
  }
}
