// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// The encoding in which a service sends an answer to another process
/// (Documentation/Formats/requests.md).
///
/// The property `query` of the answer is not encoded: the receiver sent the request and therefore
/// has the query already.
extension Answer {
  private enum Tag {
    static let itemClass: UInt16 = 1
    static let matches: UInt16 = 2
    static let returns: UInt16 = 3
    static let limit: UInt16 = 4
    static let isLimitImplied: UInt16 = 5
    static let interaction: UInt16 = 6
    static let trail: UInt16 = 7
  }

  /// Returns the answer in encoded form, with its secrets.
  ///
  /// - Throws: `tooMany` if there are more matches than an encoded list may have; the matches must
  ///   then be sent in parts.
  package func encoded() throws(EncodingFailure) -> Encoded {
    var writer = RecordWriter()
    writer.put(Tag.itemClass, text: itemClass.rawValue)
    var records: [[UInt8]] = []
    for match in matches {
      records.append(
        try writer.record { (inner) throws(EncodingFailure) in try match.write(to: &inner) })
    }
    try writer.put(Tag.matches, list: records)
    writer.put(Tag.returns, number: returns.rawValue)
    if let count = limit.count { writer.put(Tag.limit, number: Int64(count)) }
    writer.put(Tag.isLimitImplied, flag: limit.isImplied)
    writer.put(Tag.interaction, number: interaction.number)
    writer.put(Tag.trail, trail.encoded())
    return Encoded(body: writer.bytes, secrets: writer.secrets)
  }

  /// Reads an answer that `encoded` wrote; throws for all other bytes.
  package init(decoding encoded: Encoded) throws(EncodingFailure) {
    var reader = try RecordReader(encoded.body, encoded.secrets)
    guard let itemClass = try reader.text(Tag.itemClass).flatMap(ItemClass.init),
      let records = try reader.list(Tag.matches),
      let returns: UInt8 = try reader.number(Tag.returns), returns < 16,
      let interaction = Interaction(number: try reader.number(Tag.interaction) ?? 0),
      let trail = reader.take(Tag.trail)
    else { throw .malformed }
    var matches: [Match] = []
    for record in records {
      matches.append(
        try reader.record(record) { (inner) throws(EncodingFailure) in try Match(from: &inner) })
    }
    let count: Int64? = try reader.number(Tag.limit)
    guard count ?? 0 >= 0 else { throw .malformed }
    self.init(
      matches, of: itemClass, returns: Returns(rawValue: returns),
      Limit(count: count.map { Int($0) }, isImplied: try reader.flag(Tag.isLimitImplied)),
      interaction, try Trail(decoding: trail))
    try reader.endWhole()
  }
}

extension Interaction {
  fileprivate var number: UInt8 {
    switch self {
    case .allow: 1
    case .fail: 2
    case .skip: 3
    }
  }

  fileprivate init?(number: UInt8) {
    switch number {
    case 1: self = .allow
    case 2: self = .fail
    case 3: self = .skip
    default: return nil
    }
  }
}

extension Match {
  private enum Tag {
    static let itemClass: UInt16 = 1
    static let identifier: UInt16 = 2
    static let attributes: UInt16 = 3
    static let accessControl: UInt16 = 4
    static let hasExplicitAccessControl: UInt16 = 5
    static let secret: UInt16 = 6
    static let element: UInt16 = 7
    static let hasCertificate: UInt16 = 8
    static let certificate: UInt16 = 9
    static let certificateToken: UInt16 = 10
  }

  fileprivate func write(to writer: inout RecordWriter) throws(EncodingFailure) {
    writer.put(Tag.itemClass, text: itemClass.rawValue)
    writer.put(Tag.identifier, identifier.bytes)
    if let attributes {
      try writer.put(
        Tag.attributes,
        list: attributes.entries.map { entry in
          Canonical.littleEndian(entry.attribute.rawValue) + ItemMetadata.encode(entry.value)
        })
    }
    if let accessControl { writer.put(Tag.accessControl, accessControl.encode()) }
    writer.put(Tag.hasExplicitAccessControl, flag: hasExplicitAccessControl)
    if let secret { writer.put(Tag.secret, secret: secret) }
    if let element {
      writer.put(Tag.element, writer.record { inner in element.write(to: &inner) })
    }
    guard let certificate else { return }
    writer.put(Tag.hasCertificate, flag: true)
    if let content = certificate.content { writer.put(Tag.certificate, secret: content) }
    if let token = certificate.token {
      writer.put(Tag.certificateToken, ItemMetadata.encode(token))
    }
  }

