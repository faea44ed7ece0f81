// SPDX-License-Identifier: Apache-2.0
import CodeIdentity

/// Decodes the entitlements file of a program, as XML or binary.
enum FuzzEntitlements {
  static func run(_ bytes: [UInt8]) {
    _ = try? EntitlementsFile.decode(bytes)
  }
}
