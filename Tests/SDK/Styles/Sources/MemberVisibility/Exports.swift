// SPDX-License-Identifier: Apache-2.0
// As other people write.
// swift-format-ignore-file
import Foundation
import Security

/// A member of one of our types, of which another file makes use.
extension SecAccessControlCreateFlags {
  static let anything: SecAccessControlCreateFlags = [.userPresence, .or, .devicePasscode]
}
