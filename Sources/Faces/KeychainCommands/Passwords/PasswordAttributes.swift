// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The options that stand for attributes of a password (spec/security-cli.md 4.1, 4.2).
package struct PasswordAttributes: Sendable {
  /// How an argument becomes a value.
  package enum Form: Sendable {
    /// Text; bytes where it is no UTF-8.
    case text
    /// Data, whatever it holds.
    case data
    /// A four-character code as a number.
    case codeNumber
    /// A four-character code as text, as the `kSecAttrProtocol…` constants are.
    case codeText
    /// A decimal number.
    case port
  }

  let itemClass: ItemClass
  package let letters: [Character: (attribute: Attribute, form: Form)]
  /// Which of the two identifying options an item is named by: service or server.
  let place: Attribute

  /// What `-s` names.
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

  /// What the options say; codes that are empty and port 0 say nothing.
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

  /// The predicates of a search: all that was given, except that what identifies an item alone
  /// makes the rest count for nothing (4.2).
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

  /// nil where the argument says nothing.
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

  /// What is no UTF-8 stays as it came.
  private func textOrBytes(_ bytes: [UInt8]) -> RequestValue {
    String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .bytes(bytes)
  }

  /// The value as a dictionary's would be stored.
  ///
  /// What the attribute cannot hold is refused: a search without it would find something else.
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

/// Four-character codes as arguments.
enum FourCharacterCode {
  /// The four bytes, or nil for an empty argument.
  ///
  /// Other lengths end the command with status 1.
  ///
  /// - Parameter codes: those that are meant by names which are no codes.
  static func read(
    _ bytes: [UInt8], on terminal: Terminal, named codes: [String: String] = [:]
  ) throws(Stop) -> [UInt8]? {
    if bytes.isEmpty { return nil }
    if bytes.count == 4 { return bytes }
    terminal.error("Error: four-character types must be exactly 4 characters long.\n")
    let name = String(decoding: bytes, as: UTF8.self)
    let shown = VisibleText.of(name)
    if let code = codes[name.lowercased()] ?? (bytes.count == 3 ? shown + " " : nil) {
      terminal.error("(Try \"\(code)\" instead of \"\(shown)\".)\n")
    }
    throw .status(1)
  }
}

/// Names of protocols that people type for `-r`, and the codes that they stand for
/// (spec/secitem.md 10, `kSecAttrProtocol…`): all whose code is not the name itself with blanks.
enum ProtocolName {
  static let codes = [
    "appletalk": "atlk", "ftpaccount": "ftpa", "ftpproxy": "ftpx", "httpproxy": "htpx",
    "https": "htps", "httpsproxy": "htsx", "imaps": "imps", "ldaps": "ldps", "nntps": "ntps",
    "pop3s": "pops", "rtspproxy": "rtsx", "socks": "sox ", "telnet": "teln", "telnets": "tels",
  ]
}
