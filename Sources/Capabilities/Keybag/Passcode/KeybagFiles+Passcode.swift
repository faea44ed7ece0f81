// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

/// Changes of the passcode in the files of a store: one writing of the keybag each, so that a crash
/// at any point leaves the old passcode or the new one (spec/access-control.md 4.2).
///
/// The caller holds the lock and has mended what a crash has left. New unlock keys are given to the
/// holder before the keybag is written and old ones dropped afterwards, so that who reads the
/// keybag in between finds the keys that belong to it.
extension KeybagFiles {
  /// What every change needs.
  package struct PasscodeChange: Sendable {
    package let cost: PasscodeCost
    /// The highest write number of the store.
    package let lastWrite: Int64
    package let limit: UnlockLimit
    package let randomness: any RandomnessSource

    package init(
      cost: PasscodeCost, lastWrite: Int64, limit: UnlockLimit, randomness: any RandomnessSource
    ) {
      self.cost = cost
      self.lastWrite = lastWrite
      self.limit = limit
      self.randomness = randomness
    }
  }

  /// Sets the first passcode; the store stays unlocked.
  ///
  /// - Throws: `passcode` where there is one.
  package func setPasscode(
    _ passcode: Passcode, _ change: PasscodeChange
  ) throws(KeybagError) -> UnlockedKeybag {
    let found = try readParts()
    let keybag = try found.keybag.unlock(with: found.deviceKey, randomness: change.randomness)
    guard !keybag.hasPasscode else { throw .passcode(isSet: true) }
    try beginAttempts()
    let next = try keybag.settingPasscode(
      passcode, cost: change.cost, deviceKey: found.deviceKey, randomness: change.randomness)
    return try write(next, after: nil, change)
  }

  /// Puts another passcode in the place of one that was just proved to be right.
  ///
  /// - Parameter keybag: as `open(with:)` gave it under the same lock.
  package func changePasscode(
    of keybag: UnlockedKeybag, to passcode: Passcode, _ change: PasscodeChange
  ) throws(KeybagError) -> UnlockedKeybag {
    let next = try keybag.changingPasscode(
      to: passcode, cost: change.cost, deviceKey: try readParts().deviceKey,
      randomness: change.randomness)
    return try write(next, after: keybag, change)
  }

  /// Removes a passcode that was just proved to be right, and with it the keys of `akpu`.
  ///
  /// - Parameter keybag: as `open(with:)` gave it under the same lock.
  package func removePasscode(
    of keybag: UnlockedKeybag, _ change: PasscodeChange
  ) throws(KeybagError) -> UnlockedKeybag {
    let next = try keybag.removingPasscode(
      lastWrite: change.lastWrite, randomness: change.randomness)
    return try write(next, after: keybag, change)
  }

  private func write(
    _ next: UnlockedKeybag, after old: UnlockedKeybag?, _ change: PasscodeChange
  ) throws(KeybagError) -> UnlockedKeybag {
    try next.hold(in: holder, for: change.limit, randomness: change.randomness)
    let saved: UnlockedKeybag
    do throws(KeybagError) {
      saved = try saveCountingKeybag(next.withNextLockGeneration())
    } catch {
      // Where the first passcode is in the files, though perhaps not for ever, it stays unlocked.
      if old == nil, error != .file(.keybag, .notDurable) { drop(next) }
      throw error
    }
    dropOthers(than: saved)
    return saved
  }

  /// Forgets held keys of passcodes that the store no longer has.
  package func dropOthers(than keybag: UnlockedKeybag) {
    holder.dropOthers(of: keybag.image.store, than: keybag.heldNames)
  }

  private func drop(_ keybag: UnlockedKeybag) {
    guard let names = keybag.heldNames else { return }
    holder.drop(names.unlock)
    holder.drop(names.firstUnlock)
  }
}

/// Trying a passcode: counted on disk before it is looked at (spec/access-control.md 4.3).
///
/// The caller holds the lock.
extension KeybagFiles {
  /// The counts as they are now.
  ///
  /// - Returns: those of a lost file where it is missing or damaged; the next try writes them.
  package func readAttempts(at now: BootMoment) throws(KeybagError) -> PasscodeThrottle {
    let parts = try readParts()
    let stored = try readAttempts(attemptsKey(parts), at: now)
    if let stored { return stored }
    return try Self.missing(parts, at: now)
  }

  /// What counts where there is no file: in a store that never had a passcode nothing is lost, and
  /// there is nothing that wrong tries could open.
  private static func missing(
    _ parts: Parts, at now: BootMoment
  ) throws(KeybagError) -> PasscodeThrottle {
    try parts.keybag.image.passcode?.derivation == nil ? PasscodeThrottle() : .lost(at: now)
  }

