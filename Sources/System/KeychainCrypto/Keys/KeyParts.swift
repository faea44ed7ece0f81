// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL
import SecureMemory

/// The named components of a key that is passed to libcrypto, in secret memory.
///
/// A component is a number, bytes or a text.
@safe
struct KeyParts {
  private enum Kind { case number, bytes, text }

  private struct Part {
    let name: String
    let kind: Kind
    let value: SecretBytes
  }

  private var parts: [Part] = []

  /// Adds a component that is a number, given as big-endian bytes.
  mutating func number(_ name: String, _ digits: SecretBytes) {
    // libcrypto expects the machine's byte order.
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

  /// Runs `body` with the components as a parameter list of libcrypto.
  ///
  /// Returns the result of `body`.
  func with(_ body: (UnsafeMutablePointer<OSSL_PARAM>?) -> Bool) -> Bool {
    var list: [OSSL_PARAM] = unsafe []
    return unsafe lend(parts[...], &list, body)
  }

  /// Adds the components in `left` to the list, then runs `body` with the list, and returns its
  /// result.
  ///
  /// The pointers in the list are valid while `body` runs. The function calls itself once for each
  /// component, within the closure in which the pointer to the component is valid.
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
