// SPDX-License-Identifier: Apache-2.0 - table

/// Who may import whom: section 3 of the design, row by row.
///
/// Arrows go down only.  A row is written when its target is designed, not when it appears; a
/// target without a row is an error.
enum Arrows {
  /// What nearly every target speaks.
  private static let vocabulary: Set<String> = ["KeychainTypes", "SecureMemory"]

  static let allowed: [String: Set<String>] = [
    // System.
    "CLatchkey": [],
    "CLatchkeyOpenSSL": [],
    "CLatchkeySQLite": [],
    "CLatchkeyPAM": [],
    "CLatchkeySystemd": [],
    "CLatchkeyNoICU": [],
    "CLatchkeyFoundation": [],
    "SecureMemory": ["CLatchkey"],
    "KeychainCrypto": ["SecureMemory", "CLatchkeyOpenSSL"],

    // Vocabulary.
    "KeychainTypes": ["SecureMemory"],

    // Capabilities.
    "Keybag": vocabulary.union(["KeychainCrypto"]),
    "KeychainStorage": vocabulary.union(["KeychainCrypto", "CLatchkey", "CLatchkeySQLite"]),
    "KeychainRows": vocabulary.union(["Keybag", "KeychainStorage"]),
    "CryptoObjects": vocabulary.union(["KeychainCrypto"]),
    "KeychainRequests": vocabulary.union(["CryptoObjects"]),
    "ExternalFormats": vocabulary.union(["KeychainCrypto", "CryptoObjects"]),
    "CertificateTrust": vocabulary.union(["KeychainCrypto", "CryptoObjects"]),
    "CodeIdentity": vocabulary.union(["KeychainCrypto", "CLatchkey"]),
    "Authentication": vocabulary.union(["CLatchkey"]),
    "KeychainIPC": vocabulary.union(["CLatchkey"]),
    "FileKeychain": vocabulary.union(["KeychainCrypto", "CryptoObjects", "KeychainRequests"]),
    "UserFiles": ["SecureMemory"],

    // Engine: who answers, who that is in this process, and why it answers so.
    "KeychainEngine": vocabulary.union([
      "Keybag", "KeychainStorage", "KeychainRows", "CryptoObjects", "KeychainRequests",
      "CodeIdentity", "Authentication",
    ]),
    "KeychainComposition": vocabulary.union([
      "KeychainEngine", "KeychainIPC", "CLatchkeyFoundation",
    ]),
    "KeychainExplaining": vocabulary.union([
      "KeychainCrypto", "Keybag", "KeychainStorage", "KeychainRows", "KeychainRequests",
      "CodeIdentity", "CryptoObjects", "KeychainEngine", "KeychainComposition",
    ]),

    // Faces.
    "Security": vocabulary.union([
      "CryptoObjects", "ExternalFormats", "CertificateTrust", "KeychainRequests",
      "KeychainEngine", "KeychainIPC", "KeychainComposition", "FileKeychain",
      "KeychainExplaining",
    ]),
    "LocalAuthentication": vocabulary.union([
      "KeychainComposition", "KeychainExplaining", "Security",
    ]),
    "CLatchkeySecurity": [],
    "SecurityC": ["CLatchkeySecurity", "Security", "LocalAuthentication", "KeychainDiagnostics"],
    "KeychainDiagnostics": vocabulary.union([
      "KeychainComposition", "KeychainExplaining", "Security",
    ]),
    "KeychainTesting": vocabulary.union([
      "KeychainCrypto", "Keybag", "KeychainRequests", "KeychainEngine", "KeychainIPC", "Security",
      "LocalAuthentication", "KeychainDiagnostics", "KeychainExplaining",
    ]),
    "KeychainCommands": vocabulary.union([
      "KeychainStorage", "CodeIdentity", "Authentication", "CryptoObjects", "ExternalFormats",
      "CertificateTrust", "UserFiles", "KeychainComposition", "KeychainExplaining",
      "KeychainDiagnostics", "Security",
    ]),

    // Programs: the composition of the embedded mode.
    "SecurityTool": vocabulary.union([
      "KeychainCommands", "KeychainEngine", "Authentication", "CLatchkeyNoICU",
    ]),
    "PromptTool": vocabulary.union(["Authentication", "CLatchkeyPAM", "CLatchkeySystemd"]),

    // Tests that are about several targets, or about none.
    "KeychainContract": vocabulary,
    "TestVectors": [],
    "TestPatience": [],
    "ServiceContractTests": vocabulary.union(["KeychainContract", "Keybag", "KeychainEngine"]),
    "StoreWorker": vocabulary.union([
      "CLatchkey", "Keybag", "KeychainRows", "KeychainStorage", "KeychainEngine",
      "KeychainExplaining", "Security", "LocalAuthentication", "Authentication", "TestPatience",
    ]),
    "KeychainDiagnosticsTests": vocabulary.union([
      "KeychainDiagnostics", "KeychainTesting", "Security", "LocalAuthentication",
      "KeychainExplaining", "KeychainEngine", "KeychainStorage", "KeychainCommands",
      "TestPatience",
    ]),
    "CryptoObjectsTests": vocabulary.union([
      "KeychainCrypto", "CryptoObjects", "ExternalFormats", "TestVectors", "TestPatience",
    ]),
    "PromptWorker": vocabulary.union(["Authentication", "TestPatience"]),
    "KeychainCommandsTests": vocabulary.union([
      "KeychainCommands", "KeychainExplaining", "KeychainRequests", "TestVectors", "TestPatience",
      "UserFiles",
    ]),
    "TranscriptTests": vocabulary.union(["CLatchkey", "TestPatience"]),
    "ArchitectureTests": ["TestPatience"],
  ]

