// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

/// Everything is compiled into this package, from a link to its sources, so that all of it is
/// instrumented and `package` API is within reach.
func latchkey(_ name: String, imports: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: imports, path: "Latchkey/\(name)",
    swiftSettings: [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      .enableUpcomingFeature("InferIsolatedConformances"),
    ])
}

let package = Package(
  name: "Fuzz",
  targets: [
    .systemLibrary(
      name: "CLatchkeyOpenSSL", path: "Latchkey/CLatchkeyOpenSSL", pkgConfig: "libcrypto"),
    .systemLibrary(name: "CLatchkeySQLite", path: "Latchkey/CLatchkeySQLite", pkgConfig: "sqlite3"),
    .target(name: "CLatchkey", path: "Latchkey/CLatchkey"),
    .target(name: "CLatchkeyFoundation", path: "Latchkey/CLatchkeyFoundation"),
    latchkey("SecureMemory", imports: ["CLatchkey"]),
    latchkey("KeychainCrypto", imports: ["SecureMemory", "CLatchkeyOpenSSL"]),
    latchkey("KeychainTypes", imports: ["SecureMemory"]),
    latchkey("Keybag", imports: ["KeychainTypes", "SecureMemory", "KeychainCrypto"]),
    latchkey("KeychainPages", imports: ["KeychainTypes"]),
    latchkey("KeychainFiles", imports: ["KeychainTypes", "CLatchkey"]),
    latchkey(
      "KeychainStorage",
      imports: [
        "KeychainTypes", "SecureMemory", "KeychainCrypto", "KeychainFiles", "KeychainPages",
        "CLatchkeySQLite",
      ]),
    latchkey(
      "KeychainRows",
      imports: [
        "KeychainTypes", "SecureMemory", "Keybag", "KeychainPages", "KeychainStorage",
      ]),
    latchkey(
      "CodeIdentity", imports: ["KeychainTypes", "SecureMemory", "KeychainCrypto", "CLatchkey"]),
    latchkey("Authentication", imports: ["KeychainTypes", "SecureMemory", "CLatchkey"]),
    latchkey("CryptoObjects", imports: ["KeychainTypes", "SecureMemory", "KeychainCrypto"]),
    latchkey("KeychainRequests", imports: ["KeychainTypes", "SecureMemory", "CryptoObjects"]),
    latchkey(
      "ExternalFormats",
      imports: ["KeychainTypes", "SecureMemory", "KeychainCrypto", "CryptoObjects"]),
    latchkey(
      "CertificateTrust",
      imports: ["KeychainTypes", "SecureMemory", "KeychainCrypto", "CryptoObjects"]),
    latchkey(
      "KeychainEngine",
      imports: [
        "KeychainTypes", "SecureMemory", "Keybag", "KeychainFiles", "KeychainPages",
        "KeychainStorage", "KeychainRows", "CodeIdentity", "Authentication", "CryptoObjects",
        "KeychainRequests",
      ]),
    latchkey(
      "KeychainExplanations", imports: ["KeychainTypes", "SecureMemory", "KeychainRequests"]),
    latchkey(
      "KeychainExplaining",
      imports: [
        "KeychainTypes", "SecureMemory", "Keybag", "KeychainStorage", "KeychainRows",
        "CodeIdentity", "CryptoObjects", "KeychainEngine", "KeychainExplanations",
      ]),
    latchkey(
      "KeychainComposition",
      imports: ["KeychainTypes", "SecureMemory", "KeychainEngine", "CLatchkeyFoundation"]),
    latchkey(
      "KeychainTracing",
      imports: [
        "KeychainTypes", "SecureMemory", "KeychainCrypto", "KeychainEngine",
        "KeychainComposition", "KeychainExplanations", "KeychainExplaining",
      ]),
    latchkey(
      "Security",
      imports: [
        "KeychainTypes", "SecureMemory", "CryptoObjects", "ExternalFormats", "CertificateTrust",
        "KeychainRequests", "KeychainEngine", "KeychainComposition", "KeychainExplanations",
        "KeychainTracing",
      ]),
    latchkey(
      "KeychainDiagnostics",
      imports: [
        "KeychainTypes", "SecureMemory", "KeychainComposition", "KeychainExplanations",
        "KeychainExplaining", "KeychainTracing", "Security",
      ]),
    latchkey("UserFiles", imports: ["SecureMemory"]),
    latchkey(
      "KeychainCommands",
      imports: [
        "KeychainTypes", "SecureMemory", "CodeIdentity", "Authentication", "CryptoObjects",
        "ExternalFormats", "CertificateTrust", "UserFiles",
      ]),
    latchkey(
      "KeychainTesting",
      imports: [
        "KeychainTypes", "SecureMemory", "KeychainCrypto", "Keybag", "KeychainRequests",
        "KeychainEngine", "Security", "KeychainExplanations", "KeychainExplaining",
        "KeychainDiagnostics",
      ]),
    // The targets themselves are linked from the tests, which replay the corpora with them.
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "KeychainEngine", "KeychainStorage", "KeychainTypes", "KeychainCrypto", "Keybag",
        "CodeIdentity", "SecureMemory", "Security", "KeychainCommands", "KeychainTesting",
        "Authentication", "KeychainRows", "CryptoObjects", "ExternalFormats",
        "CertificateTrust",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
