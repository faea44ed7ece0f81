// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// The password of a file, in the two forms that schemes take.
package struct ImportPassword: Sendable {
  /// In UTF-8 (RFC 8018).
  let text: SecretBytes
  /// As a BMPString with two zero bytes at the end (RFC 7292 B.1); beyond the BMP in UTF-16.
  let wide: SecretBytes

  /// The password that a caller who gave none is taken to have given.
  package static let empty = ImportPassword(
    text: SecretBytes(copying: []), wide: SecretBytes(copying: [0, 0]))

  private init(text: SecretBytes, wide: SecretBytes) {
    self.text = text
    self.wide = wide
  }

  /// Nil for bytes that are not UTF-8.
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

  /// What it may stand for: an empty one is written as two zero bytes by some, as none by others
  /// (spec/certificates.md 4.3).
  var forms: [ImportPassword] {
    guard text.isEmpty else { return [self] }
    return [self, ImportPassword(text: text, wide: text)]
  }

  /// Gives the units of UTF-16 out; false where the bytes are not UTF-8.
  private static func encode(_ text: SecretBytes, _ unit: (UInt16) -> Void) -> Bool {
    let hasStopped = transcode(
      SecretIterator(bytes: text), from: UTF8.self, to: UTF16.self, stoppingOnError: true,
      into: unit)
    return !hasStopped
  }
}

/// The bytes of a secret, one after the other.
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
  /// Writes it with its high byte first.
  fileprivate func write(to output: inout MutableSpan<UInt8>, at place: Int) {
    output[place] = UInt8(truncatingIfNeeded: self >> 8)
    output[place + 1] = UInt8(truncatingIfNeeded: self)
  }
}
