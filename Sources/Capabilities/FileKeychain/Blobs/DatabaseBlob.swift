// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import SecureMemory

/// The blob that makes a file a keychain: its identity, its lock settings, and its keys, encrypted
/// under the password (Specification/keychain-file-format.md, "Database blob").
package struct DatabaseBlob: Sendable {
  static let magic: UInt32 = 0xFADE_0711
  static let headSize = 92
  /// The byte range of the authentication code in the blob; the code does not cover itself.
  private static let code = 72..<92
  static let masterSize = 24
  /// The `timeout` of a keychain that is never locked for lack of use.
  package static let noTimeout: UInt32 = 0x7FFF_FFFF

  package let version: BlobVersion
  /// The sixteen random bytes that identify the keychain.
  package let signature: [UInt8]
  package let sequence: UInt32
  /// The seconds without use after which the keychain is locked.
  package var timeout: UInt32
  /// The byte that says whether sleep of the machine locks the keychain: 0 for no, other values for
  /// yes.
  ///
  /// Unless the setting changes, the byte stays as it was read, because the authentication code
  /// covers it.
  private var sleep: UInt8
  /// Three bytes without meaning, which are kept because the authentication code covers them.
  private let padding: [UInt8]
  package private(set) var salt: [UInt8]
  private var vector: [UInt8]
  private var storedCode: [UInt8]
  package let access: [UInt8]
  private var sealed: [UInt8]

  /// Reads the blob from the data of the database record, the only record of its table.
  package init(decoding bytes: [UInt8]) throws(BlobFailure) {
    guard bytes.count >= Self.headSize, bytes.atom(at: 0) == Self.magic,
      let number = bytes.atom(at: 4), let start = bytes.size(at: 8), let end = bytes.size(at: 12),
      Self.headSize <= start, start <= end, end <= bytes.count
    else { throw .malformed }
    guard let version = BlobVersion(rawValue: number) else { throw .unknownVersion }
    self.version = version
    signature = Array(bytes[16..<32])
    sequence = bytes.atom(at: 32) ?? 0
    timeout = bytes.atom(at: 36) ?? 0
    sleep = bytes[40]
    padding = Array(bytes[41..<44])
    salt = Array(bytes[44..<64])
    vector = Array(bytes[64..<72])
    storedCode = Array(bytes[Self.code])
    access = Array(bytes[Self.headSize..<start])
    sealed = Array(bytes[start..<end])
  }

  /// Makes the blob of a new keychain, without keys: `seal` adds them.
  package init(
    version: BlobVersion, signature: [UInt8], timeout: UInt32 = 300, locksOnSleep: Bool = true
  ) {
    (self.version, self.signature, self.timeout) = (version, signature, timeout)
    sleep = locksOnSleep ? 1 : 0
    (sequence, padding) = (0, [0, 0, 0])
    (salt, vector, storedCode, sealed) = ([], [], [], [])
    access = AccessList.anyone.encode()
  }

  package var locksOnSleep: Bool {
    get { sleep != 0 }
    set { sleep = newValue ? 1 : 0 }
  }

  package func encode() -> [UInt8] { head + storedCode + access + sealed }

  /// The bytes of the blob before its authentication code.
  private var head: [UInt8] {
    var bytes: [UInt8] = []
    let start = Self.headSize + access.count
    for atom in [Self.magic, version.rawValue] { bytes.append(atom: atom) }
    bytes.append(size: start)
    bytes.append(size: start + sealed.count)
    bytes += signature
    for atom in [sequence, timeout] { bytes.append(atom: atom) }
    bytes.append(sleep)
    return bytes + padding + salt + vector
  }

  /// Derives the master key from the keychain's password.
  package func master(of password: SecretBytes) throws(BlobFailure) -> SecretBytes {
    try Self.master(of: password, salt: salt)
  }

  /// Derives a master key: PBKDF2 with HMAC-SHA1 and 1,000 rounds, as the format fixes.
  package static func master(
    of password: SecretBytes, salt: [UInt8]
  ) throws(BlobFailure) -> SecretBytes {
    try BlobFailure.calling { () throws(CryptoError) in
      try PasswordDerivation.pbkdf2(
        .sha1, password: password, salt: salt, iterations: 1000, count: masterSize)
    }
  }

  /// Returns the keys of the keychain.
  ///
  /// - Throws: `notAuthentic` if the master key is wrong, or if the blob was changed: the format
  ///   does not tell the two apart.
  package func keys(master: SecretBytes) throws(BlobFailure) -> KeychainKeys {
    let text = try BlobFailure.calling { () throws(CryptoError) in
      try PasswordCipher.tripleDES.decrypt(
        sealed.span, key: master, vector: SecretBytes(copying: vector))
    }
    let keys = KeychainKeys.encryptionSize + KeychainKeys.signingSize
    guard text.count >= keys else { throw .notAuthentic }
    let found = KeychainKeys(
      encryption: text.slice(0..<KeychainKeys.encryptionSize),
      signing: text.slice(KeychainKeys.encryptionSize..<keys))
    guard try isAuthentic(under: found) else { throw .notAuthentic }
    return found
  }

  /// Seals the keys under a password with a new salt, and renews the blob's authentication code.
  ///
  /// - Returns: the new master key.
  package mutating func seal(
    _ keys: KeychainKeys, password: SecretBytes, salt: [UInt8], vector: [UInt8]
  ) throws(BlobFailure) -> SecretBytes {
    let master = try Self.master(of: password, salt: salt)
    self.salt = salt
    try seal(keys, master: master, vector: vector)
    return master
  }

  /// Seals the keys under a master key, and renews the blob's authentication code.
  ///
  /// The salt of the blob stays, so `master` must be derived with this salt.
  package mutating func seal(
    _ keys: KeychainKeys, master: SecretBytes, vector: [UInt8]
  ) throws(BlobFailure) {
    let text = SecretBytes(joining: [keys.encryption, keys.signing])
    self.vector = vector
    sealed = try BlobFailure.calling { () throws(CryptoError) in
      try PasswordCipher.tripleDES.encrypt(
        text, key: master, vector: SecretBytes(copying: vector))
    }
    try sign(keys)
  }

  /// Computes the blob's authentication code anew, after a change of its settings.
  package mutating func sign(_ keys: KeychainKeys) throws(BlobFailure) {
    storedCode = try code(keys).withBytes { $0.bytes }
  }

  /// Returns true if the authentication code of the blob was made with these keys.
  func isAuthentic(under keys: KeychainKeys) throws(BlobFailure) -> Bool {
    try code(keys) == SecretBytes(copying: storedCode)
  }

  private func code(_ keys: KeychainKeys) throws(BlobFailure) -> SecretBytes {
    let rest = access + sealed
    return try BlobCode.of(head.span, rest.span, version: version, key: keys.signing)
  }
}

extension SecretBytes {
  /// Makes one value of the bytes of several values, one after the other.
  init(joining parts: [SecretBytes]) {
    self.init(count: parts.reduce(0) { $0 + $1.count }) { (target: inout MutableSpan<UInt8>) in
      var place = 0
      for part in parts {
        part.withBytes { bytes in
          for index in bytes.indices { target[place + index] = bytes[index] }
        }
        place += part.count
      }
    }
  }
}
