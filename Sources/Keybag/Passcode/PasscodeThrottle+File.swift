// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
import SecureMemory

/// The file `attempts` (Documentation/Formats/keybag.md 9).
extension PasscodeThrottle {
  private static let magic = Array("LATCHKAT".utf8)
  private static let version: UInt16 = 1
  private static let codeSize = 32
  static let sizeLimit = 8 + 4 + 4 + 4 + 28 + programLimit * 44 + codeSize

  /// The file's bytes.
  func encode(authenticatedBy key: HMACSHA256) throws(CryptoError) -> [UInt8] {
    var writer = ByteWriter()
    writer.append(Self.magic)
    writer.number(Self.version)
    writer.number(UInt16(0))
    writer.number(biometryFailures)
    writer.number(UInt32(programs.count))
    prompt.append(to: &writer)
    for (program, counter) in programs.sorted(by: { $0.key < $1.key }) {
      writer.append(program.bytes)
      counter.append(to: &writer)
    }
    return writer.bytes + (try key.code(writer.bytes.span).bytes)
  }

  /// Reads what `encode` wrote; nil for anything else.
  init?(decoding bytes: [UInt8], authenticatedBy key: HMACSHA256) throws(CryptoError) {
    guard bytes.count > Self.codeSize else { return nil }
    let end = bytes.count - Self.codeSize
    let code = try key.code(bytes.span.extracting(..<end)).bytes
    guard constantTimeEqual(code.span, bytes.span.extracting(end...)) else { return nil }
    var reader = ByteReader(Array(bytes[..<end]))
    guard reader.take(8) == Self.magic, let version: UInt16 = reader.number(),
      version == Self.version, let _: UInt16 = reader.number(),
      let failures: UInt32 = reader.number(), let count: UInt32 = reader.number(),
      count <= Self.programLimit, let prompt = Counter(&reader)
    else { return nil }
    self.init()
    biometryFailures = failures
    self.prompt = prompt
    for _ in 0..<count {
      guard let program = reader.take(16).flatMap({ Identifier16($0) }),
        let counter = Counter(&reader)
      else { return nil }
      programs[program] = counter
    }
    guard reader.remaining == 0 else { return nil }
  }
}

extension PasscodeThrottle.Counter {
  fileprivate func append(to writer: inout ByteWriter) {
    writer.number(count)
    writer.append(last.boot.bytes)
    writer.number(UInt64(bitPattern: last.microseconds))
  }

  fileprivate init?(_ reader: inout ByteReader) {
    guard let count: UInt32 = reader.number(),
      let boot = reader.take(16).flatMap({ Identifier16($0) }),
      let number: UInt64 = reader.number(), let microseconds = Int64(exactly: number)
    else { return nil }
    self.init(count: count, last: BootMoment(boot: boot, microseconds: microseconds))
  }
}
