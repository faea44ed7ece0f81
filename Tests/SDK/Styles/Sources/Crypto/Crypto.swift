// SPDX-License-Identifier: Apache-2.0
// In the style of other people, so it is not formatted.
// swift-format-ignore-file

/// Stands for the package that has the API of CryptoKit on other systems.
public enum Curve { public static let name = "P-256" }
