// SPDX-License-Identifier: Apache-2.0

import KeychainTypes

/// Returns a value in the notation of the vectors: the letter of its type, a colon, and its
/// content.
func notation(_ value: AttributeValue) -> String {
  switch value {
  case .text(let text): "t:" + text
  case .bytes(let bytes): "b:" + hexadecimal(bytes)
  case .number(let number): "n:\(number)"
  case .real(let real): "r:\(real)"
  case .date(let instant): "d:\(instant.microseconds)"
  }
}

/// Reads the notation.
///
/// Text may hold escapes `\u{…}`, as in Swift.
func parsed(_ notation: String) -> AttributeValue? {
  let content = String(notation.dropFirst(2))
  switch notation.prefix(2) {
  case "t:": return .text(unescaped(content))
  case "b:": return decoded(hexadecimal: content).map { .bytes($0) }
  case "n:": return Int64(content).map { .number($0) }
  case "r:": return Double(content).map { .real($0) }
  case "d:": return Int64(content).map { .date(Instant(microseconds: $0)) }
  default: return nil
  }
}

func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  let digits = Array("0123456789abcdef")
  return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
}

func decoded(hexadecimal text: String) -> [UInt8]? {
  let digits = text.compactMap(\.hexDigitValue)
  guard digits.count == text.count, digits.count % 2 == 0 else { return nil }
  return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

private func unescaped(_ text: String) -> String {
  var result = ""
  var rest = text[...]
  while let start = rest.firstRange(of: "\\u{"),
    let end = rest[start.upperBound...].firstIndex(of: "}")
  {
    result += rest[..<start.lowerBound]
    let scalar = UInt32(rest[start.upperBound..<end], radix: 16).flatMap(Unicode.Scalar.init)
    if let scalar { result.unicodeScalars.append(scalar) }
    rest = rest[rest.index(after: end)...]
  }
  return result + rest
}
