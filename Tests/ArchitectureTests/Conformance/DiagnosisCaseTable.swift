// SPDX-License-Identifier: Apache-2.0 (table)

/// The cases of Specification/diagnostics.md, "The seven trees", "Conformance cases", with the
/// tests that prove them, or the feature that they wait for.
enum DiagnosisCases {
  /// Cases whose tests have a title about the behaviour, without the case's number.
  // swift-format-ignore
  static let named: [(number: Int, file: String, title: String)] = [
    (12, "DuplicateCaseTests", "case 1: an attribute that does not make an item unique"),
    (27, "IdentityCaseTests", "a certificate without a key, then with one that is not private"),
    (51, "CaptureTests", "two programs, and the group that one of them lacks"),
    (55, "ApplicationHistoryTests", "13, 55: a renamed program, and its entitlements file"),
    (57, "OtherStoreTests", "57: LATCHKEY_HOME is another one than at last sight"),
    (62, "FileExplainTests", "62: a locked item of the store hides behind the files' answer"),
    (63, "FileExplainTests", "rehearsal, call and record agree, and the rehearsal changes nothing"),
    (64, "FileExplainTests", "rehearsal, call and record agree, and the rehearsal changes nothing"),
    (74, "DoctorTests", "a directory that others may read, a socket without a daemon, a lasting trace"),
    (75, "ExplanationCanaryTests", "neither dry runs nor recorded calls tell a value"),
    (86, "FileExplainTests", "rehearsal, call and record agree, and the rehearsal changes nothing"),
    (87, "FileExplainTests", "rehearsal, call and record agree, and the rehearsal changes nothing"),
    (95, "CaptureTests", "the last that failed, one of standard input, and what has changed since"),
    (96, "HealthTests", "the store: permissions, owner, space, damage, age, place"),
  ]

  /// Cases of features that do not exist yet.
  static let waiting: [Int: String] = [
    47: "signatures", 49: "signatures", 83: "the daemon",
  ]

  /// Codes that no case can produce yet, with the features that they wait for.
  static let waitingCodes: [String: String] = [
    "K406": "signatures", "K414": "the daemon", "K914": "the daemon",
  ]

  /// The leaves of the seven trees (Specification/diagnostics.md, "Tree 1: errSecDuplicateItem" to
  /// "Tree 7: errSecNoSuchAttr"), in their order.
  static let leaves: [[String]] = [
    ["K107", "K102", "K104", "K103", "K108", "K804", "K101", "K105", "K106", "K109", "K110"],
    [
      "K201", "K202", "K203", "K204", "K205", "K206", "K212", "K713", "K207", "K208", "K003",
      "K209", "K210", "K220", "K216", "K211", "K213", "K214", "K603", "K215", "K219", "K217",
    ],
    [
      "K303", "K302", "K301", "K304", "K305", "K306", "K307", "K309", "K308", "K310", "K604",
      "K609",
    ],
    [
      "K404", "K405", "K407", "K413", "K411", "K412", "K402", "K403", "K409", "K406", "K401",
      "K410",
    ],
    [
      "K501", "K509", "K510", "K503", "K502", "K504", "K506", "K902", "K915", "K507", "K508",
      "K219", "K505", "K217", "K802",
    ],
    ["K601", "K607", "K602", "K221", "K801", "K604", "K603", "K606", "K605", "K608", "K609"],
    ["K701", "K708", "K704", "K713"],
  ]

  /// The rows of the two tables of symptoms (Specification/diagnostics.md, "Every row of the two
  /// symptom tables").
  // swift-format-ignore
  static let symptoms: [(row: String, codes: [String])] = [
    ("RF1", ["K101", "K804", "K105", "K106", "K109"]),
    ("RF2", ["K203", "K204", "K205", "K206", "K207", "K209", "K606"]),
    ("RF3", ["K301", "K302", "K304", "K309", "K810"]),
    ("RF4", ["K401", "K402", "K403", "K404", "K405", "K406", "K407"]),
    ("RF5", ["K701", "K708"]),
    ("RF6", ["K604", "K609", "K312"]),
    ("RF7", ["K501", "K503", "K505"]),
    ("RF8", ["K502"]),
    ("RF9", ["K801", "K217", "K706"]),
    ("RF10", ["K315"]),
    ("QR1", ["K101", "K102", "K103", "K104", "K105", "K106", "K107", "K108", "K109"]),
    ("QR2", ["K201", "K202", "K203", "K204", "K205", "K207", "K209", "K210", "K217", "K218"]),
    ("QR3", ["K301", "K311"]),
    ("QR4", ["K302"]),
    ("QR5", ["K401", "K406"]),
    ("QR6", ["K701"]),
    ("QR7", ["K604"]),
    ("QR8", ["K501", "K503", "K509"]),
    ("QR9", ["K502"]),
    ("QR10", ["K801", "K217"]),
    ("QR11", ["K315"]),
    ("QR12", ["K601", "K602", "K606", "K607"]),
    ("QR13", ["K221", "K808"]),
    ("QR14", ["K309"]),
    ("QR15", ["K207", "K209", "K411", "K813", "K606"]),
  ]
}
