// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainEngine
import KeychainRows
import KeychainStorage
import KeychainTypes
import SecureMemory
import TestPatience

/// `StoreWorker torture-writer STORE LEDGER WRITER SEED ROTATION`: changes a store until it is
/// killed, and notes each change before and after it.
///
/// One call in ROTATION is a rotation of the keys, with 0 for no rotations. ROTATION is `owned` if
/// an owner locks and unlocks the store meanwhile.
struct TortureWriter {
  private let items: TortureItems
  private let ledger: Int32
  private let rotation: Int
  /// True if a call may find the store locked.
  private let isOwned: Bool
  private var random: TortureRandom
  private var present: [String: String] = [:]
  private var number = 0
  /// The start of the last call, in microseconds.
  private var began = Torture.now()
  /// A prefix of names that differs from those of other writers, so that no name is used twice.
  private let prefix: String

  static func run(_ arguments: [String]) -> Int32 {
    guard arguments.count == 5, let writer = Int(arguments[2]), let seed = UInt64(arguments[3]),
      let rotation = arguments[4] == "owned" ? 0 : Int(arguments[4])
    else { return 2 }
    let ledger = unsafe open(arguments[1], O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard ledger >= 0 else { return 2 }
    var torture = TortureWriter(
      writer: writer, ledger: ledger, seed: seed, rotation: rotation,
      isOwned: arguments[4] == "owned")
    do throws(KeychainError) {
      torture.note("start")
      let engine = try Engine.open(StoreLocation(directory: arguments[0]))
      let session = engine.session(as: TortureItems.caller)
      torture.present = try torture.readUnlocked(session)
      while true { try torture.step(session) }
    } catch {
      let word = torture.hasWaited(for: error) ? "busy" : "refused"
      torture.note("\(word) \(error.code.rawValue) \(error)")
      return 1
    }
  }

  private init(writer: Int, ledger: Int32, seed: UInt64, rotation: Int, isOwned: Bool) {
    self.isOwned = isOwned
    items = TortureItems(writer: writer)
    self.ledger = ledger
    self.rotation = rotation
    random = TortureRandom(seed: seed)
    prefix = String(seed, radix: 36)
  }

  /// Returns true if a call was refused because other writers held the store for the whole time
  /// that a writer waits.
  ///
  /// An overloaded machine can cause that.
  private func hasWaited(for error: KeychainError) -> Bool {
    "\(error)".contains("busy beyond the limit") && Torture.now() - began >= 4_900_000
  }

  private func isLocked(_ error: KeychainError) -> Bool {
    isOwned && error.code == .interactionNotAllowed
  }

  /// Waits until the writer's items can be read, and returns them.
  private func readUnlocked(_ session: Session) throws(KeychainError) -> [String: String] {
    while true {
      do throws(KeychainError) {
        return try items.read(session)
      } catch {
        guard isLocked(error) else { throw error }
        Patience.pause(.microseconds(500))
      }
    }
  }

  private func note(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = unsafe write(ledger, bytes, bytes.count)
  }

  /// Notes the change of a call, makes it, and notes that it returned.
  private mutating func call(
    _ change: TortureLedger.Change, _ body: () throws(KeychainError) -> Void
  ) throws(KeychainError) {
    note(TortureLedger.line(change))
    began = Torture.now()
    do throws(KeychainError) {
      try body()
    } catch {
      guard isLocked(error) else { throw error }
      note("locked")
      Patience.pause(.microseconds(500))
      return
    }
    note("done")
    present = TortureLedger.applied(change, to: present)
  }

  private mutating func step(_ session: Session) throws(KeychainError) {
    if rotation > 0, random.below(rotation) == 0 {
      return try call([:]) { () throws(KeychainError) in _ = try session.rotateKeys() }
    }
    guard present.count < 30 else { return try empty(session) }
    switch random.below(12) {
    case 0...3: try add(session)
    case 4...5: try update(session)
    case 6: try rename(session)
    case 7...8: try delete(session)
    case 9: try addGroup(session)
    case 10: try updateGroup(session)
    default: try checkpoint(session)
    }
  }

  private mutating func fresh() -> (name: String, value: String) {
    number += 1
    let itemClass = TortureItems.classes[random.below(2)].rawValue
    let kind = random.below(3) == 0 ? "s" : "a"
    return ("\(itemClass)/\(kind)\(prefix).\(number)", value("plain"))
  }

  private mutating func value(_ label: String) -> String {
    "\(prefix.count)\(number)\(random.below(1_000)):\([0, 40, 700, 5_000][random.below(4)]);\(label)"
  }

  private mutating func add(_ session: Session) throws(KeychainError) {
    let (name, value) = fresh()
    let item = items.new(name, value)
    try call([name: value]) { () throws(KeychainError) in _ = try session.add(item) }
  }

  private mutating func update(_ session: Session) throws(KeychainError) {
    guard let name = anyName else { return try add(session) }
    let new = value(TortureItems.label(present[name] ?? ""))
    var changes = Changes()
    changes.secret = TortureItems.secret(new)
    let query = items.query(name)
    try call([name: new]) { () throws(KeychainError) in
      try session.update(query, setting: changes)
    }
  }

  private mutating func rename(_ session: Session) throws(KeychainError) {
    guard let name = anyName, let value = present[name] else { return try add(session) }
    number += 1
    let kind = TortureItems.account(name).prefix(1)
    let new = "\(name.prefix { $0 != "/" })/\(kind)\(prefix).\(number)"
    var changes = Changes()
    changes.attributes[.account] = .text(TortureItems.account(new))
    let query = items.query(name)
    try call([name: nil, new: value]) { () throws(KeychainError) in
      try session.update(query, setting: changes)
    }
  }

  private mutating func delete(_ session: Session) throws(KeychainError) {
    guard let name = anyName else { return try add(session) }
    let query = items.query(name)
    try call([name: nil]) { () throws(KeychainError) in try session.delete(query) }
  }

  /// Adds a few items with a label of their own, one call each.
  private mutating func addGroup(_ session: Session) throws(KeychainError) {
    let label = "g\(prefix).\(number)"
    for _ in 0..<3 {
      number += 1
      let name = "genp/a\(prefix).\(number)"
      let value = value(label)
      let item = items.new(name, value)
      try call([name: value]) { () throws(KeychainError) in _ = try session.add(item) }
    }
  }

  /// Changes or removes all items of a label in one call.
  private mutating func updateGroup(_ session: Session) throws(KeychainError) {
    let labelled = present.filter { $0.key.hasPrefix("genp") && $0.value.contains(";g") }
    guard let first = labelled.sorted(by: { $0.key < $1.key }).first else {
      return try addGroup(session)
    }
    let label = TortureItems.label(first.value)
    let names = labelled.filter { TortureItems.label($0.value) == label }.keys
    let query = items.query(.genericPassword, label: label)
    if random.below(2) == 0 {
      let change = TortureLedger.Change(uniqueKeysWithValues: names.map { ($0, nil) })
      return try call(change) { () throws(KeychainError) in try session.delete(query) }
    }
    let new = value(label)
    var changes = Changes()
    changes.secret = TortureItems.secret(new)
    try call(.init(uniqueKeysWithValues: names.map { ($0, new) })) { () throws(KeychainError) in
      try session.update(query, setting: changes)
    }
  }

  /// Removes all of this writer's items of a class in one call.
  private mutating func empty(_ session: Session) throws(KeychainError) {
    for itemClass in TortureItems.classes {
      let names = present.keys.filter { TortureItems.itemClass($0) == itemClass }
      guard !names.isEmpty else { continue }
      var query = items.query("\(itemClass.rawValue)/")
      query.predicates.removeAll { $0.attribute == .account }
      let change = TortureLedger.Change(uniqueKeysWithValues: names.map { ($0, nil) })
      try call(change) { [query] () throws(KeychainError) in try session.delete(query) }
    }
  }

  private mutating func checkpoint(_ session: Session) throws(KeychainError) {
    let isTruncating = random.below(2) == 0
    do throws(StorageError) {
      try session.engine.store.checkpoint(truncating: isTruncating)
    } catch {
      // Other processes may be reading or writing. The log is then left for the next time.
      guard error != .busy else { return }
      throw KeychainError(error)
    }
  }

  private var anyName: String? {
    mutating get {
      guard !present.isEmpty else { return nil }
      return present.keys.sorted()[random.below(present.count)]
    }
  }
}

/// Random numbers that a seed reproduces (SplitMix64).
struct TortureRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// Returns a number from 0 up to, but not including, `limit`.
  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
