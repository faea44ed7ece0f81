// SPDX-License-Identifier: Apache-2.0
// As other people write.
// swift-format-ignore-file
import Foundation
import Security

public func bits() -> UInt {
  SecAccessControlCreateFlags.anything.rawValue
    | SecAccessControlCreateFlags.privateKeyUsage.rawValue
}
