// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes

/// The conditions that a key must meet, from the options of commands that look for keys
/// (Specification/security-cli.md, "Keys and partition lists").
struct KeyFilter {
  /// The option letters that mean an operation, each with the attribute that states whether a key
  /// can perform the operation.
  ///
  /// `stored` is the attribute in the store, and `inFile` is the number of the attribute in
  /// keychain files.
  private static let abilities: [Character: (stored: Attribute, inFile: UInt32)] = [
    "d": (.canDecrypt, 19), "e": (.canEncrypt, 18), "r": (.canDerive, 20), "s": (.canSign, 21),
    "u": (.canUnwrap, 26), "v": (.canVerify, 22), "w": (.canWrap, 25),
  ]
  /// The words that the option `-t` accepts, with the numbers that `kSecAttrKeyClass` has for them.
  static let keyClasses = ["public": 0, "private": 1, "symmetric": 2]
  /// The tables of a keychain file with public, private and symmetric keys.
  ///
  /// The index of a table is the value of `kSecAttrKeyClass` for the keys in the table: 0, 1 or 2.
  private static let tables: [Relation] = [.publicKeys, .privateKeys, .symmetricKeys]

  private var predicates: [Predicate] = []
  private var terms: [RecordTerm] = []
  private var tables = KeyFilter.tables
  /// The application labels of which a key must have one, from the option `-a`; nil without this
  /// option.
  ///
  /// The first label is the text of the option as bytes. If the text consists of hex digits, the
  /// second label is the bytes that the digits encode.
  private let labels: [[UInt8]]?
  /// True if the user gave the option `-D` (description) or `-j` (comment).
  ///
  /// The command then finds no key, because keys have no description and no comment.
  private let asksForMore: Bool

  init(_ options: OptionReader, on terminal: Terminal) throws(Stop) {
    labels = options.value(.letter("a")).map { text in
      [text] + (HexText.bytes(text).map { [$0] } ?? [])
    }
    asksForMore = options.contains(.letter("D")) || options.contains(.letter("j"))
    if asksForMore {
      terminal.complain("-D and -j find nothing: keys have no description and no comment here")
    }
    for (letter, attributes) in Self.abilities where options.contains(.letter(letter)) {
      predicates.append(Predicate(attributes.stored, .number(1)))
      terms.append(RecordTerm(attributes.inFile, .number(1)))
    }
    if let code = options.value(.letter("c")),
      let bytes = try FourCharacterCode.read(code, on: terminal)
    {
      predicates.append(
        Predicate(.creator, .number(bytes.reduce(Int64(0)) { $0 << 8 | Int64($1) })))
      terms.append(RecordTerm(KeyAttribute.creator, .bytes(bytes)))
    }
    if let label = options.value(.letter("l")) {
      let text = String(validating: label, as: UTF8.self)
      predicates.append(Predicate(.label, text.map { .text($0) } ?? .bytes(label)))
      terms.append(RecordTerm(KeyAttribute.printName, .bytes(label)))
    }
    if let word = options.value(.letter("t")) {
      guard let number = Self.keyClasses[String(decoding: word, as: UTF8.self)] else {
        throw .usage(message: WordList.message("-t", FindKey.types))
      }
      predicates.append(Predicate(.keyClass, .number(Int64(number))))
      tables = [Self.tables[number]]
    }
  }

  /// Returns all keys of the store that meet the conditions, in the order in which they were added.
  func find(_ search: ObjectSearch) throws(KeychainError) -> [Match] {
    guard !asksForMore else { return [] }
    let found = try search.all(.key, predicates)
    guard let labels else { return found }
    return found.filter { match in
      guard case .bytes(let label)? = match.attributes?[.applicationLabel] else { return false }
      return labels.contains(label)
    }
  }

  /// Returns all keys of a keychain file that meet the conditions: public keys first, then private
  /// keys, then symmetric keys.
  func items(in keychain: Keychain) throws(KeychainError) -> [KeychainItem] {
    guard !asksForMore else { return [] }
    var items: [KeychainItem] = []
    for table in tables {
      for item in try keychain.items(in: table, where: terms) {
        if let labels {
          guard let label = try item.values()[KeyAttribute.label]?.content,
            labels.contains(label)
          else { continue }
        }
        items.append(item)
      }
    }
    return items
  }
}
