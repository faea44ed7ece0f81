// SPDX-License-Identifier: Apache-2.0

/// A word, text, number or sign of a requirement, with its place in the text.
struct RequirementToken: Hashable {
  enum Content: Hashable {
    /// Letters, digits and periods without quotes, which may be a word of the language or a text.
    case word([UInt8])
    case quoted([UInt8])
    /// The bytes that the hexadecimal digits in `H"..."` stand for.
    case hash([UInt8])
    /// The bytes that the hexadecimal digits of `0x...` stand for.
    case hexadecimal([UInt8])
    /// A sign of one or two characters, such as `(` and `>=`.
    case sign([UInt8])
    case end
  }

  let content: Content
  /// The offset of the token's first byte in the text of the requirement.
  let place: Int

  func isWord(_ text: StaticString) -> Bool {
    if case .word(let word) = content { word.elementsEqual("\(text)".utf8) } else { false }
  }

  func isSign(_ text: StaticString) -> Bool {
    if case .sign(let sign) = content { sign.elementsEqual("\(text)".utf8) } else { false }
  }
}
