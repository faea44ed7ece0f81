// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainEngine
import KeychainTypes
import SecureMemory

/// The content of an archive of a keybag with a passcode.
///
/// It has items of every protection, some with access control, one under an application password,
/// and an item that was lost with an earlier passcode.
struct PasscodeArchive {
  static let passcode = "Süßholz 1234"
  static let password = "archive password"

  private let session: Session
  private let clock: ArchiveClock
  private(set) var lines: [ArchiveLines] = []

  /// - Parameter engine: the engine of a store without a passcode.
  init(_ engine: Engine, _ clock: ArchiveClock) {
    session = engine.session(as: ArchiveContent.caller)
    self.clock = clock
  }

  mutating func fill() throws {
    for name in ["ak", "ck", "dk"] { try add(Self.item(name)) }
    let limit = UnlockLimit(seconds: nil)
    try session.setPasscode(Self.passcode("of before"), for: limit)
    clock.step()
    _ = try session.add(Self.item("akpu", account: "lost with its passcode"))
    try session.removePasscode(Self.passcode("of before"))
    try session.setPasscode(Self.passcode("for a while"), for: limit)
    // The count is 0, because setting another passcode sealed every row anew.
    lines.append(ArchiveLines("count lost \(try session.check().rowsLost)"))
    for name in ["aku", "cku", "dku", "akpu"] { try add(Self.item(name)) }
    try session.changePasscode(
      from: Self.passcode("for a while"), to: Self.passcode(Self.passcode), for: limit)
    for item in try Self.constrained() { try add(item) }
    try add(Self.underPassword())
    _ = try session.rotateKeys()
  }

  /// Makes the changes of a locked store, and tries a wrong passcode.
  mutating func lock() throws {
    try add(ArchiveContent.password("deleted while locked", secret: "gone", sync: true))
    lines.removeLast()
    try session.lockStore(all: false)
    clock.step()
    var query = Query(
      .genericPassword, [Predicate(.account, .text("deleted while locked"))])
    query.sync = .only(true)
    try session.delete(query)
    lines.append(
      ArchiveLines(
        tombstoneOf: ArchiveContent.password("deleted while locked", sync: true), "unfinished"))
    do throws(KeychainError) {
      try session.unlockStore(
        Self.passcode("wrong"), at: .prompt, for: UnlockLimit(seconds: nil))
    } catch {
      guard error.code == .authorizationFailed else { throw error }
    }
    lines.append(ArchiveLines("count tries 1"))
    try session.add(Self.item("dk", account: "in the log"), noting: clock, in: &lines)
  }

  private mutating func add(_ item: NewItem) throws {
    try session.add(item, noting: clock, in: &lines)
  }

  private static func passcode(_ text: String) throws(KeychainError) -> Passcode {
    try Passcode(SecretBytes(copying: Array(text.utf8)))
  }

  private static func item(_ protection: String, account: String? = nil) -> NewItem {
    var item = ArchiveContent.password(
      account ?? "protected by \(protection)", secret: "secret of \(protection)")
    item.protectionName = protection
    return item
  }

  private static func constrained() throws -> [NewItem] {
    let cases: [(String, AccessControl.Flags, String)] = [
      ("somebody", .userPresence, "ak"), ("passcode", .devicePasscode, "akpu"),
      ("any finger or passcode", [.biometryAny, .or, .devicePasscode], "cku"),
      ("these fingers", .biometryCurrentSet, "aku"),
    ]
    return try cases.map { account, flags, protection in
      var item = ArchiveContent.password("asks for \(account)", secret: "secret of \(account)")
      var control = try AccessControl(protectionName: protection, flags: flags)
      control.explicitBound = true
      item.accessControl = control
      return item
    }
  }

  private static func underPassword() throws -> NewItem {
    var item = ArchiveContent.password("under a password", secret: "secret of the application")
    var control = try AccessControl(protectionName: "ak", flags: .applicationPassword)
    control.explicitBound = true
    item.accessControl = control
    var bag = EvidenceBag()
    bag.applicationPassword = SecretBytes(copying: Array(password.utf8))
    item.evidence = Evidence(facts: AuthenticationFacts(), bag: bag)
    return item
  }
}

extension Session {
  /// Adds an item one second later, and notes the lines that a reader of the archive must find.
  fileprivate func add(
    _ item: NewItem, noting clock: ArchiveClock, in lines: inout [ArchiveLines]
  ) throws(KeychainError) {
    clock.step()
    _ = try add(item, group: ArchiveItems.group(of: item))
    var dated = item
    dated.attributes[.creationDate] = .date(clock.now())
    dated.attributes[.modificationDate] = .date(clock.now())
    lines.append(ArchiveLines(dated))
  }
}
