// SPDX-License-Identifier: Apache-2.0

/// Writes a property list in Apple's XML form.
///
/// The pairs of a dictionary are sorted by their keys, so equal lists have equal bytes.
struct PropertyListText {
  private var text = ""

  /// Returns the bytes of a property list with the given value.
  static func bytes(_ value: PropertyListValue) -> [UInt8] {
    var writer = PropertyListText()
    writer.text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """
    writer.write(value, 0)
    writer.text += "</plist>\n"
    return Array(writer.text.utf8)
  }

  private mutating func write(_ value: PropertyListValue, _ depth: Int) {
    switch value {
    case .text(let text): line("<string>\(Self.escaped(text))</string>", depth)
    case .integer(let integer): line("<integer>\(integer)</integer>", depth)
    case .real(let real): line("<real>\(real)</real>", depth)
    case .truth(let truth): line(truth ? "<true/>" : "<false/>", depth)
    case .moment(let moment): line("<date>\(CivilTime(moment).internetForm)</date>", depth)
    case .data(let data):
      line("<data>", depth)
      let width = max(4, (76 - 8 * depth) / 4 * 4)
      for part in Base64.lines(data, width: width) { line(part, depth) }
      line("</data>", depth)
    case .array(let values):
      guard !values.isEmpty else { return line("<array/>", depth) }
      line("<array>", depth)
      for value in values { write(value, depth + 1) }
      line("</array>", depth)
    case .dictionary(let pairs):
      guard !pairs.isEmpty else { return line("<dict/>", depth) }
      line("<dict>", depth)
      for (key, value) in pairs.sorted(by: {
        Array($0.key.utf8).lexicographicallyPrecedes($1.key.utf8)
      }) {
        line("<key>\(Self.escaped(key))</key>", depth + 1)
        write(value, depth + 1)
      }
      line("</dict>", depth)
    }
  }

  private mutating func line(_ words: String, _ depth: Int) {
    text += String(repeating: "\t", count: depth) + words + "\n"
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\r": result += "&#13;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
