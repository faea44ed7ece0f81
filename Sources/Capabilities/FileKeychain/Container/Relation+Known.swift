// SPDX-License-Identifier: Apache-2.0 (table)

/// The descriptions of tables that this library makes (Specification/keychain-file-format.md, "Meta
/// tables", "Attribute lists").
///
/// A new keychain file has the tables of `initial`. The other tables are added with their first
/// record.
extension Relation {
  static let schemaNames = Relation(
    0, "CSSM_DL_DB_SCHEMA_INFO",
    [named(0, "RelationID", .number), named(1, "RelationName", .string)])
  static let schemaIndexes = Relation(
    1, "CSSM_DL_DB_SCHEMA_INDEXES",
    [
      named(0, "RelationID", .number), named(1, "IndexID", .number),
      named(2, "AttributeID", .number), named(3, "IndexType", .number),
      named(4, "IndexedDataLocation", .number),
    ])
  static let schemaAttributes = Relation(
    2, "CSSM_DL_DB_SCHEMA_ATTRIBUTES",
    [
      named(0, "RelationID", .number), named(1, "AttributeID", .number),
      named(2, "AttributeNameFormat", .number), named(3, "AttributeName", .string),
      named(4, "AttributeNameID", .blob), named(5, "AttributeFormat", .number),
    ])
  static let schemaModules = Relation(
    3, "CSSM_DL_DB_SCHEMA_PARSING_MODULE",
    [
      named(0, "RelationID", .number), named(1, "AttributeID", .number),
      named(2, "ModuleID", .blob), named(3, "AddinVersion", .string), named(4, "SSID", .number),
      named(5, "SubserviceType", .number),
    ])

  /// The meta tables, which describe the tables of a file; the format fixes their own layout.
  static let meta = [schemaNames, schemaIndexes, schemaAttributes, schemaModules]

  package static let genericPasswords = Relation(
    0x8000_0000, "", passwords(["acct", "svce", "gena"]),
    [unique(["acct", "svce"]), Index(3, [code("acct")]), Index(4, [code("svce")])])

  package static let internetPasswords = Relation(
    0x8000_0001, "",
    passwords(["acct", "sdmn", "srvr"]) + [
      coded("ptcl", .number), coded("atyp", .blob), coded("port", .number), coded("path", .blob),
    ],
    [unique(internetKey)] + numbered(from: 8, internetKey))

  package static let serverPasswords = Relation(
    0x8000_0002, "",
    passwords(["acct", "vlme", "srvr"]) + [
      coded("ptcl", .number), coded("addr", .blob), coded("ssig", .blob),
    ],
    [unique(serverKey)] + numbered(from: 5, serverKey))

  package static let publicKeys = keys(0x0F, "CSSM_DL_DB_RECORD_PUBLIC_KEY")
  package static let privateKeys = keys(0x10, "CSSM_DL_DB_RECORD_PRIVATE_KEY")
  package static let symmetricKeys = keys(0x11, "CSSM_DL_DB_RECORD_SYMMETRIC_KEY")
  package static let database = Relation(0x8000_8000, "DBBlob", [])

  package static let certificates = Relation(
    0x8000_1000, "CSSM_DL_DB_RECORD_X509_CERTIFICATE",
    [
      coded("ctyp", .number, "CertType"), coded("cenc", .number, "CertEncoding"),
      coded("labl", .blob, "PrintName"), coded("alis", .blob, "Alias"),
      coded("subj", .blob, "Subject"), coded("issu", .blob, "Issuer"),
      coded("snbr", .blob, "SerialNumber"), coded("skid", .blob, "SubjectKeyIdentifier"),
      coded("hpky", .blob, "PublicKeyHash"),
    ],
    [unique(["ctyp", "issu", "snbr"])]
      + numbered(from: 1, ["ctyp", "alis", "subj", "issu", "snbr", "skid", "hpky"]))

  package static let extendedAttributes = Relation(
    0x8000_1004, "",
    [
      coded("eart", .number), coded("eaii", .blob), coded("eaan", .blob), coded("mdat", .date),
      coded("eaav", .blob),
    ], [unique(["eart", "eaii", "eaan"])])

  /// The tables of a new file, in the order of their rows in the meta tables.
  package static let initial = [
    schemaNames, schemaAttributes, schemaIndexes, schemaModules, genericPasswords,
    serverPasswords, internetPasswords, database, publicKeys, privateKeys, symmetricKeys,
  ]

  private static let internetKey = ["acct", "sdmn", "srvr", "ptcl", "atyp", "port", "path"]
  private static let serverKey = ["acct", "vlme", "addr", "ssig"]

  /// Returns the number of the attribute with a name of four characters, for example "acct".
  ///
  /// The ASCII codes of the characters are the bytes of the number.
  package static func code(_ name: String) -> UInt32 {
    name.utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The number of the attribute PrintName: the item's name as it is shown to people.
  package static let printName: UInt32 = 7
  package static let alias: UInt32 = 8

  private static func named(_ id: UInt32, _ name: String, _ format: ValueFormat) -> Attribute {
    Attribute(id, name, format, isNamed: true)
  }

  private static func coded(
    _ letters: String, _ format: ValueFormat, _ name: String? = nil
  ) -> Attribute {
    Attribute(code(letters), name, format)
  }

  /// Returns the attributes of a table of passwords: first the attributes that all these tables
  /// have, and then attributes with the given names and the format `blob`.
  private static func passwords(_ blobs: [String]) -> [Attribute] {
    [
      coded("cdat", .date), coded("mdat", .date), coded("desc", .blob), coded("icmt", .blob),
      coded("crtr", .number), coded("type", .number), coded("scrp", .signed),
      named(printName, "PrintName", .blob), named(alias, "Alias", .blob), coded("invi", .signed),
      coded("nega", .signed), coded("cusi", .signed), coded("prot", .blob),
    ] + blobs.map { coded($0, .blob) }
  }

  private static func unique(_ names: [String]) -> Index {
    Index(0, isUnique: true, names.map(code))
  }

  /// Returns an index for each of the named attributes, numbered upwards from `first`.
  private static func numbered(from first: UInt32, _ names: [String]) -> [Index] {
    names.enumerated().map { Index(first + UInt32($0), [code($1)]) }
  }

  private static func keys(_ id: UInt32, _ name: String) -> Relation {
    let blobs: Set = [
      "PrintName", "Alias", "Label", "ApplicationTag", "KeyCreator", "StartDate", "EndDate",
    ]
    let names = [
      "KeyClass", "PrintName", "Alias", "Permanent", "Private", "Modifiable", "Label",
      "ApplicationTag", "KeyCreator", "KeyType", "KeySizeInBits", "EffectiveKeySize", "StartDate",
      "EndDate", "Sensitive", "AlwaysSensitive", "Extractable", "NeverExtractable", "Encrypt",
      "Decrypt", "Derive", "Sign", "Verify", "SignRecover", "VerifyRecover", "Wrap", "Unwrap",
    ]
    let attributes = names.enumerated().map { place, name in
      Attribute(UInt32(place), name, blobs.contains(name) ? .blob : .number)
    }
    let uses = (18...26).map { Index(UInt32($0) - 16, [UInt32($0)]) }
    return Relation(
      id, name, attributes, [Index(0, isUnique: true, Array(6...13)), Index(1, [6])] + uses)
  }
}
