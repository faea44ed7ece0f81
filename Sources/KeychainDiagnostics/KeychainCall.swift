// SPDX-License-Identifier: Apache-2.0
public import Foundation
package import KeychainTypes

/// One of the four calls, with the dictionaries that would be handed to it.
public enum KeychainCall {
  /// `SecItemCopyMatching`.
  case copyMatching(NSDictionary)
  /// `SecItemAdd`.
  case add(NSDictionary)
  /// `SecItemUpdate`: the query, and the attributes to set.
  case update(NSDictionary, setting: NSDictionary)
  /// `SecItemDelete`.
  case delete(NSDictionary)

  package var parts: (Request.Verb, NSDictionary, NSDictionary?) {
    switch self {
    case .copyMatching(let query): (.copyMatching, query, nil)
    case .add(let attributes): (.add, attributes, nil)
    case .update(let query, let changes): (.update, query, changes)
    case .delete(let query): (.delete, query, nil)
    }
  }
}
