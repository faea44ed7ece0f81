// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

/// Returns a target that compiles our sources into this package, through a link.
///
/// So all of them are instrumented, and `package` API is within reach.
func latchkey(
  _ name: String, in stratum: String, imports: [Target.Dependency] = []
) -> Target {
  .target(
    name: name, dependencies: imports, path: "Latchkey/\(stratum)/\(name)",
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
      name: "CLatchkeyOpenSSL", path: "Latchkey/System/CLatchkeyOpenSSL", pkgConfig: "libcrypto"),
    .systemLibrary(
      name: "CLatchkeySQLite", path: "Latchkey/System/CLatchkeySQLite", pkgConfig: "sqlite3"),
    .target(name: "CLatchkey", path: "Latchkey/System/CLatchkey"),
    .target(name: "CLatchkeyFoundation", path: "Latchkey/System/CLatchkeyFoundation"),
    latchkey("SecureMemory", in: "System", imports: ["CLatchkey"]),
    latchkey("KeychainCrypto", in: "System", imports: ["SecureMemory", "CLatchkeyOpenSSL"]),
    latchkey("KeychainTypes", in: "Vocabulary", imports: ["SecureMemory"]),
    latchkey(
      "Keybag", in: "Capabilities", imports: ["KeychainTypes", "SecureMemory", "KeychainCrypto"]),
    latchkey(
      "KeychainStorage", in: "Capabilities",
      imports: [
        "KeychainTypes", "SecureMemory", "KeychainCrypto", "CLatchkey", "CLatchkeySQLite",
        "UserFiles",
      ]),
    latchkey(
      "KeychainRows", in: "Capabilities",
      imports: ["KeychainTypes", "SecureMemory", "Keybag", "KeychainStorage"]),
    latchkey(
      "CodeIdentity", in: "Capabilities",
      imports: ["KeychainTypes", "SecureMemory", "KeychainCrypto", "CLatchkey"]),
    latchkey(
      "Authentication", in: "Capabilities", imports: ["KeychainTypes", "SecureMemory", "CLatchkey"]),
    latchkey(
      "CryptoObjects", in: "Capabilities",
      imports: ["KeychainTypes", "SecureMemory", "KeychainCrypto"]),
    latchkey(
      "KeychainRequests", in: "Capabilities",
      imports: ["KeychainTypes", "SecureMemory", "CryptoObjects"]),
    latchkey(
      "ExternalFormats", in: "Capabilities",
      imports: ["KeychainTypes", "SecureMemory", "KeychainCrypto", "CryptoObjects"]),
    latchkey(
      "CertificateTrust", in: "Capabilities",
      imports: ["KeychainTypes", "SecureMemory", "KeychainCrypto", "CryptoObjects", "UserFiles"]),
    latchkey(
      "UserFiles", in: "Capabilities", imports: ["KeychainTypes", "SecureMemory", "CLatchkey"]),
    latchkey(
      "FileKeychain", in: "Capabilities",
      imports: [
        "KeychainTypes", "SecureMemory", "KeychainCrypto", "CryptoObjects", "ExternalFormats",
        "KeychainRequests", "Authentication", "UserFiles",
      ]),
    latchkey(
      "KeychainEngine", in: "Engine",
      imports: [
        "KeychainTypes", "SecureMemory", "Keybag", "KeychainStorage", "KeychainRows",
        "CodeIdentity", "Authentication", "CryptoObjects", "KeychainRequests", "UserFiles",
      ]),
    latchkey(
      "KeychainComposition", in: "Engine",
      imports: ["KeychainTypes", "SecureMemory", "KeychainEngine", "CLatchkeyFoundation"]),
    latchkey(
      "KeychainExplaining", in: "Engine",
      imports: [
        "KeychainTypes", "SecureMemory", "KeychainCrypto", "Keybag", "KeychainStorage",
        "KeychainRows", "KeychainRequests", "CodeIdentity", "CryptoObjects", "KeychainEngine",
        "KeychainComposition",
      ]),
    latchkey(
      "Security", in: "Faces",
      imports: [
        "KeychainTypes", "SecureMemory", "CryptoObjects", "ExternalFormats", "CertificateTrust",
        "KeychainRequests", "KeychainEngine", "KeychainComposition", "KeychainExplaining",
      ]),
    latchkey(
      "KeychainDiagnostics", in: "Faces",
      imports: [
        "KeychainTypes", "SecureMemory", "KeychainComposition", "KeychainExplaining", "Security",
      ]),
    latchkey(
      "KeychainTesting", in: "Faces",
      imports: [
        "KeychainTypes", "SecureMemory", "KeychainCrypto", "Keybag", "KeychainRequests",
        "KeychainEngine", "Security", "KeychainExplaining", "KeychainDiagnostics",
      ]),
    latchkey(
      "KeychainCommands", in: "Faces",
      imports: [
        "KeychainTypes", "SecureMemory", "KeychainStorage", "CodeIdentity", "Authentication",
        "CryptoObjects", "ExternalFormats", "CertificateTrust", "UserFiles", "KeychainComposition",
        "KeychainExplaining", "KeychainDiagnostics", "Security",
      ]),
    // The fuzzers are links to the tests, which replay the corpora with them.
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "KeychainEngine", "KeychainStorage", "KeychainTypes", "KeychainCrypto", "Keybag",
        "CodeIdentity", "SecureMemory", "Security", "KeychainCommands", "KeychainTesting",
        "Authentication", "KeychainRows", "CryptoObjects", "ExternalFormats",
        "CertificateTrust", "FileKeychain",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
