// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

/// The content of the file `enrolment` (Documentation/Formats/keybag.md, section 10).
///
/// The file records which fingerprint reader and which enrolled fingers were seen last. A random
/// identifier, called the generation, was drawn when they were first seen, and is recorded too.
struct EnrolmentRecord: Hashable, Sendable {
  private static let magic = Array("LATCHKEN".utf8)
  private static let version: UInt16 = 1
  private static let codeSize = 32
  static let size = 8 + 2 + 2 + 16 + codeSize + codeSize

  /// The random identifier of the recorded fingerprint reader and fingers.
  ///
  /// A new identifier is drawn if the machine has another reader or other fingers.
  let generation: Identifier16
  /// The keyed hash of the fingerprint reader and its enrolled fingers.
  ///
  /// Without the device key, the hash does not reveal the reader or the fingers.
  let sight: [UInt8]

  /// Returns the keyed hash of a fingerprint reader and its fingers: HMAC-SHA256 of `texts` under
  /// `key`.
  ///
  /// The file `enrolment` stores this hash.
  ///
  /// - Parameter texts: the descriptions of the reader and its fingers.
  static func sight(
    of texts: [String], under key: HMACSHA256
  ) throws(CryptoError) -> [UInt8] {
    var writer = ByteWriter()
    writer.append(Array("latchkey 1 sight".utf8))
    for text in texts {
      writer.number(UInt32(text.utf8.count))
      writer.append(Array(text.utf8))
    }
    return try key.code(writer.bytes.span).bytes
  }

  /// Returns the bytes of the file `enrolment`, with an authentication code under `key` at the end.
  func encode(authenticatedBy key: HMACSHA256) throws(CryptoError) -> [UInt8] {
    var writer = ByteWriter()
    writer.append(Self.magic)
    writer.number(Self.version)
    writer.number(UInt16(0))
    writer.append(generation.bytes)
    writer.append(sight)
    return writer.bytes + (try key.code(writer.bytes.span).bytes)
  }

  init(generation: Identifier16, sight: [UInt8]) {
    self.generation = generation
    self.sight = sight
  }

  /// Reads the bytes of the file `enrolment`.
  ///
  /// Nil unless the authentication code at the end of the bytes is right under `key`.
  init?(decoding bytes: [UInt8], authenticatedBy key: HMACSHA256) throws(CryptoError) {
    guard bytes.count == Self.size else { return nil }
    let end = bytes.count - Self.codeSize
    let code = try key.code(bytes.span.extracting(..<end)).bytes
    guard constantTimeEqual(code.span, bytes.span.extracting(end...)) else { return nil }
    var reader = ByteReader(Array(bytes[..<end]))
    guard reader.take(8) == Self.magic, let version: UInt16 = reader.number(),
      version == Self.version, let _: UInt16 = reader.number(),
      let generation = reader.take(16).flatMap({ Identifier16($0) }),
      let sight = reader.take(Self.codeSize), reader.remaining == 0
    else { return nil }
    self.init(generation: generation, sight: sight)
  }
}

/// The enrolment generation, and the domain state that applications see
/// (Specification/access-control.md, "Domain state", "Domain state and biometryCurrentSet").
///
/// The enrolment generation is a random identifier that is drawn anew if the fingerprint reader or
/// its fingers change.
extension KeybagFiles {
  /// Returns the random identifier (generation) of the recorded fingerprint reader and fingers.
  ///
  /// Nil if nothing is recorded, if the file is damaged, or if `texts` are not the recorded reader
  /// and fingers.
  ///
  /// - Parameter texts: the reader and fingers that the machine has now. Nil if the machine cannot
  ///   tell. The recorded generation is then returned without a comparison.
  package func enrolmentGeneration(
    seeing texts: [String]?
  ) throws(KeybagError) -> Identifier16? {
    let key = try enrolmentKey()
    guard let record = try readEnrolment(key) else { return nil }
    guard let texts else { return record.generation }
    return try record.sight == sight(of: texts, key) ? record.generation : nil
  }

  /// Returns the generation of a fingerprint reader and its fingers, and records them if they are
  /// new.
  ///
  /// The generation is a random identifier. If the file has another reader or other fingers, or is
  /// missing, a new identifier is drawn and written. So a generation that was replaced never
  /// becomes valid again. The caller holds the store's lock.
  ///
  /// - Parameter texts: the descriptions of the reader and its fingers.
  package func renewEnrolmentGeneration(
    seeing texts: [String], randomness: any RandomnessSource
  ) throws(KeybagError) -> Identifier16 {
    if let known = try enrolmentGeneration(seeing: texts) { return known }
    let key = try enrolmentKey()
    let record: EnrolmentRecord
    let bytes: [UInt8]
    do {
      guard let fresh = Identifier16(try randomness.bytes(count: 16)) else {
        throw KeybagError.unavailable(.randomness)
      }
      record = EnrolmentRecord(generation: fresh, sight: try sight(of: texts, key))
      bytes = try record.encode(authenticatedBy: key)
    } catch {
      throw KeybagError(error)
    }
    try put(bytes.span, .enrolment, replacing: true)
    return record.generation
  }

  /// Derives the domain state of an application: 32 bytes that change whenever `info` changes.
  ///
  /// An application keeps the bytes and compares them later, to notice other fingers or other
  /// paired devices. The bytes are the HKDF-SHA256 of the device key, the application identifier
  /// and `info`. So the bytes differ between devices and between applications.
  ///
  /// - Parameters:
  ///   - salt: the application identifier.
  ///   - info: the enrolled fingers, the paired devices or both, encoded by `DomainState.info`.
  package func domainState(salt: [UInt8], info: [UInt8]) throws(KeybagError) -> [UInt8] {
    let parts = try readParts()
    // Fails unless the device key belongs to this store.
    _ = try parts.keybag.authority(parts.deviceKey)
    do {
      let state = try KeyDerivation.hkdf(
        key: parts.deviceKey.bytes, salt: salt, info: info, count: 32)
      return state.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    } catch {
      throw KeybagError(error)
    }
  }

  private func enrolmentKey() throws(KeybagError) -> HMACSHA256 {
    let parts = try readParts()
    return try parts.keybag.authority(parts.deviceKey).enrolmentKey()
  }

  private func sight(
    of texts: [String], _ key: HMACSHA256
  ) throws(KeybagError) -> [UInt8] {
    do {
      return try EnrolmentRecord.sight(of: texts, under: key)
    } catch {
      throw KeybagError(error)
    }
  }

  /// Reads the file `enrolment`.
  ///
  /// Nil if the file is missing, or if its authentication code is wrong under `key`.
  private func readEnrolment(_ key: HMACSHA256) throws(KeybagError) -> EnrolmentRecord? {
    guard let bytes = try readWhatIsOurs(.enrolment, limit: EnrolmentRecord.size) else {
      return nil
    }
    do {
      return try EnrolmentRecord(decoding: bytes, authenticatedBy: key)
    } catch {
      throw KeybagError(error)
    }
  }
}
