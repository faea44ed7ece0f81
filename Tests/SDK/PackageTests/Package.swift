// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// A package whose tests use the keychain under the identity of the program that runs them. The
// files beside that program are those of Documentation/Guides/package-tests.md.
let package = Package(
  name: "demo",
  targets: [
    .target(name: "Keeper"),
    .testTarget(name: "KeeperTests", dependencies: ["Keeper"]),
  ]
)
