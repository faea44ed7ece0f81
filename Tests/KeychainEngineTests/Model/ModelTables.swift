// SPDX-License-Identifier: Apache-2.0 (table)
import KeychainTypes

/// The model's own table of attributes, written independently of the product's schema on purpose.
///
/// It follows Specification/secitem.md, "Attributes common to genp, inet, cert, keys" to
/// "Attributes returned by CopyMatching for values never set".
enum ModelTables {
  enum Kind {
    /// Text, bytes or a number, compared by bytes.
    case blob
    case bytes
    case text
    /// A number, or text that does not spell a number.
    case number
    case date
    /// Always empty in a store of one user.
    case user
  }

  struct Row {
    let attribute: Attribute
    let kind: Kind
    /// True if the store has a column for the attribute, so that a locked item can be selected by
    /// it.
    var hasColumn = true
    var isKey = false
    /// The value that Add stores if the caller gives no value.
    var fallback: AttributeValue?

    init(
      _ attribute: Attribute, _ kind: Kind, column: Bool = true, key: Bool = false,
      or fallback: AttributeValue? = nil
    ) {
      self.attribute = attribute
      self.kind = kind
      hasColumn = column
      isKey = key
      self.fallback = fallback
    }
  }

  // swift-format-ignore
  private static let common: [Row] = [
    Row(.accessGroup,      .text,   key: true),
    Row(.viewHint,         .text,   key: true),
    Row(.tokenIdentifier,  .text,   key: true),
    Row(.sharingGroup,     .text,   key: true),
    Row(.multiUser,        .user,   column: false, key: true, or: .bytes([])),
    Row(.label,            .blob),
    Row(.alias,            .blob),
    Row(.creationDate,     .date),
    Row(.modificationDate, .date),
    Row(.systemBound,      .number, column: false),
  ]

  // swift-format-ignore
  private static let password: [Row] = common + [
    Row(.account,         .blob,   key: true, or: .text("")),
    Row(.comment,         .blob),
    Row(.itemDescription, .blob),
    Row(.creator,         .number),
    Row(.type,            .number),
    Row(.isInvisible,     .number, column: false),
  ]

  // swift-format-ignore
  private static let tables: [ItemClass: [Row]] = [
    .genericPassword: password + [
      Row(.service,            .blob,   key: true, or: .text("")),
      Row(.generic,            .blob),
    ],
    .internetPassword: password + [
      Row(.securityDomain,     .blob,   key: true, or: .text("")),
      Row(.server,             .blob,   key: true, or: .text("")),
      Row(.authenticationType, .blob,   key: true, or: .text("")),
      Row(.path,               .blob,   key: true, or: .text("")),
      Row(.protocolCode,       .number, key: true, or: .number(0)),
      Row(.port,               .number, key: true, or: .number(0)),
    ],
    .certificate: common + [
      Row(.certificateType,     .number, column: false, key: true, or: .number(0)),
      Row(.issuer,              .bytes,  key: true, or: .bytes([])),
      Row(.serialNumber,        .bytes,  key: true, or: .bytes([])),
      Row(.subject,             .bytes),
      Row(.certificateEncoding, .number, column: false),
    ],
    .key: common + [
      Row(.keyClass,         .number, column: false, key: true, or: .number(0)),
      Row(.applicationLabel, .bytes,  key: true, or: .bytes([])),
      Row(.applicationTag,   .blob,   key: true, or: .text("")),
      Row(.creator,          .number, key: true, or: .number(0)),
      Row(.type,             .number, key: true, or: .number(0)),
      Row(.keySizeInBits,    .number, key: true, or: .number(0)),
      Row(.effectiveKeySize, .number, key: true, or: .number(0)),
      Row(.startDate,        .date,   key: true, or: .date(.reference)),
      Row(.endDate,          .date,   key: true, or: .date(.reference)),
      Row(.canSign,          .number, column: false),
    ],
  ]

  static func rows(of itemClass: ItemClass) -> [Row] { tables[itemClass] ?? [] }

  static func row(_ attribute: Attribute, of itemClass: ItemClass) -> Row? {
    rows(of: itemClass).first { $0.attribute == attribute }
  }

  /// Attributes that a query may name without an effect (Specification/secitem.md, "Match, return,
  /// use and value keys", "pdmn and accc").
  static let unfiltered: Set<Attribute> = [.accessControl, .extraNotes]

  /// Returns the bytes by which a value is compared (Specification/secitem.md, "Uniqueness tuples",
  /// "Attribute value coercion").
  ///
  /// In a blob, text, data and a number with equal bytes are one value. In a number, text is
  /// different.
  static func comparable(_ value: AttributeValue, _ kind: Kind) -> [UInt8] {
    switch value {
    case .text(let text): (kind == .number ? Array("text".utf8) : []) + Array(text.utf8)
    case .bytes(let bytes): bytes
    case .number(let number):
      if kind != .number, let small = Int32(exactly: number) {
        (0..<4).map { UInt8(truncatingIfNeeded: small >> ($0 * 8)) }
      } else {
        (kind == .number ? Array("number".utf8) : [])
          + (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
      }
    case .real(let real): Array("real \(real.bitPattern)".utf8)
    case .date(let date): Array("date \(date.microseconds)".utf8)
    }
  }

  /// Returns a value in words, with different texts for two spellings of one character.
  static func spell(_ value: AttributeValue) -> String {
    switch value {
    case .text(let text): "text " + text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
    case .bytes(let bytes): "bytes \(bytes)"
    case .number(let number): "number \(number)"
    case .real(let real): "real \(real)"
    case .date(let date): "date \(date.microseconds)"
    }
  }
}
