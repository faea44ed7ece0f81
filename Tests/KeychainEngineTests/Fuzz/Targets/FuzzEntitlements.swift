// SPDX-License-Identifier: Apache-2.0
import CodeIdentity

/// An entitlements file beside a program, XML or binary.
enum FuzzEntitlements {
  static func run(_ bytes: [UInt8]) {
    _ = try? EntitlementsFile.decode(bytes)
  }
}
