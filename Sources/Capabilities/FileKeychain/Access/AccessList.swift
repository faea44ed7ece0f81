// SPDX-License-Identifier: Apache-2.0

/// The access list of an item or of a keychain: its owner and its entries
/// (Specification/keychain-file-format.md, "ACL serialisation").
package struct AccessList: Hashable, Sendable {
  /// One entry: a condition, and the operations that it permits.
  package struct Entry: Hashable, Sendable {
    package var subject: AccessSubject
    /// The mark of a special entry; empty for an ordinary entry.
    ///
    /// An entry with the mark `partitionTag` or `integrityTag` holds data of the item in place of a
    /// condition.
    package var tag: [UInt8]
    /// The permitted operations; nil or empty if all operations are permitted.
    package var authorizations: [Authorization]?
    package fileprivate(set) var delegate: UInt32 = 0

    package init(
      _ subject: AccessSubject, _ authorizations: [Authorization]?, tag: [UInt8] = []
    ) {
      (self.subject, self.authorizations, self.tag) = (subject, authorizations, tag)
    }

    /// Returns true if the entry permits an operation to the programs that fulfil its condition.
    package func authorizes(_ authorization: Authorization) -> Bool {
      guard let authorizations, !authorizations.isEmpty else { return true }
      return authorizations.contains(authorization) || authorizations.contains(.any)
    }
  }

  package var owner: AccessSubject
  package var entries: [Entry]
  package private(set) var ownerDelegate: UInt32 = 0
  /// Bytes after the last entry, which have no meaning and are kept.
  package private(set) var rest: [UInt8] = []

  package init(owner: AccessSubject, _ entries: [Entry]) {
    (self.owner, self.entries) = (owner, entries)
  }

  /// The access list of a keychain itself, and of public keys: every program may do everything.
  package static let anyone = AccessList(owner: .any, [Entry(.any, nil)])

  /// The tag of the entry that holds the integrity digest of an item.
  package static let integrityTag = Array("___INTEGRITY___".utf8)
  /// The tag of the entry that holds the partition list of an item.
  package static let partitionTag = Array("___PARTITION___".utf8)
}

extension AccessList {
  /// Reads an access list.
  ///
  /// - Throws: `malformed` if the bytes are not an access list, or if a condition in it is of a
  ///   kind that `AccessSubject` does not have.
  package init(decoding bytes: [UInt8]) throws(BlobFailure) {
    var reader = AccessReader(bytes)
    ownerDelegate = try reader.number()
    owner = try reader.subject()
    let count = try reader.number()
    guard count <= bytes.count / 12 else { throw .malformed }
    entries = []
    for _ in 0..<count { entries.append(try reader.entry()) }
    rest = reader.rest
  }

  /// Returns the bytes of the access list, with its entries sorted by their tags.
  package func encode() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(atom: ownerDelegate)
    bytes.append(owner)
    bytes.append(field: UInt32(entries.count))
    for entry in ordered { bytes.append(entry) }
    return bytes + rest
  }

  /// The entries sorted by their tags; entries without a tag come first.
  package var ordered: [Entry] {
    entries.enumerated().sorted { left, right in
      if left.element.tag == right.element.tag { return left.offset < right.offset }
      return left.element.tag.lexicographicallyPrecedes(right.element.tag)
    }
    .map(\.element)
  }
}

/// Reads the fields of an access list; each field begins at a multiple of four bytes.
private struct AccessReader {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var rest: [UInt8] { Array(bytes[min(place, bytes.count)...]) }

  mutating func number() throws(BlobFailure) -> UInt32 {
    place = place.aligned
    guard let number = bytes.atom(at: place) else { throw .malformed }
    place += 4
    return number
  }

  /// Reads a string, which ends with a zero byte.
  mutating func string() throws(BlobFailure) -> [UInt8] {
    place = place.aligned
    guard place < bytes.count, let end = bytes[place...].firstIndex(of: 0) else {
      throw .malformed
    }
    defer { place = end + 1 }
    return Array(bytes[place..<end])
  }

  /// Reads a number, and then as many bytes as the number says; returns these bytes.
  mutating func counted() throws(BlobFailure) -> [UInt8] {
    let count = Int(try number())
    place = place.aligned
    guard count <= bytes.count - place else { throw .malformed }
    defer { place += count }
    return Array(bytes[place..<place + count])
  }

  mutating func entry() throws(BlobFailure) -> AccessList.Entry {
    let delegate = try number()
    let subject = try subject()
    let tag = try string()
    var authorizations: [Authorization]?
    // The flag is in the byte order of the machine that wrote it, so only 0 is compared.
    if try number() == 0 {
      let count = try number()
      guard count <= bytes.count / 4 else { throw .malformed }
      var list: [Authorization] = []
      for _ in 0..<count { list.append(Authorization(rawValue: try number())) }
      authorizations = list
    }
    var entry = AccessList.Entry(subject, authorizations, tag: tag)
    entry.delegate = delegate
    return entry
  }

