// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes
import SecureMemory
import Testing

/// Files of our writer, checked and read by the second implementation.
@Suite(
  "keychain files for the second reader",
  .enabled(if: SecondImplementation.isThere, "python3 and a libcrypto with Triple DES are needed"))
struct OwnWriterTests {
  private static let other = SecondImplementation.shared
  static let versions: [BlobVersion] = [.plain, .partitioned]

  /// Checks a file, and returns its records as the second implementation reads them.
  private func records(
    _ writer: OwnWriter, _ relation: Relation, password: String = SecondImplementation.password
  ) throws -> [JSONValue] {
    let (theirs, fault) = try Self.other.examine(writer.bytes, password: password)
    #expect(fault == nil)
    #expect(KeychainCheck(writer.image, writer.keychain.keys).findings == [])
    if password == SecondImplementation.password {
      #expect(try KeychainDescription.of(writer.bytes).differences(from: theirs) == [])
    }
    return theirs["tables"].list.first { $0["id"].number == Int(relation.id) }?["records"].list
      ?? []
  }

  /// Compares a record with the attributes that were put in; all others must be absent or filled.
  private func expect(
    _ record: JSONValue, _ attributes: [String: FileValue], filled: [String: JSONValue],
    _ relation: Relation, secret: [UInt8]
  ) {
    var expected = filled
    for attribute in relation.attributes {
      let id = (0..<4).map { UInt8(truncatingIfNeeded: attribute.id >> (24 - 8 * $0)) }
      let name = attribute.name ?? String(decoding: id, as: UTF8.self)
      if expected[name] == nil { expected[name] = .null }
    }
    for (name, value) in attributes {
      switch value {
      case .number(let number): expected[name] = .number(Int(number))
      case .signed(let number): expected[name] = .number(Int(number))
      case .bytes(let bytes): expected[name] = KeychainDescription.hex(bytes)
      case .numbers: Issue.record("no attribute of a password has several numbers")
      }
    }
    #expect(record["attributes"].differences(from: .object(expected)) == [])
    #expect(record["secret"] == KeychainDescription.hex(secret))
  }

  private static let date = KeychainDescription.hex(Array(OwnWriter.date.utf8))

  @Test("an empty file, with every setting", arguments: versions)
  func empty(_ version: BlobVersion) throws {
    for password in ["password", "", "pässwörd 🔑"] {
      let writer = try OwnWriter(
        version, password: password, timeout: 0x7FFF_FFFF, locksOnSleep: false)
      #expect(try records(writer, .genericPasswords, password: password) == [])
      let dump = try Self.other.dump(writer.bytes, [], password: password)
      #expect(dump["idleTimeout"] == 0x7FFF_FFFF && dump["lockOnSleep"] == false)
      #expect(dump["commitCounter"] == 1 && dump["version"].number == Int(version.rawValue))
    }
  }

  /// Every attribute of each class of passwords, but the dates.
  static let passwords: [(Relation, [String: FileValue])] = [
    (
      .genericPasswords,
      common.merging(["svce": .text("service"), "gena": .bytes([0, 1, 255])]) { $1 }
    ),
    (
      .internetPasswords,
      common.merging([
        "sdmn": .text("domain"), "srvr": .text("example.com"), "ptcl": .number(0x6874_7073),
        "atyp": .text("dflt"), "port": .number(443), "path": .text("/"),
      ]) { $1 }
    ),
    (
      .serverPasswords,
      common.merging([
        "vlme": .text("volume"), "srvr": .text("server"), "ptcl": .number(1),
        "addr": .text("10.0.0.1"), "ssig": .bytes(Array(0..<16)),
      ]) { $1 }
    ),
  ]

  private static let common: [String: FileValue] = [
    "desc": .text("a kind"), "icmt": .text("Kommentar: ä"), "crtr": .number(0x6161_706C),
    "type": .number(.max), "scrp": .signed(-2), "PrintName": .text("label"),
    "Alias": .bytes([]), "invi": .signed(1), "nega": .signed(.min), "cusi": .signed(0),
    "prot": .bytes([0]), "acct": .bytes([0x61, 0, 0x62]),
  ]

