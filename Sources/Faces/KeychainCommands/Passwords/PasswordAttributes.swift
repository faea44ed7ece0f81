// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The attributes that a password command accepts, and the option letter for each
/// (Specification/security-cli.md, "add-generic-password / add-internet-password",
/// "find-generic-password / find-internet-password").
package struct PasswordAttributes: Sendable {
  /// The form in which the user writes the value of an attribute after an option letter.
  package enum Form: Sendable {
    /// Text; the value is data if the argument is not UTF-8.
    case text
    /// Data: the value has exactly the bytes of the argument.
    case data
    /// A four-character code such as `aapl`, which the store keeps as a number.
    case codeNumber
    /// A four-character code, which the store keeps as text, like the `kSecAttrProtocol…`
    /// constants.
    case codeText
    /// A decimal number from 0 to 65535.
    case port
  }

  let itemClass: ItemClass
  package let letters: [Character: (attribute: Attribute, form: Form)]
  /// The attribute for the option `-s`: the service of a generic password, or the server of an
  /// internet password.
  let place: Attribute

  /// The noun for the attribute of the option `-s` in messages: "service" or "server".
  var placeWord: String { place == .service ? "service" : "server" }

  package static let generic = PasswordAttributes(
    itemClass: .genericPassword,
    letters: [
      "a": (.account, .text), "c": (.creator, .codeNumber), "C": (.type, .codeNumber),
      "D": (.itemDescription, .text), "G": (.generic, .data), "j": (.comment, .text),
      "l": (.label, .text), "s": (.service, .text),
    ],
    place: .service)

  package static let internet = PasswordAttributes(
    itemClass: .internetPassword,
    letters: [
      "a": (.account, .text), "c": (.creator, .codeNumber), "C": (.type, .codeNumber),
      "d": (.securityDomain, .text), "D": (.itemDescription, .text), "j": (.comment, .text),
      "l": (.label, .text), "p": (.path, .text), "P": (.port, .port),
      "r": (.protocolCode, .codeText), "s": (.server, .text),
      "t": (.authenticationType, .codeText),
    ],
    place: .server)

  /// Returns the attributes that the user gave with option letters.
  ///
  /// An empty four-character code and the port 0 set no attribute.
  ///
  /// - Throws: `Stop` if a value is wrong.
  func read(_ options: OptionReader, on terminal: Terminal) throws(Stop) -> AttributeSet {
    var set = AttributeSet()
    for option in options.options {
      guard case .letter(let letter) = option.name, let bytes = option.value,
        let (attribute, form) = letters[letter]
      else { continue }
      set[attribute] = try value(bytes, form, attribute, on: terminal)
    }
    return set
  }

  /// Returns the attributes of a new item that the user has not given, with their default values.
  ///
  /// The label is the service or the server. The authentication type of an internet password is
  /// `dflt`.
  func defaults(for given: AttributeSet) -> AttributeSet {
    var set = AttributeSet()
    if given[.label] == nil { set[.label] = given[place] }
    if itemClass == .internetPassword, given[.authenticationType] == nil {
      set[.authenticationType] = .text("dflt")
    }
    return set
  }

  /// Returns the message that the account, or the service or server, of a new item is missing; nil
  /// if both are given.
  func missing(in given: AttributeSet) -> String? {
    var missing: [String] = []
    if given[.account] == nil { missing.append("-a account") }
    if given[place] == nil { missing.append("-s \(placeWord)") }
    guard !missing.isEmpty else { return nil }
    let verb = missing.count == 1 ? "is" : "are"
    return "\(missing.joined(separator: " and ")) \(verb) missing"
  }

  /// The message that a deletion names no password.
  var missingFilter: String {
    "an option that names the password is missing, such as -a account or -s \(placeWord)"
  }

  /// Returns the predicates with which a command searches for the given attributes.
  ///
  /// Some attributes of the primary key can be given with option letters. If the user gave all of
  /// these, the search ignores the other attributes that were given (Specification/security-cli.md,
  /// "find-generic-password / find-internet-password").
  func predicates(_ given: AttributeSet) -> [Predicate] {
    let identifying = Schema.of(itemClass).primaryKey.map(\.attribute)
      .filter { isOption($0) }
    let isComplete = identifying.allSatisfy { given[$0] != nil }
    return given.filter { !isComplete || identifying.contains($0.attribute) }
      .map { Predicate($0.attribute, $0.value) }
  }

  private func isOption(_ attribute: Attribute) -> Bool {
    letters.values.contains { $0.attribute == attribute }
  }

  /// Returns the attribute value that an argument of an option means; nil if it sets no attribute.
  private func value(
    _ bytes: [UInt8], _ form: Form, _ attribute: Attribute, on terminal: Terminal
  ) throws(Stop) -> AttributeValue? {
    switch form {
    case .text:
      return try coerce(textOrBytes(bytes), attribute)
    case .data: return .bytes(bytes)
    case .codeText:
      let isProtocol = attribute == .protocolCode
      guard
        let code = try FourCharacterCode.read(
          bytes, on: terminal, named: isProtocol ? ProtocolName.codes : [:])
      else { return nil }
      return try coerce(textOrBytes(code), attribute)
    case .codeNumber:
      guard let code = try FourCharacterCode.read(bytes, on: terminal) else { return nil }
      return .number(code.reduce(Int64(0)) { $0 << 8 | Int64($1) })
    case .port:
      guard let port = Int64(String(decoding: bytes, as: UTF8.self)), (0...65_535).contains(port)
      else { throw .usage(message: "-P takes a port number from 0 to 65535") }
      return port == 0 ? nil : .number(port)
    }
  }

  /// Returns the bytes as a text value, or as a data value if they are not UTF-8.
  private func textOrBytes(_ bytes: [UInt8]) -> RequestValue {
    String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .bytes(bytes)
  }

  /// Returns a value in the type that the store keeps for the attribute.
  ///
  /// The conversion follows the rules for a value in the dictionary of a `SecItem` call. Nil if the
  /// item class does not have the attribute.
  ///
  /// - Throws: `Stop.usage` if the attribute cannot have this value. The value is not just left
  ///   out, because a search without it would find other items.
  private func coerce(_ value: RequestValue, _ attribute: Attribute) throws(Stop)
    -> AttributeValue?
  {
    guard let row = Schema.of(itemClass)[attribute] else { return nil }
    do {
      return try row.kind.coerce(value)
    } catch {
      throw .usage(message: "the attribute \(attribute.name) takes text in UTF-8")
    }
  }
}

/// The four-character codes of protocols for the option `-r`, by their everyday names
/// (Specification/secitem.md, "Data protection", `kSecAttrProtocol…`).
///
/// A name is left out if its code is the name itself, padded with blanks.
enum ProtocolName {
  static let codes = [
    "appletalk": "atlk", "ftpaccount": "ftpa", "ftpproxy": "ftpx", "httpproxy": "htpx",
    "https": "htps", "httpsproxy": "htsx", "imaps": "imps", "ldaps": "ldps", "nntps": "ntps",
    "pop3s": "pops", "rtspproxy": "rtsx", "socks": "sox ", "telnet": "teln", "telnets": "tels",
  ]
}
