// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

/// A target of a user's package: our products, the language mode of the user, and no settings of
/// ours.
///
/// Warnings are errors, since existing sources must build without any.
func idioms(_ name: String, _ mode: SwiftLanguageMode) -> Target {
  .testTarget(
    name: name,
    dependencies: [
      .product(name: "Security", package: "latchkey"),
      .product(name: "LocalAuthentication", package: "latchkey"),
      .product(name: "KeychainTesting", package: "latchkey"),
    ],
    swiftSettings: [.swiftLanguageMode(mode), .treatAllWarnings(as: .error)])
}

let package = Package(
  name: "SourceCompatibility",
  dependencies: [.package(name: "latchkey", path: "../..")],
  targets: [
    idioms("IdiomsInSwift5", .v5),
    // The sources are a link to those of the other target.
    idioms("IdiomsInSwift6", .v6),
  ]
)
