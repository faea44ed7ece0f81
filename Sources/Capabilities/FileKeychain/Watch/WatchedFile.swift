// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// A keychain file as a watch last saw it: its content, and whether the keychain is unlocked.
///
/// The key holder (`KeyHolder`) has the master key of an unlocked keychain. The file itself does
/// not show whether the keychain is unlocked.
struct WatchedFile: Sendable {
  /// The content that a look found in a file.
  enum Content: Sendable {
    case missing
    /// The file exists, but is damaged or cannot be read.
    case unreadable
    case image(KeychainImage)
  }

  let keychain: Keychain
  /// True if the file existed at the last look, false if it was missing; nil before the first look.
  var isPresent: Bool?
  /// The last content of the file that could be read; nil before a content was read.
  private var image: KeychainImage?
  private var database: DatabaseBlob?
  /// The access to the keychain's master key in the key holder; nil before the file could be read.
  private(set) var held: HeldMaster?
  /// True if the keychain was unlocked at the last look; nil if that is not known.
  private(set) var isUnlocked: Bool?
  /// The moment until which `lockState` stays nil, in microseconds since boot.
  private var settled: Int64 = 0
  /// The moment at which the file was found missing, in microseconds since boot.
  ///
  /// Nil if the file is present or was never seen.
  private(set) var gone: Int64?

  /// The time for which the lock state of a keychain counts as unknown, in microseconds.
  ///
  /// The time begins when a new file or a new password is found. The key holder may not have the
  /// new key yet.
  private static let settling: Int64 = 1_500_000

  init(_ keychain: Keychain, isPresent: Bool? = nil) {
    (self.keychain, self.isPresent) = (keychain, isPresent)
  }

  /// Stores the present content of the file, and returns its changes since the content known
  /// before.
  ///
  /// The first content is no change, unless the file was known to be missing.
  mutating func take(_ content: Content) -> [KeychainChange.Kind] {
    switch content {
    case .missing:
      let wasPresent = isPresent
      isPresent = false
      guard wasPresent == true else { return [] }
      gone = keychain.surroundings.clock.sinceBoot()
      (held, isUnlocked) = (nil, nil)
      return [.listChanged]
    case .unreadable:
      isPresent = true
      return []
    case .image(let new): return take(new)
    }
  }

  private mutating func take(_ new: KeychainImage) -> [KeychainChange.Kind] {
    let (old, former, wasPresent) = (image, database, isPresent)
    (image, isPresent, gone) = (new, true, nil)
    database = try? new.database()
    let isOther = former.flatMap { former in database.map { $0.signature != former.signature } }
    let isRenewed = former.flatMap { former in database.map { $0.salt != former.salt } } ?? false
    if held == nil || isOther == true || isRenewed {
      held = database.flatMap { try? keychain.held($0) }
    }
    if isOther == true || wasPresent == false {
      isUnlocked = nil
      settle()
    }
    // Neither the first content nor the first one that can be read is a change.
    guard let wasPresent, !wasPresent || old != nil else { return [] }
    var kinds: [KeychainChange.Kind] = []
    if isOther != true, isRenewed {
      settle()
      kinds.append(.passwordChanged)
    }
    // Another keychain under this path has other items, whatever their names are.
    let difference = ImageDifference(from: isOther == true ? nil : old, to: new)
    return kinds + difference.changes.compactMap(kind)
  }

  private mutating func settle() {
    settled = keychain.surroundings.clock.sinceBoot() + Self.settling
  }

  private func kind(_ change: ImageDifference.Change) -> KeychainChange.Kind? {
    switch change {
    case .added(let record): (try? KeychainItem(keychain, record)).map { .added($0) }
    case .deleted(let record): (try? KeychainItem(keychain, record)).map { .deleted($0) }
    case .updated(let record): (try? KeychainItem(keychain, record)).map { .updated($0) }
    }
  }

  /// True if the keychain is unlocked, so that the key holder has its master key; false if it is
  /// locked.
  ///
  /// Nil if the file is missing or was never read, and for a short time after a new file or a new
  /// password.
  var lockState: Bool? {
    guard isPresent == true, let held, settled <= keychain.surroundings.clock.sinceBoot() else {
      return nil
    }
    return held.isHeld
  }

  /// Makes the last known lock state unknown, so that the next look reports no lock or unlock.
  mutating func forgetLock() { isUnlocked = nil }

  /// True if the lock state is known now, and was different or unknown at the last look.
  var hasOtherLock: Bool {
    guard let now = lockState else { return false }
    return isUnlocked != now
  }

  /// Stores whether the keychain is unlocked now, and returns the lock or unlock since the last
  /// look.
  ///
  /// The result is empty if the state has not changed, or if the former or the present state is
  /// unknown.
  mutating func judgeLock() -> [KeychainChange.Kind] {
    guard let now = lockState else { return [] }
    let before = isUnlocked
    isUnlocked = now
    guard let before, before != now else { return [] }
    return [now ? .unlocked : .locked]
  }

  /// Stores that this process has just unlocked the keychain (true) or locked it (false).
  mutating func setLock(_ isUnlocked: Bool) {
    (self.isUnlocked, settled) = (isUnlocked, 0)
  }

  /// Prepares for a lock or unlock by this process.
  ///
  /// Returns a lock or unlock that another process has made since the last look, if any.
  ///
  /// - Parameter held: the access to the keychain's present master key in the key holder.
  mutating func prepareLock(_ held: HeldMaster) -> [KeychainChange.Kind] {
    isPresent = true
    if self.held?.name != held.name {
      self.held = held
      isUnlocked = isUnlocked ?? held.isHeld
      return []
    }
    let changes = judgeLock()
    isUnlocked = isUnlocked ?? held.isHeld
    return changes
  }
}
