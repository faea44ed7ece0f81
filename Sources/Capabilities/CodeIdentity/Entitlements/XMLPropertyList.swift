// SPDX-License-Identifier: Apache-2.0

/// A look over a property list in XML before it is given to the real parser, which goes one call
/// deeper for each element within another: ten thousand of them end a thread with a small stack.
enum XMLPropertyList {
  private static let containers = ["<array", "<dict", "<plist"].map { Array($0.utf8) }

  /// Whether no more than so many elements that hold others begin, so that no more are open at
  /// once.
  ///
  /// Ends are not looked at: where the parser sees one and where it does not, in a comment or
  /// within a tag, need not be known then. Bytes that are no UTF-8, or say that they are in another
  /// encoding, could hide a beginning.
  static func isBounded(_ bytes: [UInt8], depth limit: Int) -> Bool {
    guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self),
      isInUTF8(text.utf8)
    else { return false }
    var count = 0
    for index in bytes.indices where bytes[index] == UInt8(ascii: "<") {
      guard containers.contains(where: { bytes[index...].starts(with: $0) }) else { continue }
      count += 1
      guard count <= limit else { return false }
    }
    return true
  }

  /// Whether the declaration at the front names no other encoding.
  private static func isInUTF8(_ text: String.UTF8View) -> Bool {
    let name = Array("encoding".utf8)
    var rest = text[...]
    var declaration: [UInt8] = []
    while let byte = rest.popFirst(), byte != UInt8(ascii: ">") { declaration.append(byte) }
    guard let place = declaration.indices.first(where: { declaration[$0...].starts(with: name) })
    else { return true }
    let value = declaration[(place + name.count)...]
      .drop { " \t\r\n='\"".utf8.contains($0) }
      .prefix { !"'\"?".utf8.contains($0) }
    return ["utf-8", "us-ascii"].contains(String(decoding: value, as: UTF8.self).lowercased())
  }
}
