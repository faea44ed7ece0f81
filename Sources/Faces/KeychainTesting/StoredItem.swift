// SPDX-License-Identifier: Apache-2.0

internal import KeychainTypes

/// What a test can see of a stored item: everything but its secret.
public struct StoredItem: Hashable, Sendable {
  /// The value of `kSecClass`.
  public let itemClass: String
  /// The values that are text, by the names of their attributes (`acct`, `svce`, `agrp`, …).
  public let attributes: [String: String]
  /// The value of `kSecAttrAccessible`.
  public let accessible: String
  /// Whether the item is synchronizable.
  public let isSynchronizable: Bool
  /// Whether reading the item needs evidence from the user.
  public let isConstrained: Bool
  /// Whether the item could be read now.
  public let isReadable: Bool

  init(_ summary: ItemSummary) {
    itemClass = summary.itemClass.rawValue
    accessible = summary.protectionName
    isSynchronizable = summary.isSynchronizable
    isConstrained = summary.isConstrained
    isReadable = summary.state == .readable
    var texts: [String: String] = [:]
    for entry in summary.attributes {
      if case .text(let text) = entry.value { texts[entry.attribute.name] = text }
    }
    attributes = texts
  }

  /// The value of `kSecAttrAccount`, where it is text.
  public var account: String? { attributes["acct"] }
  /// The value of `kSecAttrService`, where it is text.
  public var service: String? { attributes["svce"] }
  /// The value of `kSecAttrServer`, where it is text.
  public var server: String? { attributes["srvr"] }
  /// The value of `kSecAttrLabel`, where it is text.
  public var label: String? { attributes["labl"] }
  /// The value of `kSecAttrAccessGroup`.
  public var accessGroup: String? { attributes["agrp"] }
}
