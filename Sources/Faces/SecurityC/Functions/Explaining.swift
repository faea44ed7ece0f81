// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainDiagnostics

/// Explains a call on items, and returns the explanation as a string in JSON.
///
/// Latchkey.h defines the numbers for `call`. The explained call has `dictionary` as its query or
/// new item. Only `SecItemUpdate` also has `changes`, its new attributes. Returns nil for another
/// number, and if a necessary dictionary is missing or has another type.
@_cdecl("LKExplainCopy")
package func c_LKExplainCopy(_ call: Int, _ dictionary: Ref?, _ changes: Ref?) -> Ref? {
  making {
    let first: NSDictionary = try needed(dictionary)
    let meant: KeychainCall? =
      switch call {
      case 0: .copyMatching(first)
      case 1: .add(first)
      case 2: .update(first, setting: try needed(changes))
      case 3: .delete(first)
      default: nil
      }
    return NSString(string: explain(try known(meant)).json)
  }
}
