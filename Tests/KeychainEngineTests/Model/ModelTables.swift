// SPDX-License-Identifier: Apache-2.0 (table)
import KeychainTypes

/// What the model knows of attributes, written down a second time on purpose: spec/secitem.md 2.2 to
/// 2.7, without the product's schema.
enum ModelTables {
  enum Kind {
    /// Text, bytes or a number, compared by bytes.
    case blob
    case bytes
    case text
    /// A number, or text that is none.
    case number
    case date
    /// Always empty in a store of one user.
    case user
  }

  struct Row {
    let attribute: Attribute
    let kind: Kind
    /// Whether a locked item can be told apart by it: the store has a column for it.
    var hasColumn = true
    var isKey = false
    /// What Add stores when nothing was said.
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

  /// Attributes that a query may name and that filter nothing (3.3, 3.5).
  static let unfiltered: Set<Attribute> = [.accessControl, .extraNotes]

  /// The bytes by which a value is compared (2.4, 3.4): in a blob text, data and number of the same
  /// bytes are one value; in a number, text stays apart.
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

  /// A value in words, two spellings of one character kept apart.
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
