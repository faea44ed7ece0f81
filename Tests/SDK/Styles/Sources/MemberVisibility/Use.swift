// SPDX-License-Identifier: Apache-2.0
// In the style of other people, so it is not formatted.
// swift-format-ignore-file
import Foundation
import Security

public func bits() -> UInt {
  SecAccessControlCreateFlags.anything.rawValue
    | SecAccessControlCreateFlags.privateKeyUsage.rawValue
}
