// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// An access control as the text of the attribute `accc` in the command `item`
/// (Specification/security-cli.md, "The iOS-style tool").
///
/// The text has the name of the protection, and then terms, each after a semicolon:
/// `ak;od(cpo(DeviceOwnerAuthentication));odel(true)`. A term such as `od` gives the rule of one
/// operation. The term `dacl` gives the rule of all operations that have no term of their own. If
/// the text has other terms but no `dacl`, these operations are refused, except that deleting and
/// encrypting are allowed. A text without terms gives only the protection, and no rule.
enum AccessText {
  /// The error for a text that does not describe an access control.
  struct Failure: Error {}

  /// The value of a term: the text in parentheses after the name of the term.
  private indirect enum Value {
    case truth(Bool)
    case number(Int)
    case bytes
    case word(String)
    case constraints([(name: String, value: Value)])
  }

  /// The terms that give the rule of one operation, such as `od` for decryption.
  private static let operations: [(name: String, operation: ConstrainedOperation)] = [
    ("od", .decrypt), ("oe", .encrypt), ("odel", .delete), ("osgn", .sign), ("ock", .computeKey),
    ("okem", .decapsulate), ("oa", .attest),
  ]
  private static let standard = "dacl"
  private static let password = "prp"
  private static let count = "pkofn"
  private static let policy = "cpo"
  private static let presence = "DeviceOwnerAuthentication"
  /// The names inside the term `cbio` (biometry) that restrict it to the fingers or faces that are
  /// enrolled now.
  private static let currentSet: Set = ["pbioc", "pbioh"]

  static func read(_ text: String) throws(Failure) -> AccessControl {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false).map { part in
      part.filter { $0 != " " }
    }
    guard let protectionName = parts.first else { throw Failure() }
    var rules = AccessControl.Rules()
    var (other, requiresPassword): (AccessControl.Rule?, Bool) = (nil, false)
    var given: Set<String> = []
    let terms = parts.dropFirst().filter { !$0.isEmpty }
    for part in terms {
      var reader = Reader(part)
      let (name, value) = try reader.term()
      guard reader.isAtEnd, given.insert(name).inserted else { throw Failure() }
      if let operation = operations.first(where: { $0.name == name })?.operation {
        rules[operation] = try rule(value)
      } else if name == standard {
        other = try rule(value)
      } else if name == password, case .truth(let isRequired) = value {
        requiresPassword = isRequired
      } else {
        throw Failure()
      }
    }
    if !terms.isEmpty, other == nil {
      for name in ["oe", "odel"] where !given.contains(name) {
        rules[name == "oe" ? .encrypt : .delete] = .allowed
      }
    }
    guard
      let access = AccessControl(
        protectionName: protectionName, rules: rules, standard: other,
        requiresPassword: requiresPassword)
    else { throw Failure() }
    return access
  }

  /// Returns the rule that a value gives for an operation on the item.
  ///
  /// Nil if the value is `false`: the operation is then never allowed.
  private static func rule(_ value: Value) throws(Failure) -> AccessControl.Rule? {
    switch value {
    case .truth(let isAllowed): return isAllowed ? .allowed : nil
    case .number, .bytes, .word: throw Failure()
    case .constraints(let constraints):
      var factors: [AccessFactor] = []
      var wanted: Int?
      for (name, value) in constraints {
        if name == count, case .number(let number) = value {
          wanted = number
        } else {
          factors.append(try factor(name, value))
        }
      }
      let set = AccessFactors(factors)
      let number = wanted ?? factors.count
      guard set.count == factors.count, (1...max(1, factors.count)).contains(number),
        !factors.isEmpty
      else { throw Failure() }
      return .requires(count: number, of: set)
    }
  }

  private static func factor(_ name: String, _ value: Value) throws(Failure) -> AccessFactor {
    switch (name, value) {
    case (policy, .word(presence)), ("cpol", .word(presence)): return .userPresence
    case ("cup", .truth(true)): return .devicePasscode
    case ("cwtch", .truth(true)): return .watch
    case ("cbio", .truth(true)): return .biometryAny
    case ("cbio", .constraints(let parts)) where parts.allSatisfy({ currentSet.contains($0.name) }):
      return .biometryCurrentSet
    default: throw Failure()
    }
  }

  /// Reads names and values from the front of a text.
  private struct Reader {
    private var rest: Substring

    /// The greatest depth of parentheses in parentheses.
    private static let deepest = 8

    init(_ text: String) { rest = text[...] }

    var isAtEnd: Bool { rest.isEmpty }

    /// Reads a name with its value in parentheses.
    mutating func term(depth: Int = 0) throws(Failure) -> (name: String, value: Value) {
      let name = word()
      guard !name.isEmpty, depth < Self.deepest, rest.popFirst() == "(" else { throw Failure() }
      let value = try value(depth + 1)
      guard rest.popFirst() == ")" else { throw Failure() }
      return (name, value)
    }

    private mutating func value(_ depth: Int) throws(Failure) -> Value {
      if rest.first == "<" {
        let digits = rest.dropFirst().prefix { $0 != ">" }
        guard HexText.wholeBytes(String(digits)) != nil else { throw Failure() }
        rest = rest.dropFirst(digits.count + 1)
        guard rest.popFirst() == ">" else { throw Failure() }
        return .bytes
      }
      var ahead = self
      let word = ahead.word()
      guard ahead.rest.first == "(" else {
        self = ahead
        switch word {
        case "true": return .truth(true)
        case "false": return .truth(false)
        case "": throw Failure()
        default: return Int(word).map { .number($0) } ?? .word(word)
        }
      }
      var terms: [(name: String, value: Value)] = []
      while !rest.isEmpty, rest.first != ")" { terms.append(try term(depth: depth)) }
      return .constraints(terms)
    }

    private mutating func word() -> String {
      let word = rest.prefix { !"()<>;".contains($0) }
      rest = rest.dropFirst(word.count)
      return String(word)
    }
  }
}

extension AccessText {
  /// Returns the text of an access control, which `read` accepts.
  static func text(of access: AccessControl) -> String {
    guard let constraints = access.constraints else { return access.protectionName }
    var terms: [String] = []
    if let rule = constraints.standard { terms.append("\(standard)(\(text(of: rule)))") }
    if constraints.requiresPassword { terms.append("\(password)(true)") }
    for (name, operation) in operations {
      if let rule = constraints.rules[operation] {
        terms.append("\(name)(\(text(of: rule)))")
      } else if operation == .encrypt || operation == .delete, constraints.standard == nil {
        // `read` allows deleting and encrypting without a term, so a refusal needs a term.
        terms.append("\(name)(false)")
      }
    }
    return ([access.protectionName] + terms).joined(separator: ";")
  }

  private static func text(of rule: AccessControl.Rule) -> String {
    switch rule {
    case .allowed: return "true"
    case .requires(let number, let factors):
      let names = factors.map(text)
      return (number < names.count ? "\(count)(\(number))" : "") + names.joined()
    }
  }

  private static func text(of factor: AccessFactor) -> String {
    switch factor {
    case .userPresence: "\(policy)(\(presence))"
    case .biometryAny: "cbio(true)"
    case .biometryCurrentSet: "cbio(pbioc(<>))"
    case .devicePasscode: "cup(true)"
    case .watch: "cwtch(true)"
    }
  }
}
