// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainCrypto
import KeychainTypes
import SecureMemory
import UserFiles

/// Keeps the master key of an unlocked keychain between calls, for all processes of the user
/// (Specification/file-keychain.md, "Lock model").
///
/// The key is kept by a `KeyHolder`, called the holder here. The holder has the key wrapped: the
/// bytes reveal nothing without the keychain file. The holder forgets the key when the keychain's
/// timeout ends.
///
/// The holder has the key under a name, which is derived from the path, the signature and the salt
/// of the keychain. So a copy at another path, and another file at this path, each begin locked. A
/// new password has a new salt and so a new name.
///
/// Behind the wrapped key stands the path of the keychain. If the holder has no room, the keys of
/// files that are gone are forgotten.
struct HeldMaster: Sendable {
  /// The beginning of the names under which the key holder keeps the master keys of all keychains.
  static let prefix = "latchkey:keychain:"
  private static let info = Array("latchkey keychain master".utf8)
  /// The number in the holder's bytes for a keychain that stays unlocked while the machine sleeps.
  ///
  /// The holder's bytes are this number and the wrapped key. For other keychains, the number is the
  /// machine's time of sleep, from boot until the key was held.
  private static let anySleep: Int64 = .max
  /// The limit from which the machine counts as having slept since `hold`: one second of sleep.
  ///
  /// The time of sleep is computed from two clocks, which are read one after the other. The
  /// computed time can therefore grow a little without a sleep.
  private static let tolerance: Int64 = 1_000_000  // microseconds
  /// The size in bytes of the number that precedes the wrapped key in the holder's bytes.
  ///
  /// The number says how long the machine has slept since boot, in microseconds, when the key was
  /// held.
  /// If the keychain stays unlocked during sleep, the number is `anySleep` instead.
  private static let headSize = 8
  private static let wrappedSize = DatabaseBlob.masterSize + XAES256GCM.overhead
  /// The greatest length of a path that is kept behind the wrapped key.
  ///
  /// A longer path is left out, because an entry of the holder has at most 512 bytes.
  private static let longestPath = 256
  /// The most attempts to hold a key after other keys were forgotten.
  ///
  /// The kernel counts a forgotten key for some milliseconds more.
  private static let mostAttempts = 10
  private static let pause: UInt32 = 20_000  // microseconds

  private let holder: any KeyHolder
  private let clock: any KeychainClock
  private let randomness: any RandomnessSource
  private let blob: DatabaseBlob
  private let path: String
  /// The name under which the key holder keeps the keychain's master key.
  ///
  /// The key holder is the kernel's keyring, or else the key agent. The name depends on the path of
  /// the keychain and on its password.
  let name: String

  init(
    of path: String, _ blob: DatabaseBlob, _ holder: any KeyHolder, _ clock: any KeychainClock,
    _ randomness: any RandomnessSource
  ) throws(BlobFailure) {
    (self.holder, self.clock, self.randomness, self.blob) = (holder, clock, randomness, blob)
    self.path = path
    let identity = Array(path.utf8) + [0] + blob.signature + blob.salt
    let digest = try BlobFailure.calling { () throws(CryptoError) in
      try Hash.sha256(identity.span).bytes
    }
    name = Self.prefix + HexText.lowerCase(digest.prefix(16))
  }

  /// Returns the master key; nil if the keychain is locked.
  func master() -> SecretBytes? {
    guard let (before, sealed) = wrapped() else { return nil }
    return try? sealed.withBytes { (sealed) throws(BlobFailure) in
      let key = try wrappingKey()
      let binding = Canonical.littleEndian(before)
      return try BlobFailure.calling { () throws(CryptoError) in
        try XAES256GCM.openOnce(sealed, key: key, binding: binding.span)
      }
    }
  }

  /// True if the key holder has a wrapped master key, so that the keychain counts as unlocked.
  ///
  /// The key is not unwrapped here. Unwrapping can fail later if the file was replaced.
  var isHeld: Bool { wrapped() != nil }

  /// Returns the wrapped master key, and the machine's time of sleep when the key was held.
  ///
  /// The time counts from boot, in microseconds; `anySleep` if the keychain stays unlocked during
  /// sleep. Nil if the keychain is locked. After a sleep, the first call removes the key of a
  /// keychain that locks on sleep.
  private func wrapped() -> (before: Int64, sealed: SecretBytes)? {
    let end = Self.headSize + Self.wrappedSize
    guard let bytes = holder.held(name), bytes.count >= end else { return nil }
    let head = bytes.slice(0..<Self.headSize)
    let before = head.withBytes { Canonical.number($0, as: Int64.self) } ?? 0
    // The holder's bytes are not authentic yet, so the subtraction must not trap.
    let (slept, isTooLong) = clock.slept().subtractingReportingOverflow(before)
    guard before == Self.anySleep || !isTooLong && slept < Self.tolerance else {
      holder.drop(name)
      return nil
    }
    return (before, bytes.slice(Self.headSize..<end))
  }

