// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

/// The core is compiled into this package, from a link to its sources: the engine's API is
/// `package`, and what a package shares, it shares with nobody outside.
func core(_ name: String, imports: [Target.Dependency] = []) -> Target {
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
  name: "Benchmarks",
  targets: [
    .systemLibrary(
      name: "CLatchkeyOpenSSL", path: "Latchkey/CLatchkeyOpenSSL", pkgConfig: "libcrypto"),
    .systemLibrary(name: "CLatchkeySQLite", path: "Latchkey/CLatchkeySQLite", pkgConfig: "sqlite3"),
    .target(name: "CLatchkey", path: "Latchkey/CLatchkey"),
    core("SecureMemory", imports: ["CLatchkey"]),
    core("KeychainCrypto", imports: ["SecureMemory", "CLatchkeyOpenSSL"]),
    core("KeychainTypes", imports: ["SecureMemory"]),
    core("KeychainExplanations", imports: ["KeychainTypes", "SecureMemory"]),
    core("Keybag", imports: ["KeychainTypes", "SecureMemory", "KeychainCrypto"]),
    core("KeychainPages", imports: ["KeychainTypes"]),
    core("KeychainFiles", imports: ["KeychainTypes", "CLatchkey"]),
    core(
      "KeychainStorage",
      imports: [
        "KeychainTypes", "SecureMemory", "KeychainFiles", "KeychainPages", "CLatchkeySQLite",
      ]),
    core(
      "KeychainRows",
      imports: [
        "KeychainTypes", "SecureMemory", "Keybag", "KeychainPages", "KeychainStorage",
        "KeychainExplanations",
      ]),
    core(
      "CodeIdentity", imports: ["KeychainTypes", "SecureMemory", "KeychainCrypto", "CLatchkey"]),
    core("Authentication", imports: ["KeychainTypes", "SecureMemory", "CLatchkey"]),
    core("CryptoObjects", imports: ["KeychainTypes", "SecureMemory", "KeychainCrypto"]),
    core(
      "ExternalFormats",
      imports: ["KeychainTypes", "SecureMemory", "KeychainCrypto", "CryptoObjects"]),
    core(
      "CertificateTrust",
      imports: ["KeychainTypes", "SecureMemory", "KeychainCrypto", "CryptoObjects"]),
    core(
      "KeychainEngine",
      imports: [
        "KeychainTypes", "SecureMemory", "Keybag", "KeychainFiles", "KeychainPages",
        "KeychainStorage", "KeychainRows", "CodeIdentity", "Authentication", "CryptoObjects",
        "KeychainExplanations",
      ]),
    core(
      "KeychainComposition",
      imports: ["KeychainTypes", "SecureMemory", "KeychainEngine", "KeychainExplanations"]),
    core(
      "KeychainExplaining",
      imports: [
        "KeychainTypes", "SecureMemory", "Keybag", "KeychainStorage", "KeychainRows",
        "CodeIdentity", "KeychainEngine", "KeychainExplanations",
      ]),
    core(
      "KeychainTracing",
      imports: [
        "KeychainTypes", "SecureMemory", "KeychainEngine", "KeychainComposition",
        "KeychainExplanations", "KeychainExplaining",
      ]),
    core(
      "Security",
      imports: [
        "KeychainTypes", "SecureMemory", "CryptoObjects", "ExternalFormats", "CertificateTrust",
        "KeychainEngine", "KeychainComposition", "KeychainExplanations", "KeychainTracing",
      ]),
    .executableTarget(
      name: "Bench",
      dependencies: [
        "Security", "KeychainComposition", "KeychainExplanations", "KeychainEngine", "CodeIdentity",
        "KeychainTypes",
        "SecureMemory",
        "CLatchkeySQLite", "CLatchkeyOpenSSL",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
