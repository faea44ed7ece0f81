// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

let package = Package(
  name: "PhoneTests",
  dependencies: [.package(name: "latchkey", path: "../..")],
  targets: [
    .target(
      name: "Wallet",
      dependencies: [
        .product(name: "Security", package: "latchkey"),
        .product(name: "LocalAuthentication", package: "latchkey"),
      ]),
    .testTarget(
      name: "WalletTests",
      dependencies: ["Wallet", .product(name: "KeychainTesting", package: "latchkey")]),
    .testTarget(
      name: "WalletXCTests",
      dependencies: ["Wallet", .product(name: "KeychainTesting", package: "latchkey")]),
  ]
)
