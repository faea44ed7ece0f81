// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Numbers and times in the rows of the registry; nil for bytes of another length.
enum LittleEndian {
  static func number32(_ bytes: [UInt8]?) -> UInt32? {
    guard let bytes, bytes.count == 4 else { return nil }
    return bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  static func number64(_ bytes: [UInt8]?) -> UInt64? {
    guard let bytes, bytes.count == 8 else { return nil }
    return bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  static func bytes(_ time: Instant) -> [UInt8] {
    Canonical.littleEndian(UInt64(bitPattern: time.microseconds))
  }

  static func instant(_ bytes: [UInt8]?) -> Instant? {
    number64(bytes).map { Instant(microseconds: Int64(bitPattern: $0)) }
  }
}
