// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

/// The file `enrolment`: which reader and which fingers were seen last, and the generation that
/// stands for them (Documentation/Formats/keybag.md 10).
struct EnrolmentRecord: Hashable, Sendable {
  private static let magic = Array("LATCHKEN".utf8)
  private static let version: UInt16 = 1
  private static let codeSize = 32
  static let size = 8 + 2 + 2 + 16 + codeSize + codeSize

  /// Drawn anew whenever something else is seen.
  let generation: Identifier16
  /// A code of what was seen, which tells nobody without the device key what that was.
  let sight: [UInt8]

  /// What stands for a reader and its fingers in the file.
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

  /// The file's bytes.
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

  /// Reads what `encode` wrote; nil for anything else.
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

/// What stands for the enrolled fingers, and what applications are told of it
/// (spec/access-control.md 1.5, 3.5).
extension KeybagFiles {
  /// The generation of what was seen last; nil where nothing was, or the file is damaged.
  ///
  /// - Parameter texts: reader and fingers as they are seen now; where other ones were seen last,
  ///   the answer is nil too. Nil where they cannot be seen.
  package func enrolmentGeneration(
    seeing texts: [String]?
  ) throws(KeybagError) -> Identifier16? {
    let key = try enrolmentKey()
    guard let record = try readEnrolment(key) else { return nil }
    guard let texts else { return record.generation }
    return try record.sight == sight(of: texts, key) ? record.generation : nil
  }

  /// The same, with a new generation written down where another is needed: an earlier one never
  /// comes back.
  ///
  /// The caller holds the lock.
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

  /// 32 bytes that stand for `info` on this device, for one application: HKDF-SHA256 of the device
  /// key.
  ///
  /// - Parameter salt: the application identifier.
  package func domainState(salt: [UInt8], info: [UInt8]) throws(KeybagError) -> [UInt8] {
    let parts = try readParts()
    // It is the store's own key, or there is no answer.
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

  /// Nil where the file is missing, or is not what was written.
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
