// SPDX-License-Identifier: Apache-2.0

internal import KeychainTypes

/// A description of one item of a test's store: attributes and protection, but not the secret.
public struct StoredItem: Hashable, Sendable {
  /// The class of the item, as a value of `kSecClass`.
  public let itemClass: String
  /// The values of the item's attributes by their names (`acct`, `svce`, `agrp`, …).
  ///
  /// Values that are not text are left out.
  public let attributes: [String: String]
  /// The protection of the item, as a value of `kSecAttrAccessible`.
  public let accessible: String
  /// True if the item is synchronizable.
  public let isSynchronizable: Bool
  /// True if reading the item needs a prompt or another proof of the user, such as a passcode.
  public let isConstrained: Bool
  /// True if the item's secret could be read now without a prompt.
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

  /// The value of `kSecAttrAccount`, or nil if the item has no account or if it is not text.
  public var account: String? { attributes["acct"] }
  /// The value of `kSecAttrService`, or nil if the item has no service or if it is not text.
  public var service: String? { attributes["svce"] }
  /// The value of `kSecAttrServer`, or nil if the item has no server or if it is not text.
  public var server: String? { attributes["srvr"] }
  /// The value of `kSecAttrLabel`, or nil if the item has no label or if it is not text.
  public var label: String? { attributes["labl"] }
  /// The value of `kSecAttrAccessGroup`, or nil if it is not text.
  public var accessGroup: String? { attributes["agrp"] }
}
