// SPDX-License-Identifier: Apache-2.0
import CodeIdentity
import FileKeychain
import KeychainTypes

/// Prints an item of a keychain file (Specification/security-cli.md, "Printing one item", "Printing
/// an access list").
enum FileItemPrinter {
  /// Returns the lines about an item, from the line `keychain:` to the line of the last attribute.
  static func render(_ item: KeychainItem) throws(KeychainError) -> [UInt8] {
    let version = try item.keychain.database().version.rawValue
    return render(try item.values(), version: version, keychain: item.keychain.path)
  }

  /// Returns the lines about an item from its attributes, from the line `keychain:` to the line of
  /// the last attribute.
  ///
  /// - Parameters:
  ///   - version: The number of the file format, for the line `version:`.
  ///   - path: The path of the keychain file.
  static func render(_ values: RecordValues, version: UInt32, keychain path: String) -> [UInt8] {
    var text: [UInt8] = Array("keychain: ".utf8) + ByteRule.text(Array(path.utf8))
    text += Array("\nversion: \(version)\nclass: ".utf8) + classText(values.relation.id)
    text += Array("\nattributes:\n".utf8)
    let order = values.relation.attributes.sorted { $0.id < $1.id }
    for attribute in order {
      text += Array("    ".utf8) + ByteRule.number(attribute.id)
      text += Array("<\(formatName(attribute.format))>=".utf8)
      text += shown(values[attribute.id]) + [0x0A]
    }
    return text
  }

  private static func classText(_ relation: UInt32) -> [UInt8] {
    switch relation {
    case Relation.genericPasswords.id: ByteRule.text(Array("genp".utf8))
    case Relation.internetPasswords.id: ByteRule.text(Array("inet".utf8))
    case Relation.serverPasswords.id: ByteRule.text(Array("ashp".utf8))
    default: ByteRule.number(relation)
    }
  }

  private static func formatName(_ format: ValueFormat) -> String {
    switch format {
    case .string: "string"
    case .signed: "sint32"
    case .number: "uint32"
    case .bigNumber: "bignum"
    case .real: "real"
    case .date: "timedate"
    case .blob: "blob"
    case .numbers: "uint32 (multi)"
    }
  }

  private static func shown(_ value: FileValue?) -> [UInt8] {
    switch value {
    case .number(let number)?: return ByteRule.number(number)
    case .signed(let number)?: return ByteRule.number(UInt32(bitPattern: number))
    case .bytes(let bytes)? where !bytes.isEmpty: return ByteRule.text(bytes)
    case .numbers(let numbers)? where !numbers.isEmpty:
      return numbers.flatMap { ByteRule.number($0) }
    case .bytes?, .numbers?, nil: return Array("<NULL>".utf8)
    }
  }

  /// Returns the lines about an access list.
  static func render(_ access: AccessList?) -> [UInt8] {
    guard let access else { return Array("no access control for this item\n".utf8) }
    return entries(of: access).enumerated().reduce(into: heading(access)) { text, entry in
      text += render(entry.element, entry.offset)
    }
  }

  /// Returns the entries of an access list, in the order in which they are printed.
  ///
  /// The last entry is made from the owner of the list, and gives the right to change the list.
  static func entries(of access: AccessList) -> [AccessList.Entry] {
    access.ordered + [AccessList.Entry(access.owner, [.changeAccess])]
  }

  /// Returns the line before the entries of an access list.
  static func heading(_ access: AccessList) -> [UInt8] {
    Array("access: \(access.entries.count + 1) entries\n".utf8)
  }

  /// Returns the lines about one entry of an access list.
  static func render(_ entry: AccessList.Entry, _ number: Int) -> [UInt8] {
    let words = (entry.authorizations ?? [.any]).sorted { $0.rawValue < $1.rawValue }
    var text = "    entry \(number):\n        authorizations (\(words.count)):"
    text += words.map { " " + $0.word }.joined() + "\n"
    return Array((text + conditions(entry)).utf8)
  }

  private static func conditions(_ entry: AccessList.Entry) -> String {
    let simple = entry.subject.simple
    let needs = (simple?.prompt.flags ?? 0) & 1 != 0
    var text = needs ? "        require-password\n" : "        don't-require-password\n"
    text += "        description: \(description(entry, simple))\n"
    guard let programs = simple?.programs else { return text + "        applications: <null>\n" }
    text += "        applications (\(programs.count)):\n"
    for (number, program) in programs.enumerated() {
      text += "            \(number): \(name(of: program)) \(state(of: program))\n"
      text += "                requirement: \(requirement(of: program))\n"
    }
    return text
  }

  private static func description(
    _ entry: AccessList.Entry, _ simple: AccessSubject.Simple?
  ) -> String {
    if case .partition(let payload) = entry.subject {
      if entry.tag == AccessList.partitionTag, let list = PartitionList(decoding: payload) {
        return list.identifiers.map(VisibleText.of).joined(separator: ", ")
      }
      return HexText.lowerCase(payload)
    }
    guard let simple else { return "<NULL>" }
    return VisibleText.of(String(decoding: simple.prompt.description, as: UTF8.self))
  }

  private static func name(of program: TrustedProgram) -> String {
    guard program.path.first == UInt8(ascii: "/") else {
      return String(decoding: ByteRule.text(program.path), as: UTF8.self)
    }
    return VisibleText.of(String(decoding: program.path, as: UTF8.self))
  }

  /// Returns `(OK)` if the program at the path is still the program that the access list trusts.
  ///
  /// Otherwise the text is Apple's status for the difference, such as `(status -67050)`.
  private static func state(of program: TrustedProgram) -> String {
    if program.requirement != nil { return program.isAppleTool ? "(OK)" : "(status -67062)" }
    let path = String(decoding: program.path, as: UTF8.self)
    guard let hash = KeychainClient.legacyHash(of: path) else { return "(status 100002)" }
    return hash == program.legacyHash ? "(OK)" : "(status -67050)"
  }

  private static func requirement(of program: TrustedProgram) -> String {
    guard let content = program.requirement else { return "none" }
    // `content` lacks the header of a compiled requirement: the magic number and the length.
    var bytes: [UInt8] = []
    for number in [TrustedProgram.requirementMagic, UInt32(content.count + 8)] {
      bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    let text = (try? CodeRequirement(compiled: bytes + content))?.text
    return VisibleText.of(text ?? HexText.lowerCase(content))
  }
}
