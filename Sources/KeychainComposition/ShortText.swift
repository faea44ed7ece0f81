// SPDX-License-Identifier: Apache-2.0
package import Foundation

extension NSString {
  /// The text, where it has at most so many UTF-16 units; nil for a longer one.
  ///
  /// A longer text of another program is not copied.
  package func text(ofAtMost units: Int) -> String? {
    // Most hold a text of Swift's, which is handed out as it is and knows how long it is.
    guard type(of: self) == NSString.self || length <= units else { return nil }
    let text = String(self)
    return text.utf8.count <= units || text.utf16.count <= units ? text : nil
  }
}