  /// Gives the wrapped master key to the key holder, which keeps it until the keychain's timeout
  /// ends.
  ///
  /// The timeout begins now.
  func hold(_ master: SecretBytes) throws(EditFailure) {
    let sleep = blob.locksOnSleep ? clock.slept() : Self.anySleep
    let binding = Canonical.littleEndian(sleep)
    let nonce = try editing { () throws(RandomnessError) in
      try randomness.bytes(count: XAES256GCM.nonceSize)
    }
    let wrapping = try editing { () throws(BlobFailure) in try wrappingKey() }
    var bytes = binding + [UInt8].zeros(master.count + XAES256GCM.overhead)
    try editing { () throws(BlobFailure) in
      try BlobFailure.calling { () throws(CryptoError) in
        try master.withBytes { (master) throws(CryptoError) in
          try XAES256GCM.sealOnce(
            master, key: wrapping, nonce: nonce.span, binding: binding.span, into: &bytes,
            at: Self.headSize)
        }
      }
    }
    let place = Array(path.utf8)
    if place.count <= Self.longestPath { bytes += place }
    give(SecretBytes(copying: bytes))
  }

  /// Gives the wrapped key to the holder.
  ///
  /// If other processes would not find the key, the keys of keychains whose files are gone are
  /// forgotten, and the key is held again.
  private func give(_ bytes: SecretBytes) {
    holder.hold(bytes, as: name, for: seconds)
    guard seconds != 0, !isShared, dropLost() else { return }
    for attempt in 0..<Self.mostAttempts {
      if attempt > 0 { usleep(Self.pause) }
      holder.hold(bytes, as: name, for: seconds)
      if isShared { return }
    }
  }

  /// Forgets the master keys of keychains whose files are gone.
  ///
  /// - Returns: true if a key was forgotten.
  private func dropLost() -> Bool {
    var hasDropped = false
    for name in holder.names(beginningWith: Self.prefix) {
      let start = Self.headSize + Self.wrappedSize
      guard let bytes = holder.held(name), bytes.count > start else { continue }
      let path = bytes.slice(start..<bytes.count).withBytes { bytes in
        String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
      }
      guard isLost(name, at: path) else { continue }
      holder.drop(name)
      hasDropped = true
    }
    return hasDropped
  }

  /// True if the keychain whose key has a name is gone: its path has no file, or another one.
  private func isLost(_ name: String, at path: String) -> Bool {
    let file = KeychainFile(path, FileCalls(gate: nil), clock, randomness, KeychainWatch())
    let image: KeychainImage
    do throws(FileFailure) { image = try file.read() } catch { return error == .missing }
    guard let blob = try? image.database(),
      let held = try? HeldMaster(of: path, blob, holder, clock, randomness)
    else { return false }
    return held.name != name
  }

  /// True if the user's other processes can get the master key from the key holder too.
  var isShared: Bool { holder.isHeldForOthers(name) }

  /// Restarts the keychain's timeout, because its keys are being used.
  ///
  /// The call does nothing if the timeout began less than a second ago.
  func touch(_ master: SecretBytes) throws(EditFailure) {
    guard let seconds, let end = holder.end(of: name) else { return }
    guard clock.sinceBoot() + Int64(seconds) * 1_000_000 - end >= 1_000_000 else { return }
    try hold(master)
  }

  /// Removes the master key from the key holder, which locks the keychain for all processes.
  func drop() { holder.drop(name) }

  /// Removes the master keys of all keychains from the key holder, which locks these keychains.
  static func dropAll(_ holder: any KeyHolder) {
    var last: [String] = []
    while true {
      // A holder returns as many names as fit into its answer.
      let names = holder.names(beginningWith: prefix)
      guard names != last else { return }
      for name in names { holder.drop(name) }
      last = names
    }
  }

  /// The keychain's timeout in seconds; nil if the keychain has no timeout.
  private var seconds: Int? {
    blob.timeout >= DatabaseBlob.noTimeout ? nil : Int(blob.timeout)
  }

  private func wrappingKey() throws(BlobFailure) -> SecretBytes {
    let key = SecretBytes(copying: blob.signature)
    return try BlobFailure.calling { () throws(CryptoError) in
      try KeyDerivation.hkdf(key: key, salt: blob.salt, info: Self.info, count: XAES256GCM.keySize)
    }
  }
}
