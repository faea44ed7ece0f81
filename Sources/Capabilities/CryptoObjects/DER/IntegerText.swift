// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

extension HexText {
  /// The number that an INTEGER holds: decimal up to eight bytes, beyond that the bytes
  /// (spec/certificates.md 2.9).
  package static func integer(_ content: some Collection<UInt8>) -> String {
    guard let first = content.first, content.count <= 8 else { return spaced(content) }
    let value = content.reduce(first >= 0x80 ? -1 : 0) { (sum: Int64, byte) in
      sum << 8 | Int64(byte)
    }
    return String(value)
  }
}
