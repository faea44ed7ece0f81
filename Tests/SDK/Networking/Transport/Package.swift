// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

let package = Package(
  name: "Transport",
  products: [.library(name: "Transport", targets: ["Transport"])],
  targets: [.target(name: "Transport", swiftSettings: [.swiftLanguageMode(.v5)])]
)
