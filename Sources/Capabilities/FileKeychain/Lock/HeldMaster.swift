// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
import SecureMemory

/// Keeps the master key of an unlocked keychain between calls, for all processes of the user
/// (Specification/file-keychain.md, "Lock model").
///
/// The holder has the key wrapped: the bytes reveal nothing without the keychain file. The holder
/// forgets the key when the keychain's timeout ends.
///
/// The path and the signature of the keychain are part of the name. So a copy at another path, and
/// another file at this path, each begin locked. A new password has another salt and so another
/// name.
struct HeldMaster: Sendable {
  /// The prefix of the names of all keychains.
  static let prefix = "latchkey:keychain:"
  private static let info = Array("latchkey keychain master".utf8)
  /// The time of sleep that is recorded for a keychain that stays unlocked when the machine sleeps.
  private static let anySleep: Int64 = .max
  /// The difference between two readings of the clocks of a machine that has not slept.
  private static let tolerance: Int64 = 1_000_000  // microseconds
  /// The bytes before the wrapped key: the time of sleep.
  private static let headSize = 8

  private let holder: any KeyHolder
  private let clock: any KeychainClock
  private let randomness: any RandomnessSource
  private let blob: DatabaseBlob
  private let name: String

  init(
    of path: String, _ blob: DatabaseBlob, _ holder: any KeyHolder, _ clock: any KeychainClock,
    _ randomness: any RandomnessSource
  ) throws(BlobFailure) {
    (self.holder, self.clock, self.randomness, self.blob) = (holder, clock, randomness, blob)
    let identity = Array(path.utf8) + [0] + blob.signature + blob.salt
    let digest = try BlobFailure.calling { () throws(CryptoError) in
      try Hash.sha256(identity.span).bytes
    }
    name = Self.prefix + HexText.lowerCase(digest.prefix(16))
  }

  /// Returns the master key; nil if the keychain is locked.
  ///
  /// A keychain that is locked by sleep is locked here at the first look after the sleep.
  func master() -> SecretBytes? {
    guard let bytes = holder.held(name), bytes.count > Self.headSize else { return nil }
    let head = bytes.slice(0..<Self.headSize)
    let before = head.withBytes { Canonical.number($0, as: Int64.self) } ?? 0
    // The holder's bytes are not authentic yet.
    let (slept, isTooLong) = clock.slept().subtractingReportingOverflow(before)
    guard before == Self.anySleep || !isTooLong && slept < Self.tolerance else {
      holder.drop(name)
      return nil
    }
    let sealed = bytes.slice(Self.headSize..<bytes.count)
    return try? sealed.withBytes { (sealed) throws(BlobFailure) in
      let key = try wrappingKey()
      let binding = Canonical.littleEndian(before)
      return try BlobFailure.calling { () throws(CryptoError) in
        try XAES256GCM.openOnce(sealed, key: key, binding: binding.span)
      }
    }
  }

  /// Holds the master key until the keychain's timeout ends, counted from now.
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
    holder.hold(SecretBytes(copying: bytes), as: name, for: seconds)
  }

  /// True if the user's other processes find the master key too.
  var isShared: Bool { holder.isHeldForOthers(name) }

  /// Begins the keychain's timeout again, because its keys are being used.
  ///
  /// Nothing is written if the timeout began less than a second ago.
  func touch(_ master: SecretBytes) throws(EditFailure) {
    guard let seconds, let end = holder.end(of: name) else { return }
    guard clock.sinceBoot() + Int64(seconds) * 1_000_000 - end >= 1_000_000 else { return }
    try hold(master)
  }

  /// Forgets the master key: locks the keychain for all processes.
  func drop() { holder.drop(name) }

  /// Forgets the master keys of all keychains.
  static func dropAll(_ holder: any KeyHolder) {
    for name in holder.names(beginningWith: prefix) { holder.drop(name) }
  }

  /// The keychain's timeout; nil if it never ends.
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
