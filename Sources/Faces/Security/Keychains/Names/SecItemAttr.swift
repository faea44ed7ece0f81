// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.

/// The tag of an attribute, as a four-character code.
public enum SecItemAttr: FourCharCode, Sendable {
  /// The date when the item was added: `YYYYMMDDhhmmssZ` and a zero byte.
  case creationDateItemAttr = 1667522932
  /// The date when the item was last changed.
  case modDateItemAttr = 1835295092
  /// A text that says to the user which kind of item this is.
  case descriptionItemAttr = 1684370275
  /// The user's comment on the item.
  case commentItemAttr = 1768123764
  /// The four-character code of the item's creator.
  case creatorItemAttr = 1668445298
  /// The four-character code of the item's type.
  case typeItemAttr = 1954115685
  /// The script code of the texts.
  case scriptCodeItemAttr = 1935897200
  /// The label of the item: the name that the user reads.
  case labelItemAttr = 1818321516
  /// Whether programs should hide the item in lists.
  case invisibleItemAttr = 1768846953
  /// Whether the item records that no password exists.
  case negativeItemAttr = 1852139361
  /// Whether the item has an icon of its own.
  case customIconItemAttr = 1668641641
  /// The account name.
  case accountItemAttr = 1633903476
  /// The service of a generic password.
  case serviceItemAttr = 1937138533
  /// Data that the application attaches to a generic password.
  case genericItemAttr = 1734700641
  /// The security domain of an internet password.
  case securityDomainItemAttr = 1935961454
  /// The server of an internet password.
  case serverItemAttr = 1936881266
  /// The authentication type of an internet password.
  case authenticationTypeItemAttr = 1635023216
  /// The port of an internet password.
  case portItemAttr = 1886351988
  /// The path of an internet password.
  case pathItemAttr = 1885434984
  /// The volume of a file server.
  case volumeItemAttr = 1986817381
  /// The address of a file server.
  case addressItemAttr = 1633969266
  /// The signature of a file server, 16 bytes.
  case signatureItemAttr = 1936943463
  /// The protocol of an internet password.
  case protocolItemAttr = 1886675820
  /// The type of a certificate.
  case certificateType = 1668577648
  /// The encoding of a certificate.
  case certificateEncoding = 1667591779
  /// The type of a revocation list.
  case crlType = 1668445296
  /// The encoding of a revocation list.
  case crlEncoding = 1668443747
  /// The alias of an item.
  case alias = 1634494835
}
