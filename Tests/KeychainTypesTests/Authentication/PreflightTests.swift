// SPDX-License-Identifier: Apache-2.0

import KeychainTypes
import Testing

/// Tests of the table of preflights, for policies and for access controls
/// (Specification/access-control.md, "canEvaluatePolicy: decision table").
@Suite("Authentication: preflight")
struct PreflightTests {
  /// Facts, and the codes for the policies 1 to 4, with 0 for success.
  typealias Row = (facts: String, policies: [Int])

  // swift-format-ignore
  static let rows: [Row] = [
    ("passcode touch",                  [ 0,  0, -11,  0]),
    ("passcode touch watch",            [ 0,  0,   0,  0]),
    ("passcode touch far",              [ 0,  0,   0,  0]),
    ("passcode",                        [-6,  0, -11, -11]),
    ("passcode watch",                  [-6,  0,   0,  0]),
    ("passcode touch unusable",         [-6,  0, -11, -6]),
    ("passcode face refused",           [-6,  0, -11, -6]),
    ("passcode face refused empty",     [-6,  0, -11, -6]),
    ("passcode face refused watch",     [-6,  0,   0,  0]),
    ("touch",                           [-5, -5, -11, -5]),
    ("touch empty",                     [-5, -5, -11, -5]),
    ("touch empty late",                [-7, -5, -11, -7]),
    ("touch lockout late",              [-8, -5, -11, -8]),
    ("touch late",                      [-5, -5, -11, -5]),
    ("touch refused",                   [-6, -5, -11, -6]),
    ("touch watch",                     [-5, -5,   0,  0]),
    ("",                                [-6, -5, -11, -11]),
    ("passcode touch empty",            [-7,  0, -11, -7]),
    ("passcode touch empty lockout",    [-7,  0, -11, -7]),
    ("passcode touch lockout",          [-8,  0, -11, -8]),
    ("passcode face lockout",           [-8,  0, -11, -8]),
    ("passcode touch lockout watch",    [-8,  0,   0,  0]),
  ]

  @Test("policies", arguments: rows)
  func policies(row: Row) {
    let found = AuthenticationPolicy.allCases.map { policy in
      AuthenticationRequirement(policy).preflight(facts(row.facts))?.rawValue ?? 0
    }
    #expect(found == row.policies, "\(row.facts)")
  }

  /// Flags, facts, the code of a use, and the code of adding an item.
  typealias RuleRow = (flags: String, facts: String, use: Int, make: Int)

  // swift-format-ignore
  static let rules: [RuleRow] = [
    ("P",   "passcode",                         0,   0),
    ("P",   "touch",                           -5,  -5),
    ("K",   "touch",                           -5,  -5),
    ("K",   "passcode",                         0,   0),
    ("B",   "passcode touch",                   0,   0),
    ("B",   "touch",                           -5,  -5),
    ("B",   "passcode touch empty",            -7,  -7),
    ("C",   "passcode touch empty",            -7,  -7),
    ("B",   "passcode touch lockout",          -8,   0),
    ("B",   "passcode touch refused",          -6,  -6),
    ("B",   "passcode",                        -6,  -6),
    ("W",   "passcode",                       -11,   0),
    ("W",   "passcode watch",                   0,   0),
    ("BKO", "passcode touch empty",             0,   0),
    ("BKA", "passcode touch empty",            -7,  -7),
    ("BKA", "touch",                           -5,  -5),
    ("BWO", "passcode",                        -6,   0),
    ("KWA", "",                               -11,  -5),
    ("BKWA", "",                               -6,  -6),
    ("BKWO", "watch",                           0,   0),
    ("S",   "",                                 0,   0),
  ]

  @Test("rules of access controls", arguments: rules)
  func ruleTable(row: RuleRow) throws {
    let requirement = try requirement(row.flags)
    #expect(requirement.preflight(facts(row.facts))?.rawValue ?? 0 == row.use, "\(row)")
    #expect(requirement.preflightBinding(facts(row.facts))?.rawValue ?? 0 == row.make, "\(row)")
  }

  @Test("an outcome has one status")
  func statuses() {
    for failure in AuthenticationFailure.allCases {
      let expected: Int32 =
        switch failure {
        case .userCancel: -128
        case .notInteractive: -25308
        default: -25293
        }
      #expect(KeychainError(failure).code.rawValue == expected)
    }
    #expect(Set(AuthenticationFailure.allCases.map { "\($0.reason)" }).count == 16)
  }
}
