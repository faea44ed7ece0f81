// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// Ways in which other people's sources reach the keychain. No package is named: the toolset adds
// it.
let package = Package(
  name: "Styles",
  targets: [
    .target(name: "FoundationOnly5", swiftSettings: [.swiftLanguageMode(.v5)]),
    .target(name: "FoundationOnly6"),
    .target(name: "ContextOnly", swiftSettings: [.swiftLanguageMode(.v5)]),
    .target(
      name: "PrivateImport", swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
    .target(
      name: "MemberVisibility", swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]),
    .target(name: "Conditional"),
    .target(name: "Crypto"),
    .target(
      name: "Aliases", dependencies: ["Crypto"],
      swiftSettings: [
        .unsafeFlags(["-module-alias", "CryptoKit=Crypto", "-module-alias", "Darwin=Glibc"])
      ]),
    .executableTarget(
      name: "Styles",
      dependencies: [
        "FoundationOnly5", "FoundationOnly6", "ContextOnly", "PrivateImport", "MemberVisibility",
        "Conditional", "Aliases",
      ]),
  ]
)
