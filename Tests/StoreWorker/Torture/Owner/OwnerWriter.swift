// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keybag
import KeychainEngine
import KeychainTypes
import SecureMemory

/// `StoreWorker torture-owner STORE LEDGER SEED ALONE PASSCODE`: the owner of a store, which works
/// until it is killed.
///
/// It sets, changes and removes the passcode, locks and unlocks, backs up and restores, and changes
/// items. ALONE is 1 if no other process has items that a restore would remove. PASSCODE is `-` for
/// a store without a passcode.
struct OwnerWriter {
  static let caller = Caller(identifier: "torture", groups: ["torture"])
  static let environment: Environment = {
    var environment = Environment.system
    environment.passcodeCost =
      PasscodeCost.opensTestKeybags ? .forTests : PasscodeCost(PasscodeCost.limits.lowerBound)
    return environment
  }()

  private let session: Session
  private let ledger: Int32
  private let isAlone: Bool
  private var random: TortureRandom
  private var state: OwnerState
  private var backup: (content: [UInt8], wrapping: BackupWrapping, items: [String: String])?
  private var number = 0
  private let prefix: String

  static func run(_ arguments: [String]) -> Int32 {
    guard arguments.count == 5, let seed = UInt64(arguments[2]) else { return 2 }
    let ledger = unsafe open(arguments[1], O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard ledger >= 0 else { return 2 }
    note(ledger, "start")
    let began = Torture.now()
    do throws(KeychainError) {
      let engine = try Engine.open(
        StoreLocation(directory: arguments[0]), environment: environment)
      var state = OwnerState()
      state.passcode = arguments[4] == "-" ? nil : arguments[4]
      var owner = OwnerWriter(
        session: engine.session(as: caller), ledger: ledger, isAlone: arguments[3] == "1",
        seed: seed, state: state)
      owner.state.items = try OwnerItems.read(owner.session)
      while true { try owner.step() }
    } catch {
      let isBusy =
        "\(error)".contains("busy beyond the limit") && Torture.now() - began >= 4_900_000
      note(ledger, "\(isBusy ? "busy" : "refused") \(error.code.rawValue) \(error)")
      return 1
    }
  }

  private init(session: Session, ledger: Int32, isAlone: Bool, seed: UInt64, state: OwnerState) {
    self.session = session
    self.ledger = ledger
    self.isAlone = isAlone
    self.state = state
    random = TortureRandom(seed: seed)
    prefix = String(seed, radix: 36)
  }

  private static func note(_ ledger: Int32, _ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = unsafe write(ledger, bytes, bytes.count)
  }

  /// Notes an act, does it, and notes that it returned.
  ///
  /// The store may be locked.
  private mutating func call(
    _ act: OwnerState.Act, _ body: () throws(KeychainError) -> Void
  ) throws(KeychainError) {
    Self.note(ledger, "begin\t" + act.line)
    do throws(KeychainError) {
      try body()
    } catch {
      guard state.lock != .unlocked, error.code == .interactionNotAllowed else { throw error }
      return Self.note(ledger, "locked")
    }
    Self.note(ledger, "done")
    state = state.applying(act)
  }

  private mutating func step() throws(KeychainError) {
    guard let passcode = state.passcode else {
      return random.below(3) == 0 ? try set() : try work()
    }
    if state.lock != .unlocked, random.below(3) == 0 { return try unlock(passcode) }
    switch random.below(20) {
    case 0...2: try change(passcode)
    case 3: try remove(passcode)
    case 4...5: try lock()
    case 6: try tryWrong()
    default: try work()
    }
  }

  private mutating func work() throws(KeychainError) {
    switch random.below(12) {
    case 0...5: try add()
    case 6...7: try update()
    case 8...9: try delete()
    case 10: try rotate()
    default: isAlone ? try restore() : try add()
    }
  }

  // MARK: The passcode

  private mutating func newPasscode() -> String {
    number += 1
    return "p\(prefix).\(number)"
  }

  static func passcode(_ text: String) throws(KeychainError) -> Passcode {
    try Passcode(SecretBytes(copying: Array(text.utf8)))
  }

  private static let limit = UnlockLimit(seconds: nil)

  private mutating func set() throws(KeychainError) {
    let new = newPasscode()
    try call(.set(new)) { [session] () throws(KeychainError) in
      try session.setPasscode(Self.passcode(new), for: Self.limit)
    }
  }

  private mutating func change(_ old: String) throws(KeychainError) {
    let new = newPasscode()
    try call(.change(new)) { [session] () throws(KeychainError) in
      try session.changePasscode(
        from: Self.passcode(old), to: Self.passcode(new), for: Self.limit)
    }
  }

  private mutating func remove(_ old: String) throws(KeychainError) {
    try call(.remove) { [session] () throws(KeychainError) in
      try session.removePasscode(Self.passcode(old))
    }
  }

  private mutating func lock() throws(KeychainError) {
    let isAll = random.below(3) == 0
    try call(.lock(all: isAll)) { [session] () throws(KeychainError) in
      try session.lockStore(all: isAll)
    }
  }

  private mutating func unlock(_ passcode: String) throws(KeychainError) {
    try call(.unlock) { [session] () throws(KeychainError) in
      try session.unlockStore(Self.passcode(passcode), at: .prompt, for: Self.limit)
    }
  }

  /// Tries a wrong passcode, at most twice in a row.
  ///
  /// With the tries that a kill and the judge add, there is no delay yet.
  private mutating func tryWrong() throws(KeychainError) {
    guard state.tries < 2 else { return try add() }
    let wrong = newPasscode()
    try call(.wrong) { [session] () throws(KeychainError) in
      do throws(KeychainError) {
        try session.unlockStore(Self.passcode(wrong), at: .prompt, for: Self.limit)
      } catch {
        guard error.code == .authorizationFailed else { throw error }
      }
    }
  }

  // MARK: Items

  private mutating func add() throws(KeychainError) {
    number += 1
    let kinds = Protection.allCases.filter {
      state.passcode != nil || $0 != .whenPasscodeSetThisDeviceOnly
    }
    let name = "\(kinds[random.below(kinds.count)].name).\(prefix).\(number)"
    guard state.items.count < 40 else { return try delete() }
    let value = value()
    try call(.put(name, value)) { [session] () throws(KeychainError) in
      _ = try session.add(OwnerItems.new(name, value))
    }
  }

  private mutating func update() throws(KeychainError) {
    guard let name = anyName else { return try add() }
    let value = value()
    try call(.put(name, value)) { [session] () throws(KeychainError) in
      try session.update(OwnerItems.query(name), setting: OwnerItems.changes(value))
    }
  }

  private mutating func delete() throws(KeychainError) {
    guard let name = anyName else { return try add() }
    try call(.put(name, nil)) { [session] () throws(KeychainError) in
      try session.delete(OwnerItems.query(name))
    }
  }

  private mutating func rotate() throws(KeychainError) {
    guard state.lock == .unlocked else { return try add() }
    try call(.other) { [session] () throws(KeychainError) in _ = try session.rotateKeys() }
    // After a rotation the backup counts as another device's for items of this device only
    // (Decisions/backup.md).
    backup = nil
  }

  /// Restores the last backup, or makes a new one.
  private mutating func restore() throws(KeychainError) {
    guard state.lock == .unlocked else { return try add() }
    guard let backup, random.below(3) > 0 else { return try backUp() }
    try call(.restore(backup.items)) { [session] () throws(KeychainError) in
      _ = try session.restore(backup.content, under: backup.wrapping)
    }
  }

  private mutating func backUp() throws(KeychainError) {
    let wrapping: BackupWrapping =
      random.below(3) == 0 ? .passphrase(try Self.passcode("words")) : .device
    var content: [UInt8] = []
    try call(.other) { [session] () throws(KeychainError) in
      content = try session.backup(under: wrapping).content
    }
    backup = (content, wrapping, OwnerState.withoutPasscode(state.items))
  }

  private mutating func value() -> String {
    number += 1
    return "\(number):\([0, 40, 700, 5_000][random.below(4)])"
  }

  private var anyName: String? {
    mutating get {
      guard !state.items.isEmpty else { return nil }
      return state.items.keys.sorted()[random.below(state.items.count)]
    }
  }
}
