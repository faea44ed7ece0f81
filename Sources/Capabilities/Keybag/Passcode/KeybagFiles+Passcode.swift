// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

/// Sets, replaces and removes the passcode of a store (Specification/access-control.md, "Keybag
/// update rules").
///
/// Each change writes the keybag once. So if a crash interrupts the change, the store has either
/// the old passcode or the new passcode. The caller holds the store's lock. The caller has also
/// called `mendCopy` and `mendDeviceKey`, which end changes that a crash interrupted.
///
/// The `UnlockKeyHolder` receives new unlock keys before the keybag is written, and drops old
/// unlock keys afterwards. So a process that reads the keybag at any time finds matching unlock
/// keys.
extension KeybagFiles {
  /// The inputs that setting, replacing and removing a passcode have in common.
  package struct PasscodeChange: Sendable {
    package let cost: PasscodeCost
    /// The number of the store's last write operation: the highest write number of its rows.
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

  /// Sets a passcode for a store that has no passcode, and leaves the store unlocked.
  ///
  /// - Throws: `passcode(isSet: true)` if a passcode is set already.
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

  /// Replaces the passcode of a store by `passcode`.
  ///
  /// - Parameter keybag: the keybag that `open(with:)` returned for the old passcode. The caller
  ///   has held the store's lock since then.
  package func changePasscode(
    of keybag: UnlockedKeybag, to passcode: Passcode, _ change: PasscodeChange
  ) throws(KeybagError) -> UnlockedKeybag {
    let next = try keybag.changingPasscode(
      to: passcode, cost: change.cost, deviceKey: try readParts().deviceKey,
      randomness: change.randomness)
    return try write(next, after: keybag, change)
  }

  /// Removes the passcode of a store, and the keys of items that need a passcode.
  ///
  /// These are the items of `kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly` (`akpu`), which can
  /// never be opened again.
  ///
  /// - Parameter keybag: the keybag that `open(with:)` returned for the passcode. The caller has
  ///   held the store's lock since then.
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
      // If the first passcode is in the files, even if not durably, the store stays unlocked.
      if old == nil, error != .file(.keybag, .notDurable) { drop(next) }
      throw error
    }
    dropOthers(than: saved)
    return saved
  }

  /// Makes the holder forget all unlock keys of the store except those of one passcode.
  ///
  /// - Parameter keybag: the store's keybag, whose passcode has the unlock keys to keep.
  package func dropOthers(than keybag: UnlockedKeybag) {
    holder.dropOthers(of: keybag.image.store, than: keybag.heldNames)
  }

  private func drop(_ keybag: UnlockedKeybag) {
    guard let names = keybag.heldNames else { return }
    holder.drop(names.unlock)
    holder.drop(names.firstUnlock)
  }
}

/// Opening a keybag with a passcode, and the file `attempts`, which counts wrong passcodes.
///
/// Each try is counted on disk before the passcode is verified (Specification/access-control.md,
/// "Throttling").
///
/// The caller holds the store's lock.
extension KeybagFiles {
  /// Reads the counts of wrong passcodes from the file `attempts`.
  ///
  /// If the file is missing or damaged, the result is counts that demand a delay of an hour
  /// (`PasscodeThrottle.lost`). These counts are not written: the next try of a passcode writes
  /// them. If the store has no passcode, the counts are zero instead.
  package func readAttempts(at now: BootMoment) throws(KeybagError) -> PasscodeThrottle {
    let parts = try readParts()
    let stored = try readAttempts(attemptsKey(parts), at: now)
    if let stored { return stored }
    return try Self.missing(parts, at: now)
  }

  /// Returns the counts of wrong passcodes that apply if the file `attempts` is missing or damaged.
  ///
  /// If the store has no passcode, the counts are zero, because there is no passcode to guess.
  /// Otherwise they demand a delay of an hour (`PasscodeThrottle.lost`).
  private static func missing(
    _ parts: Parts, at now: BootMoment
  ) throws(KeybagError) -> PasscodeThrottle {
    try parts.keybag.image.passcode?.derivation == nil ? PasscodeThrottle() : .lost(at: now)
  }

  /// Returns the digest of a program, under which the file `attempts` counts its wrong passcodes.
  ///
  /// The result is never nil. Its type is optional because `PasscodeThrottle` takes this digest, or
  /// nil for passcodes that the user types at a prompt.
  ///
  /// - Parameter identifier: the program's application identifier.
  package func digest(ofProgram identifier: String) throws(KeybagError) -> Identifier16? {
    try Self.digest(of: .data(identifier), attemptsKey(readParts()))
  }

  /// Reads the counts of wrong passcodes, and writes replacements if the file `attempts` was lost.
  ///
  /// The replacements demand a delay of an hour, which begins when they are written.
  package func keepAttempts(at now: BootMoment) throws(KeybagError) -> PasscodeThrottle {
    let throttle = try readAttempts(at: now)
    if throttle.isLost { try writeAttempts(throttle, attemptsKey(readParts())) }
    return throttle
  }

  /// Opens the keybag with a passcode, unless a delay after wrong passcodes is running.
  ///
  /// - Parameters:
  ///   - door: the way by which the passcode came: the user typed it at a prompt, or a program
  ///     passed it. Wrong passcodes are counted separately for the prompt and for each program.
  ///   - memory: remembers the last wrong passcode, so that its repetition is not counted.
  /// - Throws: `wrongPasscode`. `throttled` during a delay, in which nothing is tried or counted.
  ///   `passcode(isSet: false)` if the store has no passcode.
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
    // Without this write, the hour that a lost file costs would begin anew at each try.
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

  /// Writes the file `attempts` with zeros, before the store receives its first passcode.
  func beginAttempts() throws(KeybagError) {
    let parts = try readParts()
    try writeAttempts(PasscodeThrottle(), attemptsKey(parts))
  }

  /// Changes the count of failed fingerprint matches, and waits until the new count is durable.
  ///
  /// - Parameter change: returns the new count for the present count.
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
    // The counts of a lost file are written, so that the delay of an hour begins.
    guard count != throttle.biometryFailures || throttle.isLost else { return count }
    throttle.biometryFailures = count
    try writeAttempts(throttle, key)
    return count
  }

  private typealias Parts = (
    keybag: LockedKeybag, deviceKey: Key<KeyRole.Device>, hasNext: Bool
  )

  private func attemptsKey(_ parts: Parts) throws(KeybagError) -> HMACSHA256 {
    // `authority` checks the keybag before its content is trusted. The check needs no held keys.
    let authority = try parts.keybag.authority(parts.deviceKey)
    return try authority.attemptsKey()
  }

  /// Reads the file `attempts`.
  ///
  /// Nil if the file is missing, or if its authentication code is wrong under `key`.
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