  mutating func subject(depth: Int = 0) throws(BlobFailure) -> AccessSubject {
    guard depth < AccessSubject.deepest else { throw .malformed }
    let head = try number()
    let version = head >> 24
    switch head & 0xFF_FFFF {
    case AccessSubject.Kind.any: return .any
    case AccessSubject.Kind.threshold: return try threshold(depth)
    case AccessSubject.Kind.prompt: return .prompt(try prompt(version))
    case AccessSubject.Kind.program: return .program(try program())
    case AccessSubject.Kind.partition: return .partition(try counted())
    case AccessSubject.Kind.process:
      // Two numbers of two bytes each, without padding between them.
      let pair = try number()
      return .process(
        AccessSubject.ProcessSubject(
          mask: UInt16(truncatingIfNeeded: pair), user: try number(), group: try number(),
          version: UInt16(pair >> 16)))
    default: throw .malformed
    }
  }

  private mutating func threshold(_ depth: Int) throws(BlobFailure) -> AccessSubject {
    let count = try number()
    let needed = try number()
    guard count <= bytes.count / 4 else { throw .malformed }
    var subjects: [AccessSubject] = []
    for _ in 0..<count { subjects.append(try subject(depth: depth + 1)) }
    return .threshold(needed: needed, subjects)
  }

  private mutating func prompt(
    _ version: UInt32
  ) throws(BlobFailure) -> AccessSubject.PromptSubject {
    var flags: UInt16 = 0
    if version >= AccessSubject.promptVersion {
      // The flags may stand in either byte order. All known flags are in the low byte, which shows
      // the order.
      let pair = UInt16(truncatingIfNeeded: try number())
      flags = pair & 0xFF == 0 ? pair >> 8 : pair
    }
    var prompt = AccessSubject.PromptSubject(try string(), flags: flags)
    prompt.hasFlags = version >= AccessSubject.promptVersion
    return prompt
  }

  private mutating func program() throws(BlobFailure) -> TrustedProgram {
    // Type 1 is the only type of signature in the format.
    guard try number() == 1 else { throw .malformed }
    let hash = try counted()
    var bag = AccessReader(try counted())
    guard hash.count == TrustedProgram.hashSize else { throw .malformed }
    let path = try bag.string()
    var blobs: [TrustedProgram.Blob] = []
    while bag.place.aligned < bag.bytes.count {
      let magic = try bag.number()
      let length = Int(try bag.number())
      guard length >= 8, length - 8 <= bag.bytes.count - bag.place else { throw .malformed }
      blobs.append(
        TrustedProgram.Blob(
          magic: magic, content: Array(bag.bytes[bag.place..<bag.place + length - 8])))
      bag.place += length - 8
    }
    return TrustedProgram(path: path, legacyHash: hash, blobs: blobs)
  }
}

extension [UInt8] {
  fileprivate mutating func append(field number: UInt32) {
    pad()
    append(atom: number)
  }

  fileprivate mutating func append(string: [UInt8]) {
    pad()
    self += string + [0]
  }

  fileprivate mutating func append(counted bytes: [UInt8]) {
    append(field: UInt32(bytes.count))
    self += bytes
  }

  fileprivate mutating func append(_ entry: AccessList.Entry) {
    append(field: entry.delegate)
    append(entry.subject)
    append(string: entry.tag)
    pad()
    guard let authorizations = entry.authorizations else {
      // The flag is true, in the byte order of Apple's systems.
      self += [1, 0, 0, 0]
      return
    }
    append(atom: 0)
    append(size: authorizations.count)
    for authorization in authorizations { append(atom: authorization.rawValue) }
  }

  fileprivate mutating func append(_ subject: AccessSubject) {
    switch subject {
    case .any: append(field: AccessSubject.Kind.any)
    case .threshold(let needed, let subjects):
      append(field: AccessSubject.Kind.threshold)
      append(size: subjects.count)
      append(atom: needed)
      for subject in subjects { append(subject) }
    case .prompt(let prompt):
      append(
        field: (prompt.hasFlags ? AccessSubject.promptVersion : 0) << 24 | AccessSubject.Kind.prompt
      )
      if prompt.hasFlags {
        append(atom: UInt32(AccessSubject.flagsVersion) << 16 | UInt32(prompt.flags))
      }
      append(string: prompt.description)
    case .program(let program): append(program)
    case .partition(let bytes):
      append(field: AccessSubject.Kind.partition)
      append(counted: bytes)
    case .process(let process):
      append(field: AccessSubject.Kind.process)
      append(atom: UInt32(process.version) << 16 | UInt32(process.mask))
      append(atom: process.user)
      append(atom: process.group)
    }
  }

  private mutating func append(_ program: TrustedProgram) {
    append(field: AccessSubject.Kind.program)
    append(atom: 1)
    append(counted: program.legacyHash)
    var bag = program.path + [0]
    for blob in program.blobs {
      bag.append(field: blob.magic)
      bag.append(size: blob.content.count + 8)
      bag += blob.content
    }
    append(counted: bag)
  }
}
