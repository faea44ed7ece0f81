// SPDX-License-Identifier: Apache-2.0
import KeychainComposition
import KeychainExplaining
package import KeychainTypes
public import Security

/// One of the four SecItem calls, with the dictionaries that are passed to it.
public enum KeychainCall {
  /// A call of `SecItemCopyMatching`, with its query.
  case copyMatching(NSDictionary)
  /// A call of `SecItemAdd`, with the attributes to add.
  case add(NSDictionary)
  /// A call of `SecItemUpdate`, with its query and the attributes to set.
  case update(NSDictionary, setting: NSDictionary)
  /// A call of `SecItemDelete`, with its query.
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
