// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The call of SecItemUpdate that replaces a refused add, for pasting into the caller's program.
///
/// Specification/diagnostics.md, "-25299: show the item and print the update". A caller in a shell
/// gets a command instead.
enum UpdateProgram {
  static func lines(
    _ collision: CollisionFact, _ facts: CallFacts, _ wording: Wording
  ) -> [String] {
    var changes = CollisionComparison(collision, facts).different.map { given in
      let text = literal(given.value, of: given.attribute, wording)
      let line = "  \(ConstantNames.constant(given.attribute)): " + text + ","
      guard case .bytes(let bytes) = given.value, !text.hasPrefix("Data(") else { return line }
      return line + "      // your \(Wording.bytes(bytes.count))"
    }
    if facts.pairs.contains(where: { $0.key == "v_Data" }) {
      changes.append("  kSecValueData: secret,")
    }
    if facts.item?.accessControl != nil {
      changes.append("  // the access control is set once, at add (K719)")
    }
    guard !changes.isEmpty else { return ["// nothing to change"] }
    switch facts.language {
    case .swift: break
    case .c: return pairs(key: key(collision.occupant, wording), changes: changes)
    case .shell where [.certificate, .key].contains(collision.occupant.itemClass):
      return ["# nothing to do: the item exists"]
    case .shell:
      return UpdateCommand.lines(collision, facts, wording)
        ?? pairs(key: key(collision.occupant, wording), changes: changes)
    }
    return ["let key = ["] + key(collision.occupant, wording) + ["] as NSDictionary"]
      + ["let changes = ["] + changes + ["] as NSDictionary"]
      + ["let status = SecItemUpdate(key, changes)"]
  }

  /// Returns the SecItemUpdate call for any programming language, as the pairs of its two
  /// dictionaries.
  static func pairs(key: [String], changes: [String]) -> [String] {
    ["SecItemUpdate(key, changes), where key has"] + key + ["and changes has"] + changes
  }

  /// Returns the lines of program text that give the primary key of an item as it is stored.
  ///
  /// An attribute of the key is left out if its value is empty and all classes have the attribute,
  /// as they have the access group. Any other attribute is included even if its value is empty.
  /// Without this attribute, the call in the program text would change every item that matches the
  /// rest of the key.
  static func key(_ item: ItemFact, _ wording: Wording) -> [String] {
    var lines = ["  kSecClass: \(ConstantNames.constant(item.itemClass)),"]
    let rows = Schema.of(item.itemClass).primaryKey.sorted {
      Wording.comesBefore($0.attribute, $1.attribute, in: item.itemClass)
    }
    for row in rows {
      guard row.attribute != .synchronizable, row.attribute != .multiUser,
        let value = item.attributes[row.attribute]
      else { continue }
      if value.isEmpty, Wording.isTail(row.attribute) { continue }
      lines.append(
        "  \(ConstantNames.constant(row.attribute)): "
          + literal(value, of: row.attribute, wording) + ",")
    }
    lines.append("  kSecAttrSynchronizable: \(item.isSynchronizable),")
    return lines
  }

  /// Returns a value as Swift source text, or a placeholder for the value.
  ///
  /// A placeholder stands for a date, for more than 32 bytes, and for a value that the explanation
  /// must not show.
  static func literal(
    _ value: AttributeValue, of attribute: Attribute, _ wording: Wording
  ) -> String {
    if attribute == .protection, case .text(let name) = value,
      let protection = Protection(name: name)
    {
      return ConstantNames.constant(protection)
    }
    let isTold = wording.showsValues && !Wording.withheld.contains(attribute)
    switch value {
    case .text(let text) where text.isEmpty: return "\"\""
    case .bytes(let bytes) where bytes.isEmpty: return "Data()"
    case .number(0): return "0"
    case .date(.reference): return "Date(timeIntervalSinceReferenceDate: 0)"
    case .text(let text) where attribute == .accessGroup || isTold: return quoted(text)
    case .number(let number) where isTold: return "\(number)"
    case .bytes(let bytes) where isTold && bytes.count <= 32:
      return "Data([" + numbers(bytes) + "])"
    case .text, .number, .bytes, .real, .date: return placeholder(attribute)
    }
  }

  /// Returns the attributes by which a program usually names an item of a class, for example
  /// account and service.
  ///
  /// Empty for identities.
  static func needed(of itemClass: ItemClass) -> [Attribute] {
    switch itemClass {
    case .genericPassword: [.account, .service]
    case .internetPassword: [.account, .server]
    case .certificate: [.issuer, .serialNumber]
    case .key: [.applicationLabel]
    case .identity: []
    }
  }

  static func placeholder(_ attribute: Attribute) -> String {
    if Wording.withheld.contains(attribute) { return attribute.name }
    let name = ConstantNames.constant(attribute)
    guard name.hasPrefix("kSecAttr") else { return attribute.name }
    let word = name.dropFirst("kSecAttr".count)
    return word.prefix(1).lowercased() + word.dropFirst()
  }

  /// Returns bytes as a list of numbers, which begins on a new line if it needs several lines.
  private static func numbers(_ bytes: [UInt8]) -> String {
    let lines = stride(from: 0, to: bytes.count, by: perLine).map { start in
      bytes[start..<min(start + perLine, bytes.count)].map { "\($0)" }.joined(separator: ", ")
    }
    return lines.count < 2 ? lines.joined() : "\n    " + lines.joined(separator: ",\n    ")
  }

  private static let perLine = 10
  /// The greatest width of a string literal in columns.
  ///
  /// A wider literal is split over several lines.
  private static let longest = 50

  /// Returns a text as a Swift string literal, split over several lines if it is long.
  static func quoted(_ text: String) -> String {
    var parts = [""]
    for scalar in text.unicodeScalars {
      let shown =
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case _
        where scalar.value < 0x20 || VisibleText.isUnseen(scalar)
          || (0x7F..<0xA0).contains(scalar.value):
          "\\u{\(String(scalar.value, radix: 16))}"
        default: String(scalar)
        }
      if ColumnWidth.of(parts[parts.count - 1] + shown) > longest { parts.append("") }
      parts[parts.count - 1] += shown
    }
    return parts.map { "\"\($0)\"" }.joined(separator: "\n    + ")
  }
}