  @Test("passwords with every attribute, and with none", arguments: versions, passwords.indices)
  func everyPassword(_ version: BlobVersion, _ place: Int) throws {
    let (relation, attributes) = Self.passwords[place]
    var writer = try OwnWriter(version)
    try writer.add(relation, attributes, secret: Array("a secret of some length".utf8))
    try writer.add(relation, [:], secret: [])
    try writer.add(relation, ["acct": .text("eight")], secret: Array(1...8))
    let found = try records(writer, relation)
    #expect(found.count == 3)
    let dates = ["cdat": Self.date, "mdat": Self.date]
    let unique = Dictionary(
      uniqueKeysWithValues: (relation.unique?.attributes ?? []).map { id -> (String, JSONValue) in
        let name = String(decoding: AccessDescription.atom(id), as: UTF8.self)
        return (name, ["ptcl", "port"].contains(name) ? 0 : "")
      })
    expect(
      found[0], attributes, filled: dates, relation, secret: Array("a secret of some length".utf8))
    expect(found[1], [:], filled: dates.merging(unique) { $1 }, relation, secret: [])
    expect(
      found[2], ["acct": .text("eight")], filled: dates.merging(unique) { $1 }, relation,
      secret: Array(1...8))
    #expect(found.allSatisfy { $0["macValid"] == true })
  }

  @Test("access lists and partitions", arguments: versions)
  func access(_ version: BlobVersion) throws {
    let programs = [
      TrustedProgram(
        path: Array("/usr/bin/security".utf8), legacyHash: Array(0..<20),
        blobs: [
          TrustedProgram.Blob(
            magic: TrustedProgram.requirementMagic, content: [0, 0, 0, 1, 0, 0, 0, 3])
        ]), TrustedProgram(path: [0x2F]),
    ]
    let lists: [AccessList] =
      ["", "a", "ab", "abc", "abcd"].map { .standard(Array($0.utf8), trusting: programs) } + [
        .standard([0x78], trusting: nil), .standard([0x78], trusting: []),
        AccessList(
          owner: .process(AccessSubject.ProcessSubject(mask: 0x101, user: 501, group: 20)), []),
      ]
    var writer = try OwnWriter(version)
    for (place, list) in lists.enumerated() {
      try writer.add(
        .genericPasswords, ["acct": .text("\(place)")], secret: [1], list,
        partitions: ["apple:", "teamid:<&>\"'", "\(place)"])
    }
    let found = try records(writer, .genericPasswords)
    #expect(found.count == lists.count)
    for (place, list) in lists.enumerated() {
      let record = found[place]
      let entries = AccessDescription.of(list)["entries"].list
      #expect(Array(record["acl"]["entries"].list.prefix(entries.count)) == entries)
      #expect(record["acl"]["owner"] == AccessDescription.of(list)["owner"])
      let partitions: JSONValue = ["apple:", "teamid:<&>\"'", .text("\(place)")]
      #expect(record["partitions"] == (version.hasPartitions ? partitions : .null))
      #expect(record["integrity"]["equal"] == .boolean(version.hasPartitions))
    }
  }

  @Test("keys and certificates", arguments: versions)
  func everyKey(_ version: BlobVersion) throws {
    var writer = try OwnWriter(version)
    for (place, key) in OwnKeys.all.enumerated() {
      _ = try writer.edit {
        try $0.addKey(
          key, .standard(key.printName, trusting: nil), PartitionList(["unsigned:"]))
      }
      let relation: Relation =
        switch key.header.kind {
        case .publicKey: .publicKeys
        case .privateKey: .privateKeys
        case .symmetric: .symmetricKeys
        }
      let record = try #require(try records(writer, relation).last, "\(place)")
      #expect(record["secret"] == KeychainDescription.hex(key.bytes))
      #expect(record["attributes"]["Label"] == KeychainDescription.hex(key.label))
      #expect(record["attributes"]["PrintName"] == KeychainDescription.hex(key.printName))
      #expect(record["attributes"]["ApplicationTag"] == KeychainDescription.hex(key.applicationTag))
      #expect(record["keyHeader"]["algorithm"].number == Int(key.header.algorithm))
      #expect(record["keyHeader"]["clear"] == .boolean(key.header.kind == .publicKey))
      #expect(record["integrity"]["equal"] == .boolean(version.hasPartitions))
    }
    try certificates(&writer)
  }

  private func certificates(_ writer: inout OwnWriter) throws {
    let addresses: [[FileValue]] = [
      [], [.text("b@example.com")], [.text("c@example.com"), .text("a@example.com"), .text("b")],
    ]
    for (place, list) in addresses.enumerated() {
      var values = RecordValues(.certificates)
      values.set(list, for: Relation.code("alis"))
      values[Relation.code("snbr")] = .bytes([UInt8(place)])
      values[Relation.code("ctyp")] = .number(3)
      _ = try writer.edit { try $0.addCertificate([0x30, 1, UInt8(place)], values) }
    }
    let found = try records(writer, .certificates)
    let texts = found.map { $0["attributes"]["Alias"] }
    func hex(_ text: String) -> JSONValue { KeychainDescription.hex(Array(text.utf8)) }
    #expect(
      texts == [
        .null, hex("b@example.com"),
        .list([hex("c@example.com"), hex("a@example.com"), hex("b")]),
      ])
    #expect(found.map { $0["data"] } == ["300100", "300101", "300102"])
  }
}
