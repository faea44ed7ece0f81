// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainExplaining
import KeychainTypes
import Security

/// The dictionary of a call, built from words of a command line such as `svce=AYS,acct=ann`
/// (Specification/diagnostics.md, "security explain").
///
/// Messages about a mistake never repeat a word: it may be a password in the wrong place.
struct QueryWords {
  /// A mistake in the words with which the user describes a call, and the message for the user.
  struct Misuse: Error {
    let message: String
  }

  private(set) var pairs: [NSString: Any] = [:]
  private(set) var attributes: [Attribute] = []
  private var hasClass = false

  /// Reads the words with which the user describes a call.
  ///
  /// - Parameter areChanges: True if the words are the changes of an update. The word `data` then
  ///   means a new secret.
  /// - Throws: `Misuse` with a message about the first mistake.
  init(_ words: [String], areChanges: Bool = false) throws(Misuse) {
    let call = try WrittenCall(words)
    for part in call.parts {
      switch part {
      case .word(let word): try take(word, areChanges: areChanges)
      case .pair(let pair): try take(pair, isProgram: call.isProgram)
      }
    }
  }

  /// A placeholder that the dictionary contains in place of an item's secret.
  ///
  /// The real secret is never given on a command line.
  static var secret: Data { Data("the secret".utf8) }

  static let secretMisuse = Misuse(
    message: "a secret is never given on the command line: add assumes a secret, --no-data no "
      + "secret; --set data stands for a new secret")

  /// Adds the attributes that the user gave by options such as `-s` and `-a`.
  ///
  /// - Throws: `Misuse` if an attribute is given twice.
  mutating func take(_ letters: AttributeSet) throws(Misuse) {
    for entry in letters {
      guard let value = CallValue(entry.value) else { continue }
      try set(value, of: entry.attribute)
    }
  }

  /// Sets the item class that belongs to the name of a command, such as `find-generic-password`.
  ///
  /// - Throws: `Misuse` if the class is set already.
  mutating func take(_ itemClass: ItemClass) throws(Misuse) {
    try setClass(itemClass.rawValue)
  }

  /// Adds a key that requests a result of the call, such as `kSecReturnData` for the secret.
  mutating func takeReturn(_ key: String) throws(Misuse) {
    if pairs[key as NSString] as? Bool == true { return }
    try setOption(key, true)
  }

  /// Sets the value of a key that is not the name of an attribute, such as `kSecMatchLimit`.
  ///
  /// - Throws: `Misuse` if the key has a value already.
  mutating func setOption(_ key: String, _ value: Any) throws(Misuse) {
    guard pairs[key as NSString] == nil else {
      throw Misuse(message: "\(KeyNames.constant(key)) is given twice")
    }
    pairs[key as NSString] = value
  }

  /// Returns the dictionary of the call.
  ///
  /// - Parameter withClass: True to add an item class if the user's words name no class. The class
  ///   follows from the attributes, or is generic password.
  func dictionary(withClass: Bool) -> NSMutableDictionary {
    var pairs = pairs
    if withClass, !hasClass { pairs[kSecClass] = impliedClass.rawValue }
    return NSMutableDictionary(dictionary: pairs)
  }

  /// The item class that follows from the attributes, or generic password if no class follows from
  /// them.
  var impliedClass: ItemClass { decidedClass ?? .genericPassword }

  /// The item class of the first attribute that only a single item class has.
  ///
  /// Nil if every attribute of the call belongs to several classes or to no class.
  var decidedClass: ItemClass? {
    for attribute in attributes {
      let owners = ItemClass.stored.filter { Schema.of($0)[attribute] != nil }
      if owners.count == 1 { return owners[0] }
    }
    return nil
  }

  var namesClass: Bool { hasClass }

  /// The item class that the user's words name; nil if they name no class or an unknown class.
  var namedClass: ItemClass? {
    hasClass ? (pairs[kSecClass] as? String).flatMap { ItemClass(rawValue: $0) } : nil
  }

  /// Returns the attributes of the call, with values of the types that the schema of a class gives
  /// them.
  ///
  /// An attribute whose value the class does not take is left out.
  func attributeSet(of itemClass: ItemClass) -> AttributeSet {
    var set = AttributeSet()
    for attribute in attributes {
      let value: RequestValue
      switch pairs[attribute.name as NSString] {
      case let text as String: value = .text(text)
      case let data as Data: value = .bytes(Array(data))
      case let number as NSNumber: value = .number(number.int64Value)
      default: continue
      }
      set[attribute] = try? Schema.of(itemClass)[attribute]?.kind.coerce(value)
    }
    return set
  }

  private mutating func take(_ word: String, areChanges: Bool) throws(Misuse) {
    if CallKey(known: word) == .secret {
      guard areChanges else { throw Self.secretMisuse }
      guard pairs[kSecValueData] == nil else { throw Misuse(message: "data is given twice") }
      pairs[kSecValueData] = Self.secret
    } else if let itemClass = CallKey.namedClass(word) {
      try setClass(itemClass.rawValue)
    } else {
      throw Misuse(message: "a word is neither a verb nor attribute=value")
    }
  }

  private mutating func take(_ pair: WrittenPair, isProgram: Bool) throws(Misuse) {
    switch CallKey(pair.name) {
    case .secret?: throw Self.secretMisuse
    case .itemClass?:
      try setClass(CallKey.namedClass(pair.value)?.rawValue ?? pair.value)
    case .option(let key)?: try setOption(key, CallOption.value(pair, of: key))
    case .attribute(let attribute)?:
      try set(CallValue(pair, of: attribute, isProgram: isProgram), of: attribute)
    case nil:
      throw Misuse(
        message: "the word before = is not an attribute: \(AttributeWord.advice(pair.name))")
    }
  }

  private mutating func setClass(_ name: String) throws(Misuse) {
    guard !hasClass else { throw Misuse(message: "class is given twice") }
    hasClass = true
    pairs[kSecClass] = name
  }

  private mutating func set(_ value: CallValue, of attribute: Attribute) throws(Misuse) {
    guard !attributes.contains(attribute) else {
      throw Misuse(message: "\(attribute.name) is given twice")
    }
    attributes.append(attribute)
    pairs[attribute.name as NSString] = value.object
  }
}
