// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

extension HexText {
  /// Returns the number in the content of an INTEGER as text (Specification/certificates.md,
  /// "CopyValues of a certificate").
  ///
  /// Numbers of at most eight bytes are decimal. Longer numbers are hexadecimal bytes.
  package static func integer(_ content: some Collection<UInt8>) -> String {
    guard let first = content.first, content.count <= 8 else { return spaced(content) }
    let value = content.reduce(first >= 0x80 ? -1 : 0) { (sum: Int64, byte) in
      sum << 8 | Int64(byte)
    }
    return String(value)
  }
}
