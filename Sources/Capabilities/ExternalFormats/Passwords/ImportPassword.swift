// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// The password of a file that is imported or exported, as UTF-8 and as UTF-16.
///
/// Each encryption scheme uses one of these two encodings.
package struct ImportPassword: Sendable {
  /// The password in UTF-8 (RFC 8018).
  let text: SecretBytes
  /// The password as a BMPString with two zero bytes at the end (RFC 7292 B.1), or in UTF-16 if it
  /// has characters beyond the BMP.
  let wide: SecretBytes

  /// The empty password, which is used if the caller gives no password.
  package static let empty = ImportPassword(
    text: SecretBytes(copying: []), wide: SecretBytes(copying: [0, 0]))

  private init(text: SecretBytes, wide: SecretBytes) {
    self.text = text
    self.wide = wide
  }

  /// Creates a password from UTF-8 text, or returns nil if the bytes are not UTF-8.
  package init?(utf8 text: SecretBytes) {
    var count = 0
    guard Self.encode(text, { _ in count += 1 }) else { return nil }
    self.text = text
    wide = SecretBytes(count: 2 * count + 2) { (output: inout MutableSpan<UInt8>) in
      var place = 0
      for index in output.indices { output[index] = 0 }
      _ = Self.encode(text) { unit in
        unit.write(to: &output, at: place)
        place += 2
      }
    }
  }

  package var isEmpty: Bool { text.isEmpty }

  /// The forms of the password to try on a file: two if the password is empty, otherwise one.
  ///
  /// For PKCS#12, some writers encode an empty password as two zero bytes, and other writers as no
  /// bytes (Specification/certificates.md, "PKCS#12 encryption schemes").
  var forms: [ImportPassword] {
    guard text.isEmpty else { return [self] }
    return [self, ImportPassword(text: text, wide: text)]
  }

  /// Converts UTF-8 text into UTF-16, and passes each 16-bit unit to `unit`.
  ///
  /// - Returns: false if the bytes are not UTF-8.
  private static func encode(_ text: SecretBytes, _ unit: (UInt16) -> Void) -> Bool {
    let hasStopped = transcode(
      SecretIterator(bytes: text), from: UTF8.self, to: UTF16.self, stoppingOnError: true,
      into: unit)
    return !hasStopped
  }
}

/// Iterates over the bytes of a `SecretBytes` value.
private struct SecretIterator: IteratorProtocol {
  let bytes: SecretBytes
  var place = 0

  mutating func next() -> UInt8? {
    guard place < bytes.count else { return nil }
    place += 1
    return bytes.withBytes { $0[place - 1] }
  }
}

extension UInt16 {
  /// Writes the number as two bytes, the high byte first.
  fileprivate func write(to output: inout MutableSpan<UInt8>, at place: Int) {
    output[place] = UInt8(truncatingIfNeeded: self >> 8)
    output[place + 1] = UInt8(truncatingIfNeeded: self)
  }
}
