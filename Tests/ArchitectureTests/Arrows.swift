// SPDX-License-Identifier: Apache-2.0 - table

/// The imports that each target may have, row by row (ARCHITECTURE.md).
///
/// Arrows go down only. A row is written when its target is designed, not when it appears. A target
/// without a row is an error.
enum Arrows {
  /// The targets that nearly every other target imports.
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
    "KeychainStorage": vocabulary.union([
      "KeychainCrypto", "CLatchkey", "CLatchkeySQLite", "UserFiles",
    ]),
    "KeychainRows": vocabulary.union(["Keybag", "KeychainStorage"]),
    "CryptoObjects": vocabulary.union(["KeychainCrypto"]),
    "KeychainRequests": vocabulary.union(["CryptoObjects"]),
    "ExternalFormats": vocabulary.union(["KeychainCrypto", "CryptoObjects"]),
    "CertificateTrust": vocabulary.union(["KeychainCrypto", "CryptoObjects", "UserFiles"]),
    "CodeIdentity": vocabulary.union(["KeychainCrypto", "CLatchkey"]),
    "Authentication": vocabulary.union(["CLatchkey"]),
    "KeychainIPC": vocabulary.union(["CLatchkey"]),
    "FileKeychain": vocabulary.union([
      "KeychainCrypto", "CryptoObjects", "ExternalFormats", "KeychainRequests", "Authentication",
      "UserFiles",
    ]),
    "UserFiles": vocabulary.union(["CLatchkey"]),

    // Engine: the service, its composition in this process, and the explanation of its answers.
    "KeychainEngine": vocabulary.union([
      "Keybag", "KeychainStorage", "KeychainRows", "CryptoObjects", "KeychainRequests",
      "CodeIdentity", "Authentication", "UserFiles",
    ]),
    "KeychainComposition": vocabulary.union([
      "KeychainEngine", "KeychainIPC", "FileKeychain", "CLatchkeyFoundation",
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
      "CertificateTrust", "FileKeychain", "UserFiles", "KeychainComposition",
      "KeychainExplaining",
      "KeychainDiagnostics", "Security",
    ]),

    // Programs: the composition of the embedded mode.
    "SecurityTool": vocabulary.union([
      "KeychainCommands", "KeychainEngine", "FileKeychain", "UserFiles", "Authentication",
      "CLatchkeyNoICU",
    ]),
    "PromptTool": vocabulary.union(["Authentication", "CLatchkeyPAM", "CLatchkeySystemd"]),

    // Tests of several targets, or of no target in particular.
    "KeychainContract": vocabulary,
    "TestVectors": [],
    "TestPatience": [],
    "ServiceContractTests": vocabulary.union(["KeychainContract", "Keybag", "KeychainEngine"]),
    "StoreWorker": vocabulary.union([
      "CLatchkey", "Keybag", "KeychainRows", "KeychainStorage", "KeychainEngine",
      "KeychainExplaining", "Security", "LocalAuthentication", "Authentication", "FileKeychain",
      "UserFiles", "TestPatience",
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
      "FileKeychain", "KeychainCommands", "KeychainExplaining", "KeychainRequests", "TestVectors",
      "TestPatience", "UserFiles",
    ]),
    "TranscriptTests": vocabulary.union(["CLatchkey", "TestPatience"]),
    "ArchitectureTests": ["TestPatience"],
  ]

  /// Returns the targets that one target may import.
  ///
  /// `XTests` may import X and every target that X reaches, because it looks at its subject from
  /// below as well. The contract and transcript tests do not.
  static func allowed(to target: String) -> Set<String>? {
    if let row = allowed[target] { return row }
    guard target.hasSuffix("Tests") else { return nil }
    let subject = String(target.dropLast("Tests".count))
    guard allowed[subject] != nil else { return nil }
    return reach(of: subject).union([subject, "KeychainTesting", "TestVectors", "TestPatience"])
  }

  /// Returns all targets that can be reached by arrows from a target.
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

  /// Returns the modules of the system that a target may import.
  ///
  /// Foundation's types do not cross into the core. Its parsers and calendars would be part of
  /// every answer, and its start-up part of every program.
  static func system(of target: String) -> Set<String> {
    if target.hasSuffix("Tests") { return ["Glibc", "Foundation", "Testing", "Dispatch"] }
    if ["KeychainContract", "TestVectors"].contains(target) { return ["Glibc", "Testing"] }
    // `Swift` may be imported by name only where an interface for the system's libraries needs it.
    return withFoundation.contains(target)
      ? ["Glibc", "Swift", "Foundation", "FoundationEssentials"] : ["Glibc", "Swift"]
  }

  private static let withFoundation: Set<String> = [
    // This program calls the four functions as a user's program does.
    "StoreWorker",
    "KeychainExplaining", "KeychainComposition", "Security", "LocalAuthentication",
    "KeychainDiagnostics", "KeychainCommands", "KeychainTesting", "SecurityTool",
  ]

  /// Targets that may not be ambient: they have no clock, randomness, environment or file of their
  /// own.
  static let core: Set<String> = [
    "SecureMemory", "KeychainCrypto", "KeychainTypes", "Keybag", "KeychainStorage",
    "KeychainRows", "CodeIdentity", "KeychainEngine",
  ]
}
