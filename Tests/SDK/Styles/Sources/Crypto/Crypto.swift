// SPDX-License-Identifier: Apache-2.0
// As other people write.
// swift-format-ignore-file

/// Stands for the package that has the API of CryptoKit elsewhere.
public enum Curve { public static let name = "P-256" }