  /// Under what the counts hold the tries of a program.
  package func digest(ofProgram identifier: String) throws(KeybagError) -> Identifier16? {
    try Self.digest(of: .data(identifier), attemptsKey(readParts()))
  }

  /// The counts as they are now, written down where they were lost, so that the hour which that
  /// costs begins.
  package func keepAttempts(at now: BootMoment) throws(KeybagError) -> PasscodeThrottle {
    let throttle = try readAttempts(at: now)
    if throttle.isLost { try writeAttempts(throttle, attemptsKey(readParts())) }
    return throttle
  }

  /// Opens the keybag by a passcode, if it is its turn.
  ///
  /// - Parameters:
  ///   - door: whose count a wrong one goes to.
  ///   - memory: of the last wrong one, which is not counted twice in a row.
  /// - Throws: `wrongPasscode`; `throttled` during a delay, when nothing is tried or counted.
  package func open(
    trying passcode: Passcode, at door: PasscodeDoor, remembering memory: LastWrongPasscode,
    at now: BootMoment, randomness: any RandomnessSource
  ) throws(KeybagError) -> UnlockedKeybag {
    let parts = try readParts()
    guard let derivation = try parts.keybag.image.passcode?.derivation else {
      throw .passcode(isSet: false)
    }
    let key = try attemptsKey(parts)
    let program = try Self.digest(of: door, key)
    let stored = try readAttempts(key, at: now)
    var throttle = stored ?? .lost(at: now)
    // Else the hour that a lost file costs would begin anew at each try.
    if stored == nil { try writeAttempts(throttle, key) }
    let wait = throttle.counter(of: program).secondsToWait(at: now)
    guard wait == 0 else { throw .throttled(seconds: wait) }
    guard try !memory.holds(passcode, derivation) else { throw .wrongPasscode }
    throttle.count(program, at: now)
    try writeAttempts(throttle, key)
    do throws(KeybagError) {
      var keybag = try parts.keybag.unlock(
        with: parts.deviceKey, passcode: passcode, randomness: randomness)
      keybag.hasNextDeviceKey = parts.hasNext
      throttle.succeed(program)
      try writeAttempts(throttle, key)
      memory.forget()
      return keybag
    } catch .wrongPasscode {
      try memory.remember(passcode, derivation)
      throw .wrongPasscode
    }
  }

  /// Begins counting, before the keybag has its first passcode.
  func beginAttempts() throws(KeybagError) {
    let parts = try readParts()
    try writeAttempts(PasscodeThrottle(), attemptsKey(parts))
  }

  /// Changes the count of failed matches of biometry, durably.
  ///
  /// - Returns: the new count.
  @discardableResult
  package func changeBiometryFailures(
    at now: BootMoment, _ change: (UInt32) -> UInt32
  ) throws(KeybagError) -> UInt32 {
    let parts = try readParts()
    let key = try attemptsKey(parts)
    let stored = try readAttempts(key, at: now)
    var throttle = if let stored { stored } else { try Self.missing(parts, at: now) }
    let count = change(throttle.biometryFailures)
    // The counts of a lost file are written, so that the hour which that costs begins.
    guard count != throttle.biometryFailures || throttle.isLost else { return count }
    throttle.biometryFailures = count
    try writeAttempts(throttle, key)
    return count
  }

  private typealias Parts = (
    keybag: LockedKeybag, deviceKey: Key<KeyRole.Device>, hasNext: Bool
  )

  private func attemptsKey(_ parts: Parts) throws(KeybagError) -> HMACSHA256 {
    // Opened without held keys: that checks the keybag before anything is believed.
    let authority = try parts.keybag.authority(parts.deviceKey)
    return try authority.attemptsKey()
  }

  /// Nil where the file is missing, or is not what was written.
  private func readAttempts(
    _ key: HMACSHA256, at now: BootMoment
  ) throws(KeybagError) -> PasscodeThrottle? {
    guard let bytes = try readWhatIsOurs(.attempts, limit: PasscodeThrottle.sizeLimit) else {
      return nil
    }
    do {
      return try PasscodeThrottle(decoding: bytes, authenticatedBy: key)
    } catch {
      throw KeybagError(error)
    }
  }

  private func writeAttempts(
    _ throttle: PasscodeThrottle, _ key: HMACSHA256
  ) throws(KeybagError) {
    let bytes: [UInt8]
    do {
      bytes = try throttle.encode(authenticatedBy: key)
    } catch {
      throw KeybagError(error)
    }
    try put(bytes.span, .attempts, replacing: true)
  }

  private static func digest(
    of door: PasscodeDoor, _ key: HMACSHA256
  ) throws(KeybagError) -> Identifier16? {
    guard case .data(let program) = door else { return nil }
    do {
      return Identifier16(try key.code(program.utf8Span.span).bytes.prefix(16))
    } catch {
      throw KeybagError(error)
    }
  }
}
