// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL
import SecureMemory

/// The named parts of a key on their way into libcrypto: numbers, bytes and texts, all of them in
/// secret memory.
@safe
struct KeyParts {
  private enum Kind { case number, bytes, text }

  private struct Part {
    let name: String
    let kind: Kind
    let value: SecretBytes
  }

  private var parts: [Part] = []

  /// A number of big-endian bytes.
  mutating func number(_ name: String, _ digits: SecretBytes) {
    // libcrypto takes the machine's order.
    let turned = SecretBytes(count: digits.count) { (output: inout MutableSpan<UInt8>) in
      digits.withBytes { digits in
        for place in digits.indices { output[digits.count - 1 - place] = digits[place] }
      }
    }
    parts.append(Part(name: name, kind: .number, value: turned))
  }

  mutating func bytes(_ name: String, _ bytes: [UInt8]) {
    parts.append(Part(name: name, kind: .bytes, value: SecretBytes(copying: bytes)))
  }

  mutating func text(_ name: String, _ text: String) {
    let bytes = SecretBytes(copying: Array(text.utf8) + [0])
    parts.append(Part(name: name, kind: .text, value: bytes))
  }

  /// Lends them as libcrypto's list.
  func with(_ body: (UnsafeMutablePointer<OSSL_PARAM>?) -> Bool) -> Bool {
    var list: [OSSL_PARAM] = unsafe []
    return unsafe lend(parts[...], &list, body)
  }

  /// Each part within the loan of the one before, so that all pointers stay valid.
  private func lend(
    _ left: ArraySlice<Part>, _ list: inout [OSSL_PARAM],
    _ body: (UnsafeMutablePointer<OSSL_PARAM>?) -> Bool
  ) -> Bool {
    guard let part = left.first else {
      unsafe list.append(OSSL_PARAM_construct_end())
      return unsafe list.withUnsafeMutableBufferPointer { unsafe body($0.baseAddress) }
    }
    return unsafe part.value.withUnsafeBytes { value in
      unsafe part.name.withCString { name in
        let start = unsafe UnsafeMutableRawPointer(mutating: value.baseAddress)
        switch part.kind {
        case .number:
          unsafe list.append(
            OSSL_PARAM_construct_BN(
              name, start?.assumingMemoryBound(to: UInt8.self), value.count))
        case .bytes:
          unsafe list.append(OSSL_PARAM_construct_octet_string(name, start, value.count))
        case .text:
          unsafe list.append(
            OSSL_PARAM_construct_utf8_string(
              name, start?.assumingMemoryBound(to: CChar.self), value.count - 1))
        }
        return unsafe lend(left.dropFirst(), &list, body)
      }
    }
  }
}
