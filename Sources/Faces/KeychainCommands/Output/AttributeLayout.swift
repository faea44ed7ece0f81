// SPDX-License-Identifier: Apache-2.0 (table)

import KeychainTypes

/// A line of the attribute list that `security` prints for an item (Specification/security-cli.md,
/// "Printing one item").
///
/// The line has a tag, a format and a value, as in `"acct"<blob>="ann"`.
struct AttributeLine: Sendable {
  enum Format: String, Sendable {
    case blob, uint32, sint32, timedate
  }

  enum Source: Sendable {
    /// The line shows the stored value of this attribute.
    case attribute(Attribute)
    /// The line shows the record type of a key: 15 for a public, 16 for a private, 17 for a
    /// symmetric key.
    case recordType
    /// The line shows a date of a key: eight digits such as `20160408`, or eight zero bytes if the
    /// key has no date.
    case keyDate(Attribute)
    /// The line shows a number, or no value if the number is 0.
    case nonzero(Attribute)
  }

  /// The start of the line: a quoted four-character code, or a number with a blank after it.
  let tag: String
  let format: Format
  let source: Source

  init(_ code: String, _ format: Format, _ attribute: Attribute) {
    self.init(tag: "\"\(code)\"", format, .attribute(attribute))
  }

  init(number: Int, _ format: Format, _ source: Source) {
    let digits = String(number, radix: 16, uppercase: true)
    let zeros = String(repeating: "0", count: 8 - digits.count)
    self.init(tag: "0x\(zeros)\(digits) ", format, source)
  }

  private init(tag: String, _ format: Format, _ source: Source) {
    self.tag = tag
    self.format = format
    self.source = source
  }
}

/// The lines of the attribute list for each item class, in Apple's order.
///
/// Keychain files identify an attribute by a number: a small number, or the four bytes of a code
/// such as `acct`. The lines are in ascending order of these numbers.
enum AttributeLayout {
  static func lines(of itemClass: ItemClass) -> [AttributeLine] {
    switch itemClass {
    case .genericPassword: genericPassword
    case .internetPassword: internetPassword
    case .certificate: certificate
    case .key, .identity: key
    }
  }

  private static let passwordHead: [AttributeLine] = [
    AttributeLine(number: 7, .blob, .attribute(.label)),
    AttributeLine(number: 8, .blob, .attribute(.alias)),
  ]

  private static let genericPassword: [AttributeLine] =
    passwordHead + [
      AttributeLine("acct", .blob, .account),
      AttributeLine("cdat", .timedate, .creationDate),
      AttributeLine("crtr", .uint32, .creator),
      AttributeLine("cusi", .sint32, .hasCustomIcon),
      AttributeLine("desc", .blob, .itemDescription),
      AttributeLine("gena", .blob, .generic),
      AttributeLine("icmt", .blob, .comment),
      AttributeLine("invi", .sint32, .isInvisible),
      AttributeLine("mdat", .timedate, .modificationDate),
      AttributeLine("nega", .sint32, .isNegative),
      AttributeLine("prot", .blob, .protectionDomain),
      AttributeLine("scrp", .sint32, .scriptCode),
      AttributeLine("svce", .blob, .service),
      AttributeLine("type", .uint32, .type),
    ]

  private static let internetPassword: [AttributeLine] =
    passwordHead + [
      AttributeLine("acct", .blob, .account),
      AttributeLine("atyp", .blob, .authenticationType),
      AttributeLine("cdat", .timedate, .creationDate),
      AttributeLine("crtr", .uint32, .creator),
      AttributeLine("cusi", .sint32, .hasCustomIcon),
      AttributeLine("desc", .blob, .itemDescription),
      AttributeLine("icmt", .blob, .comment),
      AttributeLine("invi", .sint32, .isInvisible),
      AttributeLine("mdat", .timedate, .modificationDate),
      AttributeLine("nega", .sint32, .isNegative),
      AttributeLine("path", .blob, .path),
      AttributeLine("port", .uint32, .port),
      AttributeLine("prot", .blob, .protectionDomain),
      AttributeLine("ptcl", .uint32, .protocolCode),
      AttributeLine("scrp", .sint32, .scriptCode),
      AttributeLine("sdmn", .blob, .securityDomain),
      AttributeLine("srvr", .blob, .server),
      AttributeLine("type", .uint32, .type),
    ]

  private static let certificate: [AttributeLine] = [
    AttributeLine("alis", .blob, .alias),
    AttributeLine("cenc", .uint32, .certificateEncoding),
    AttributeLine("ctyp", .uint32, .certificateType),
    AttributeLine("hpky", .blob, .publicKeyHash),
    AttributeLine("issu", .blob, .issuer),
    AttributeLine("labl", .blob, .label),
    AttributeLine("skid", .blob, .subjectKeyIdentifier),
    AttributeLine("snbr", .blob, .serialNumber),
    AttributeLine("subj", .blob, .subject),
  ]

  private static let key: [AttributeLine] = [
    AttributeLine(number: 0, .uint32, .recordType),
    AttributeLine(number: 1, .blob, .attribute(.label)),
    AttributeLine(number: 2, .blob, .attribute(.alias)),
    AttributeLine(number: 3, .uint32, .attribute(.isPermanent)),
    AttributeLine(number: 4, .uint32, .attribute(.isPrivate)),
    AttributeLine(number: 5, .uint32, .attribute(.isModifiable)),
    AttributeLine(number: 6, .blob, .attribute(.applicationLabel)),
    AttributeLine(number: 7, .blob, .attribute(.applicationTag)),
    AttributeLine(number: 8, .blob, .nonzero(.creator)),
    AttributeLine(number: 9, .uint32, .attribute(.type)),
    AttributeLine(number: 10, .uint32, .attribute(.keySizeInBits)),
    AttributeLine(number: 11, .uint32, .attribute(.effectiveKeySize)),
    AttributeLine(number: 12, .blob, .keyDate(.startDate)),
    AttributeLine(number: 13, .blob, .keyDate(.endDate)),
    AttributeLine(number: 14, .uint32, .attribute(.isSensitive)),
    AttributeLine(number: 15, .uint32, .attribute(.wasAlwaysSensitive)),
    AttributeLine(number: 16, .uint32, .attribute(.isExtractable)),
    AttributeLine(number: 17, .uint32, .attribute(.wasNeverExtractable)),
    AttributeLine(number: 18, .uint32, .attribute(.canEncrypt)),
    AttributeLine(number: 19, .uint32, .attribute(.canDecrypt)),
    AttributeLine(number: 20, .uint32, .attribute(.canDerive)),
    AttributeLine(number: 21, .uint32, .attribute(.canSign)),
    AttributeLine(number: 22, .uint32, .attribute(.canVerify)),
    AttributeLine(number: 23, .uint32, .attribute(.canSignRecover)),
    AttributeLine(number: 24, .uint32, .attribute(.canVerifyRecover)),
    AttributeLine(number: 25, .uint32, .attribute(.canWrap)),
    AttributeLine(number: 26, .uint32, .attribute(.canUnwrap)),
  ]
}
