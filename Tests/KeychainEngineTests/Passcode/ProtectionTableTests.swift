// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainTypes
import Testing

/// Tests the tables of Specification/secitem.md, "Class table", "Status by operation when the class
/// key is unavailable", by class, operation and state.
@Suite("Protection in the four calls")
struct ProtectionTableTests {
  /// The columns of the class table: locked after first unlock, before first unlock, and without a
  /// passcode.
  ///
  /// An unlocked store without a passcode has every key except those that need a passcode.
  // swift-format-ignore
  private static let available: [(Protection, locked: Bool, before: Bool, noPasscode: Bool)] = [
    (.whenUnlocked,                   false, false, true),
    (.afterFirstUnlock,               true,  false, true),
    (.always,                         true,  true,  true),
    (.whenUnlockedThisDeviceOnly,     false, false, true),
    (.afterFirstUnlockThisDeviceOnly, true,  false, true),
    (.alwaysThisDeviceOnly,           true,  true,  true),
    (.whenPasscodeSetThisDeviceOnly,  false, false, false),
  ]

  /// The rows of the status table: calls on an item whose class key is not available.
  enum Call: CaseIterable {
    case copyNothing, copyAttributes, copySecret, copyReference, copyAll, copySkipping
    case copyNoMatch, copyOtherProtection, copyBesideAvailable
    case updateLabel, updateSecret, updateNothing, raise, lower
    case addNew, addSameKey, delete, deleteNoMatch

    var whileLocked: Int32 {
      switch self {
      case .copyNoMatch, .copyOtherProtection, .deleteNoMatch: -25300
      case .delete: 0
      default: -25308
      }
    }

    var whileAvailable: Int32 {
      switch self {
      case .copyNoMatch, .copyOtherProtection, .deleteNoMatch: -25300
      case .addSameKey: -25299
      default: 0
      }
    }
  }

  private func item(_ account: String, _ protection: Protection) -> NewItem {
    var item = password("s", account, "secret")
    item.protectionName = protection.name
    return item
  }

  private func run(_ call: Call, _ protection: Protection, _ session: Session) throws {
    var wanted = query("s", "a")
    wanted.limit = .one
    switch call {
    case .copyNothing: break
    case .copyAttributes: wanted.returns = .attributes
    case .copySecret: wanted.returns = .secret
    case .copyReference: wanted.returns = .persistentReference
    case .copyAll:
      wanted.limit = .all
      wanted.returns = [.secret, .attributes]
    case .copySkipping: wanted.interaction = .skip
    case .copyNoMatch: wanted = query("s", "none")
    case .copyOtherProtection:
      let other: Protection = protection == .always ? .alwaysThisDeviceOnly : .always
      wanted = Query(
        .genericPassword,
        [
          Predicate(.service, .text("s")), Predicate(.account, .text("a")),
          Predicate(.protection, .text(other.name)),
        ])
    case .copyBesideAvailable:
      wanted = query("s", nil, .secret)
    case .updateLabel, .updateSecret, .updateNothing, .raise, .lower:
      return try session.update(query("s", "a"), setting: changes(call, protection))
    case .addNew:
      _ = try session.add(item("new", protection))
      return
    case .addSameKey:
      _ = try session.add(item("a", .always))
      return
    case .delete: return try session.delete(query("s", "a"))
    case .deleteNoMatch: return try session.delete(query("s", "none"))
    }
    _ = try session.copyMatching(wanted)
  }

  private func changes(_ call: Call, _ protection: Protection) -> Changes {
    var changes = Changes()
    switch call {
    case .updateLabel: changes.attributes[.label] = .text("x")
    case .updateSecret: changes.secret = password("", "", "other").secret
    case .raise: changes.protectionName = Protection.whenUnlockedThisDeviceOnly.name
    case .lower: changes.protectionName = Protection.always.name
    default: break
    }
    return changes
  }

  private func expected(_ call: Call, isAvailable: Bool, in state: LockState) -> Int32 {
    // If only the item's own class key is available, the secret cannot be wrapped for a class whose
    // key is not.
    if call == .raise, state != .unlocked { return -25308 }
    return isAvailable ? call.whileAvailable : call.whileLocked
  }

  @Test("each call, each class, each state", arguments: LockState.allCases, Protection.allCases)
  func table(state: LockState, protection: Protection) throws {
    let row = try #require(Self.available.first { $0.0 == protection })
    let isAvailable =
      switch state {
      case .unlocked: true
      case .locked: row.locked
      case .beforeFirstUnlock: row.before
      }
    let locked = try LockedStore()
    let session = try locked.open(in: .unlocked)
    for call in Call.allCases {
      try? session.delete(query("s"))
      _ = try session.add(item("a", protection))
      if call == .copyBesideAvailable { _ = try session.add(item("b", .always)) }
      try locked.put(session, in: state)
      let answer = status { try run(call, protection, session) }
      let place: Comment = "\(call) \(protection) \(state)"
      #expect(answer == expected(call, isAvailable: isAvailable, in: state), place)
      if state != .unlocked { try locked.unlock(session) }
      if answer == -25308 { try requireUnchanged(session, protection, place) }
    }
  }

  /// Checks that a refused call has changed nothing.
  private func requireUnchanged(
    _ session: Session, _ protection: Protection, _ place: Comment
  ) throws {
    let found = try session.copyMatching(query("s", "a", [.secret, .attributes]))
    #expect(found.count == 1, place)
    #expect(found.first?.secret?.text == "secret", place)
    #expect(found.first?.attributes?[.protection] == .text(protection.name), place)
    #expect(found.first?.attributes?[.label] == nil, place)
  }

  @Test("without a passcode everything but what needs one", arguments: Protection.allCases)
  func noPasscode(protection: Protection) throws {
    let row = try #require(Self.available.first { $0.0 == protection })
    let store = try LockedStore()
    let session = try store.open()
    let answer = status { _ = try session.add(item("a", protection)) }
    #expect(answer == (row.noPasscode ? 0 : -25291))
    if row.noPasscode {
      let found = try session.copyMatching(query("s", "a", .secret))
      #expect(found.first?.secret?.text == "secret")
    } else {
      _ = try session.add(item("b", .whenUnlocked))
      var changes = Changes()
      changes.protectionName = protection.name
      #expect(status { try session.update(query("s", "b"), setting: changes) } == -25291)
    }
  }

  @Test("one protection given in the query keeps away from locked rows")
  func filter() throws {
    let locked = try LockedStore()
    let session = try locked.open(in: .unlocked)
    _ = try session.add(item("a", .whenUnlocked))
    _ = try session.add(item("b", .always))
    try locked.put(session, in: .locked)
    #expect(status { _ = try session.copyMatching(query("s", nil, .secret)) } == -25308)
    let only = Query(
      .genericPassword,
      [Predicate(.service, .text("s")), Predicate(.protection, .text("dk"))])
    #expect(try session.copyMatching(only).count == 1)
  }
}
