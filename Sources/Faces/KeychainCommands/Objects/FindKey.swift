// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The command `find-key` (Specification/security-cli.md, "Keys and partition lists"): prints all
/// keys that match the options.
///
/// The status is 1 if no key matches.
enum FindKey {
  /// The words for kinds of keys that the option `-t` accepts.
  static let types = KeyFilter.keyClasses.keys.sorted()

  static func run(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    let filter = try KeyFilter(options, on: invocation.terminal)
    try KeychainOperands.check(options.operands, invocation)
    do throws(KeychainError) {
      let found = try filter.find(ObjectSearch(options, invocation))
      guard !found.isEmpty else { throw KeychainError(.itemNotFound, "nothing matches") }
      let path = try invocation.store.place().path
      for match in found { invocation.terminal.output(ItemPrinter.render(match, keychain: path)) }
      return 0
    } catch {
      _ = Refusal.report(error, of: "SecItemCopyMatching", in: invocation)
      return 1
    }
  }
}

/// The conditions that a key must meet, from the options of `find-key`
/// (Specification/security-cli.md, "Keys and partition lists").
private struct KeyFilter {
  /// For each option letter that means an operation, the attribute that states whether a key can
  /// perform the operation.
  private static let abilities: [Character: Attribute] = [
    "d": .canDecrypt, "e": .canEncrypt, "r": .canDerive, "s": .canSign, "u": .canUnwrap,
    "v": .canVerify, "w": .canWrap,
  ]
  /// The words that the option `-t` accepts, with the numbers that `kSecAttrKeyClass` has for them.
  static let keyClasses = ["public": 0, "private": 1, "symmetric": 2]

  private let predicates: [Predicate]
  /// The values of the application label that the option `-a` accepts; nil if the option is not
  /// given.
  ///
  /// The first value is the text of the option as bytes. If the text consists of hex digits, the
  /// second value is the bytes that the digits encode.
  private let labels: [AttributeValue]?
  /// True if the user gave the option `-D` (description) or `-j` (comment).
  ///
  /// The command then finds no key, because keys have no description and no comment.
  private let asksForMore: Bool

  init(_ options: OptionReader, on terminal: Terminal) throws(Stop) {
    var predicates: [Predicate] = []
    for (letter, attribute) in Self.abilities where options.contains(.letter(letter)) {
      predicates.append(Predicate(attribute, .number(1)))
    }
    if let code = options.value(.letter("c")),
      let bytes = try FourCharacterCode.read(code, on: terminal)
    {
      predicates.append(
        Predicate(.creator, .number(bytes.reduce(Int64(0)) { $0 << 8 | Int64($1) })))
    }
    if let label = options.value(.letter("l")) {
      let text = String(validating: label, as: UTF8.self)
      predicates.append(Predicate(.label, text.map { .text($0) } ?? .bytes(label)))
    }
    if let word = options.value(.letter("t")) {
      guard let number = Self.keyClasses[String(decoding: word, as: UTF8.self)] else {
        throw .usage(message: WordList.message("-t", FindKey.types))
      }
      predicates.append(Predicate(.keyClass, .number(Int64(number))))
    }
    labels = options.value(.letter("a")).map { text in
      [.bytes(text)] + (HexText.bytes(text).map { [.bytes($0)] } ?? [])
    }
    asksForMore = options.contains(.letter("D")) || options.contains(.letter("j"))
    if asksForMore {
      terminal.complain("-D and -j find nothing: keys have no description and no comment here")
    }
    self.predicates = predicates
  }

  /// Returns all keys that meet the conditions, in the order in which they were added to the store.
  func find(_ search: ObjectSearch) throws(KeychainError) -> [Match] {
    guard !asksForMore else { return [] }
    let found = try search.all(.key, predicates)
    guard let labels else { return found }
    return found.filter { match in
      match.attributes?[.applicationLabel].map { labels.contains($0) } ?? false
    }
  }
}
