// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainExplaining
import KeychainTypes
import Security

/// The dictionary of a call as words of a command line: `svce=AYS,acct=ann`
/// (spec/diagnostics.md 1.2).
///
/// What is said of a mistake repeats no word: it may be a password in the wrong place.
struct QueryWords {
  /// What is wrong with a word.
  struct Misuse: Error {
    let message: String
  }

  private(set) var pairs: [NSString: Any] = [:]
  private(set) var attributes: [Attribute] = []
  private var hasClass = false

  /// - Parameter areChanges: whether they are those of an update, where a new secret may be named.
  init(_ words: [String], areChanges: Bool = false) throws(Misuse) {
    let call = try WrittenCall(words)
    for part in call.parts {
      switch part {
      case .word(let word): try take(word, areChanges: areChanges)
      case .pair(let pair): try take(pair, isProgram: call.isProgram)
      }
    }
  }

  /// What stands for the secret, which nobody gives on a command line.
  static var secret: Data { Data("the secret".utf8) }

  static let secretMisuse = Misuse(
    message: "a secret is never given on the command line: add assumes one, --no-data none; "
      + "--set data stands for a new one")

  /// Takes the attributes that options like `-s` and `-a` give.
  mutating func take(_ letters: AttributeSet) throws(Misuse) {
    for entry in letters {
      guard let value = CallValue(entry.value) else { continue }
      try set(value, of: entry.attribute)
    }
  }

  /// Takes a class that is named by other means than a word.
  mutating func take(_ itemClass: ItemClass) throws(Misuse) {
    try setClass(itemClass.rawValue)
  }

  /// Asks for a result, by its key.
  mutating func takeReturn(_ key: String) throws(Misuse) {
    if pairs[key as NSString] as? Bool == true { return }
    try setOption(key, true)
  }

  /// Sets a key that is no attribute.
  mutating func setOption(_ key: String, _ value: Any) throws(Misuse) {
    guard pairs[key as NSString] == nil else {
      throw Misuse(message: "\(KeyNames.constant(key)) is given twice")
    }
    pairs[key as NSString] = value
  }

  /// The dictionary, with the class that is meant.
  func dictionary(withClass: Bool) -> NSMutableDictionary {
    var pairs = pairs
    if withClass, !hasClass { pairs[kSecClass] = impliedClass.rawValue }
    return NSMutableDictionary(dictionary: pairs)
  }

  /// The class that alone has one of the attributes, else generic passwords.
  var impliedClass: ItemClass { decidedClass ?? .genericPassword }

  /// The class that alone has one of the attributes.
  var decidedClass: ItemClass? {
    for attribute in attributes {
      let owners = ItemClass.stored.filter { Schema.of($0)[attribute] != nil }
      if owners.count == 1 { return owners[0] }
    }
    return nil
  }

  var namesClass: Bool { hasClass }

  /// The class that the call names; nil if it names none or an unknown one.
  var namedClass: ItemClass? {
    hasClass ? (pairs[kSecClass] as? String).flatMap { ItemClass(rawValue: $0) } : nil
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
        message: "what stands before = is no attribute: \(AttributeWord.advice(pair.name))")
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
