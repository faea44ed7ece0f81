// SPDX-License-Identifier: Apache-2.0
// In the style of other people, so it is not formatted.
// swift-format-ignore-file
import Foundation
import Security

/// A new member of one of our types, which another file uses.
extension SecAccessControlCreateFlags {
  static let anything: SecAccessControlCreateFlags = [.userPresence, .or, .devicePasscode]
}
