// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

let package = Package(
  name: "PasswordDemo",
  dependencies: [.package(name: "latchkey", path: "../..")],
  targets: [
    .executableTarget(
      name: "PasswordDemo", dependencies: [.product(name: "Security", package: "latchkey")])
  ]
)
