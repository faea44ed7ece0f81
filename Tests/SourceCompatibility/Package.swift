// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

/// A user's package: nothing but our products, his own language mode, none of our settings.
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
    // A link to the same sources.
    idioms("IdiomsInSwift6", .v6),
  ]
)
