// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainComposition
import KeychainTypes

extension RequestKey {
  /// Longer than any key that has a meaning.
  private static let longestName = 64

  /// A key as Foundation gave it, cut where it is too long to be a name.
  init(_ key: AnyObject) {
    guard let text = key as? NSString else {
      self.init(isNumber: key is NSNumber)
      return
    }
    self.init(text.text(ofAtMost: Self.longestName) ?? text.substring(to: Self.longestName))
  }
}