  fileprivate init(from reader: inout RecordReader) throws(EncodingFailure) {
    guard let itemClass = try reader.text(Tag.itemClass).flatMap(ItemClass.init),
      let identifier = reader.take(Tag.identifier).flatMap({ Identifier16($0) })
    else { throw .malformed }
    self.init(itemClass, identifier)
    if let records = try reader.list(Tag.attributes) { attributes = try Self.attributes(records) }
    if let bytes = reader.take(Tag.accessControl) {
      guard let known = AccessControl(decoding: bytes) else { throw .malformed }
      accessControl = known
    }
    hasExplicitAccessControl = try reader.flag(Tag.hasExplicitAccessControl)
    secret = try reader.secret(Tag.secret)
    if let bytes = reader.take(Tag.element) {
      element = try reader.record(bytes) { (inner) throws(EncodingFailure) in
        try ElementKey(from: &inner)
      }
    }
    let isIdentity = try reader.flag(Tag.hasCertificate)
    let content = try reader.secret(Tag.certificate)
    let token = try reader.take(Tag.certificateToken).map { (bytes) throws(EncodingFailure) in
      try Self.value(bytes[...])
    }
    guard isIdentity || content == nil && token == nil else { throw .malformed }
    if isIdentity { certificate = CertificateHalf(content: content, token: token) }
  }

  private static func attributes(_ records: [[UInt8]]) throws(EncodingFailure) -> AttributeSet {
    var entries: [AttributeSet.Entry] = []
    for record in records {
      let attribute = Attribute(rawValue: try RecordReader.number(record.prefix(4)))
      guard entries.last.map({ $0.attribute < attribute }) ?? true else { throw .malformed }
      entries.append(.init(attribute, try value(record.dropFirst(4))))
    }
    return AttributeSet(entries)
  }

  private static func value(_ bytes: ArraySlice<UInt8>) throws(EncodingFailure) -> AttributeValue {
    guard let value = try? ItemMetadata.decode(Array(bytes).span) else { throw .malformed }
    return value
  }
}

extension ElementKey {
  private enum Tag {
    static let item: UInt16 = 1
    static let loose: UInt16 = 2
    static let point: UInt16 = 3
    static let accessControl: UInt16 = 4
  }

  func write(to writer: inout RecordWriter) {
    switch place {
    case .item(let identifier): writer.put(Tag.item, identifier.bytes)
    case .loose(let kept): writer.put(Tag.loose, secret: kept)
    }
    writer.put(Tag.point, point)
    writer.put(Tag.accessControl, accessControl.encode())
  }

  convenience init(from reader: inout RecordReader) throws(EncodingFailure) {
    let identifier = reader.take(Tag.item)
    let kept = try reader.secret(Tag.loose)
    guard let point = reader.take(Tag.point), point.first == 4, [65, 97].contains(point.count),
      let accessControl = reader.take(Tag.accessControl).flatMap({ AccessControl(decoding: $0) })
    else { throw .malformed }
    let place: Place
    switch (identifier.map { Identifier16($0) }, kept) {
    case (.some(.some(let identifier)), nil): place = .item(identifier)
    case (nil, let kept?): place = .loose(kept)
    default: throw .malformed
    }
    self.init(place, point: point, accessControl: accessControl)
  }
}

extension Trail {
  private enum Tag {
    static let step: UInt16 = 1
    static let scope: UInt16 = 2
    static let way: UInt16 = 3
    static let compared: UInt16 = 4
    static let opened: UInt16 = 5
    static let matched: UInt16 = 6
    static let locked: UInt16 = 7
    static let subject: UInt16 = 8
    static let occupant: UInt16 = 9
  }

  package func encoded() -> [UInt8] {
    var writer = RecordWriter()
    writer.put(Tag.step, number: step.rawValue)
    writer.put(Tag.scope, number: scope.rawValue)
    writer.put(Tag.way, number: way.rawValue)
    writer.put(Tag.compared, number: compared)
    writer.put(Tag.opened, number: opened)
    writer.put(Tag.matched, number: matched)
    writer.put(Tag.locked, number: locked)
    if let subject { writer.put(Tag.subject, number: subject) }
    if let occupant { writer.put(Tag.occupant, number: occupant) }
    return writer.bytes
  }

  package init(decoding bytes: [UInt8]) throws(EncodingFailure) {
    var reader = try RecordReader(bytes)
    guard let step = try reader.number(Tag.step).flatMap(Step.init),
      let scope = try reader.number(Tag.scope).flatMap(Scope.init),
      let way = try reader.number(Tag.way).flatMap(Way.init),
      let compared: UInt8 = try reader.number(Tag.compared),
      let opened: UInt8 = try reader.number(Tag.opened),
      let matched: UInt32 = try reader.number(Tag.matched),
      let locked: UInt32 = try reader.number(Tag.locked)
    else { throw .malformed }
    (self.step, self.scope, self.way) = (step, scope, way)
    (self.compared, self.opened) = (compared, opened)
    (self.matched, self.locked) = (matched, locked)
    subject = try reader.number(Tag.subject)
    occupant = try reader.number(Tag.occupant)
    // Rows are numbered from 1.
    guard subject ?? 1 > 0, occupant ?? 1 > 0 else { throw .malformed }
    try reader.end()
  }
}