  /// What one target may import.
  ///
  /// `XTests` may import X and whatever X reaches: it looks at its subject from below as well,
  /// which the contract and transcript tests do not.
  static func allowed(to target: String) -> Set<String>? {
    if let row = allowed[target] { return row }
    guard target.hasSuffix("Tests") else { return nil }
    let subject = String(target.dropLast("Tests".count))
    guard allowed[subject] != nil else { return nil }
    return reach(of: subject).union([subject, "KeychainTesting", "TestVectors", "TestPatience"])
  }

  /// All that can be reached by arrows from a target.
  static func reach(of target: String) -> Set<String> {
    var reached: Set<String> = []
    var waiting = [target]
    while let next = waiting.popLast() {
      for below in allowed[next] ?? [] where reached.insert(below).inserted {
        waiting.append(below)
      }
    }
    return reached
  }

  /// Modules of the system, beside the targets above.
  ///
  /// Foundation's types do not cross into the core: its parsers and calendars would be in every
  /// answer, and its start-up in every program.
  static func system(of target: String) -> Set<String> {
    if target.hasSuffix("Tests") { return ["Glibc", "Foundation", "Testing", "Dispatch"] }
    if ["KeychainContract", "TestVectors"].contains(target) { return ["Glibc", "Testing"] }
    // Swift by name only where one of its interfaces for the system's own libraries is used.
    return withFoundation.contains(target)
      ? ["Glibc", "Swift", "Foundation", "FoundationEssentials"] : ["Glibc", "Swift"]
  }

  private static let withFoundation: Set<String> = [
    // Calls the four functions as a program does.
    "StoreWorker",
    "CodeIdentity", "KeychainExplaining", "KeychainComposition", "Security", "LocalAuthentication",
    "KeychainDiagnostics", "KeychainCommands", "KeychainTesting", "SecurityTool",
  ]

  /// Targets that may not be ambient: no clock, randomness, environment or file of their own.
  static let core: Set<String> = [
    "SecureMemory", "KeychainCrypto", "KeychainTypes", "Keybag", "KeychainStorage",
    "KeychainRows", "CodeIdentity", "KeychainEngine",
  ]
}
