// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
import SecureMemory

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
