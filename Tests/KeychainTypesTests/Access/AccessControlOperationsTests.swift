// SPDX-License-Identifier: Apache-2.0

import KeychainTypes
import Testing

/// A row of Specification/secitem.md, "Resulting operation table": flags and their entries.
///
/// The entries are written as `operation=rule`.
struct OperationRow: CustomTestStringConvertible, Sendable {
  let flags: String
  let entries: String
  var testDescription: String { "\(flags): \(entries)" }

  init(_ flags: String, _ entries: String) {
    self.flags = flags
    self.entries = entries
  }
}

/// Returns the entries as text, in the order of the operations, with the default entry last.
func entries(of value: AccessControl) -> String {
  guard let constraints = value.constraints else { return "none" }
  func text(_ rule: AccessControl.Rule) -> String {
    switch rule {
    case .allowed: "true"
    case .requires(let count, let factors):
      "\(count)of(" + factors.map { "\($0)" }.joined(separator: ",") + ")"
    }
  }
  var parts = ConstrainedOperation.allCases.compactMap { operation in
    constraints.rules[operation].map { operation.rawValue + "=" + text($0) }
  }
  if let standard = constraints.standard { parts.append("dacl=" + text(standard)) }
  if constraints.requiresPassword { parts.append("prp") }
  return parts.joined(separator: " ")
}

@Suite("Access control: operations (spec 11.3)")
struct AccessControlOperationsTests {
  static let keyUse = "osgn=true ock=true okem=true oa=true odel=true"

  static let rows = [
    OperationRow("", "dacl=true"),
    OperationRow("O", "dacl=true"),
    OperationRow("A", "dacl=true"),
    OperationRow("X", "dacl=true"),
    OperationRow("S", "dacl=true prp"),
    OperationRow("SAX", "dacl=true prp"),
    OperationRow("P", "od=1of(userPresence) oe=true odel=true"),
    OperationRow("B", "od=1of(biometryAny) oe=true odel=true"),
    OperationRow("C", "od=1of(biometryCurrentSet) oe=true odel=true"),
    OperationRow("K", "od=1of(devicePasscode) oe=true odel=true"),
    OperationRow("W", "od=1of(watch) oe=true odel=true"),
    OperationRow("BO", "od=1of(biometryAny) oe=true odel=true"),
    OperationRow("BA", "od=1of(biometryAny) oe=true odel=true"),
    OperationRow("BK", "od=2of(biometryAny,devicePasscode) oe=true odel=true"),
    OperationRow("BKA", "od=2of(biometryAny,devicePasscode) oe=true odel=true"),
    OperationRow("BKO", "od=1of(biometryAny,devicePasscode) oe=true odel=true"),
    OperationRow("CKWO", "od=1of(biometryCurrentSet,devicePasscode,watch) oe=true odel=true"),
    OperationRow("CKWA", "od=3of(biometryCurrentSet,devicePasscode,watch) oe=true odel=true"),
    OperationRow("PS", "od=1of(userPresence) oe=true odel=true prp"),
    OperationRow("U", keyUse),
    OperationRow("UO", keyUse),
    OperationRow("US", keyUse + " prp"),
    OperationRow(
      "PU",
      "osgn=1of(userPresence) ock=1of(userPresence) okem=1of(userPresence) oa=true odel=true"),
    OperationRow(
      "BWOU",
      "osgn=1of(biometryAny,watch) ock=1of(biometryAny,watch) okem=1of(biometryAny,watch) "
        + "oa=true odel=true"),
  ]

  @Test("rows", arguments: rows)
  func table(_ row: OperationRow) throws {
    let value = try AccessControl(protectionName: "ak", flags: flags(row.flags))
    #expect(
      entries(of: value).split(separator: " ").sorted()
        == row.entries.split(separator: " ").sorted())
  }

  @Test("every valid combination leads to one of the four shapes")
  func shapes() {
    for letters in everyCombination {
      guard let value = try? AccessControl(protectionName: "dk", flags: flags(letters)),
        let constraints = value.constraints
      else { continue }
      let hasFactors = letters.contains { "PBCKW".contains($0) }
      let hasUsage = letters.contains("U")
      let operations = Set(constraints.rules.operations)
      let keyOperations: Set<ConstrainedOperation> = [
        .sign, .computeKey, .decapsulate, .attest, .delete,
      ]
      #expect((constraints.standard == .allowed) == (!hasFactors && !hasUsage), "\(letters)")
      let expected: Set<ConstrainedOperation> =
        hasUsage ? keyOperations : hasFactors ? [.decrypt, .encrypt, .delete] : []
      #expect(operations == expected, "\(letters)")
      #expect(constraints.requiresPassword == letters.contains("S"), "\(letters)")
      #expect(value.permitsOpening == !hasUsage, "\(letters)")
      #expect(value.isConstrained(.delete) == false, "\(letters)")
      #expect(value.isBound == (!hasFactors && !letters.contains("S")), "\(letters)")
    }
  }

  @Test("looking up an operation: own entry, default entry, no entries")
  func lookup() throws {
    let bare = AccessControl.bare(.whenUnlocked)
    let open = try AccessControl(protectionName: "ak", flags: [])
    let presence = try AccessControl(protectionName: "ak", flags: .userPresence)
    for operation in ConstrainedOperation.allCases {
      #expect(bare.rule(for: operation) == .allowed)
      #expect(open.rule(for: operation) == .allowed)
      #expect(!bare.isConstrained(operation) && !open.isConstrained(operation))
    }
    #expect(presence.rule(for: .decrypt) == .requires(count: 1, of: [.userPresence]))
    #expect(presence.rule(for: .encrypt) == .allowed)
    #expect(presence.rule(for: .sign) == nil && presence.isConstrained(.sign))
    #expect(!bare.hasEntries && open.hasEntries && presence.hasEntries)
  }

  @Test("an application password is needed to open and to use, not to delete")
  func password() throws {
    let value = try AccessControl(protectionName: "ak", flags: .applicationPassword)
    #expect(value.rule(for: .decrypt) == .allowed)
    #expect(value.isConstrained(.decrypt) && value.isConstrained(.sign))
    #expect(!value.isConstrained(.delete) && !value.isConstrained(.encrypt))
    #expect(!value.isBound)
  }

  @Test("the explicit word about being bound wins")
  func bound() throws {
    var value = try AccessControl(protectionName: "ak", flags: .userPresence)
    #expect(!value.isBound)
    value.explicitBound = true
    #expect(value.isBound)
    var plain = AccessControl.bare(.always)
    #expect(plain.isBound)
    plain.explicitBound = false
    #expect(!plain.isBound)
  }

  @Test("equality is that of the content")
  func equality() throws {
    func value(_ letters: String, _ protection: String = "ak") throws -> AccessControl {
      try AccessControl(protectionName: protection, flags: flags(letters))
    }
    #expect(try value("") != AccessControl.bare(.whenUnlocked))
    #expect(try value("") == value("OX"))
    #expect(try value("K") == value("KO"))
    #expect(try value("BK") == value("BKA"))
    #expect(try value("BK") != value("BKO"))
    #expect(try value("B") != value("C"))
    #expect(try value("P") != value("P", "akpu"))
    #expect(try value("P") != value("PS"))
    #expect(AccessControl.bare(.whenUnlocked) == AccessControl.bare(.whenUnlocked))
    #expect(AccessControl.bare(.whenUnlocked) != AccessControl.bare(.always))
    var bound = try value("P")
    bound.explicitBound = true
    #expect(try bound != value("P"))
  }
}
