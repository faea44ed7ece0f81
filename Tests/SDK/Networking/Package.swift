// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// A program with the code of two other packages. Tokens needs the keychain. Transport takes any
// Security for Apple's.
// With SDK_FOLDER in the environment the flags are set here, and the toolset is not used:
// Documentation/Guides/apple-only-code.md.
let sdk = Context.environment["SDK_FOLDER"] ?? ""
let flags = ["-I", sdk + "/swift", "-Xfrontend", "-import-module", "-Xfrontend", "Security"]
let linkerFlags = ["-L", sdk + "/lib", "-Xlinker", "-rpath", "-Xlinker", sdk + "/lib"]
let sees: [SwiftSetting] = sdk.isEmpty ? [] : [.unsafeFlags(flags)]
let links: [LinkerSetting] = sdk.isEmpty ? [] : [.unsafeFlags(linkerFlags)]

let package = Package(
  name: "Networking",
  dependencies: [.package(path: "Transport")],
  targets: [
    .target(name: "Tokens", swiftSettings: sees),
    .executableTarget(
      name: "Client", dependencies: ["Tokens", .product(name: "Transport", package: "Transport")],
      swiftSettings: sees, linkerSettings: links),
  ]
)
