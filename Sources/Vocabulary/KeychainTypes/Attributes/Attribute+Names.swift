// SPDX-License-Identifier: Apache-2.0 (table)

/// The attribute names of the four stored classes (Specification/secitem.md, "Attribute keys").
///
/// The names are numbers, so that the compiler lays them out as constants. The comment beside each
/// number is its four-character code; a test compares the number with the code.
extension Attribute {
  // A new attribute: the compiler does not ask for these places.
  // - Names: PublishedStrings, ConstantNames, AttributeWord.
  // - Keychain files: FileColumn (an attribute without a row there is ignored in files), and
  //   StoreItems, which gives items of the store to the `SecKeychain` functions: `unknown` if the
  //   store lacks the attribute, `texts` for four-character codes, `flags` for Booleans.
  // - Output of `security`: AttributeLayout, the lines of an item in the order of letters.
  // - Options of `security` for passwords: PasswordAttributes, and UpdateCommand for advice.
  // - Explanations: `Wording.withheld` if programs store secrets in it by mistake, and
  //   `Counterparts.advice` for a class that lacks it.
  // - Pages: the table of the attribute's class (Specification/secitem.md, "Class-specific
  //   attributes").

  // Names in all classes.
  package static let accessGroup = Attribute(rawValue: 0x6167_7270)  // agrp
  package static let protection = Attribute(rawValue: 0x7064_6D6E)  // pdmn
  package static let accessControl = Attribute(rawValue: 0x6163_6363)  // accc
  package static let synchronizable = Attribute(rawValue: 0x7379_6E63)  // sync
  package static let tombstone = Attribute(rawValue: 0x746F_6D62)  // tomb
  package static let creationDate = Attribute(rawValue: 0x6364_6174)  // cdat
  package static let modificationDate = Attribute(rawValue: 0x6D64_6174)  // mdat
  package static let label = Attribute(rawValue: 0x6C61_626C)  // labl
  package static let alias = Attribute(rawValue: 0x616C_6973)  // alis
  package static let viewHint = Attribute(rawValue: 0x7677_6874)  // vwht
  package static let tokenIdentifier = Attribute(rawValue: 0x746B_6964)  // tkid
  package static let multiUser = Attribute(rawValue: 0x6D75_7372)  // musr
  package static let sharingGroup = Attribute(rawValue: 0x6767_7270)  // ggrp
  package static let uuid = Attribute(rawValue: 0x5555_4944)  // UUID
  package static let digest = Attribute(rawValue: 0x7368_6131)  // sha1
  package static let systemBound = Attribute(rawValue: 0x7379_7362)  // sysb
  package static let plaintextServiceIdentifier = Attribute(rawValue: 0x7063_7373)  // pcss
  package static let plaintextPublicKey = Attribute(rawValue: 0x7063_736B)  // pcsk
  package static let plaintextPublicIdentity = Attribute(rawValue: 0x7063_7369)  // pcsi
  package static let appClip = Attribute(rawValue: 0x636C_6970)  // clip
  package static let envelope = Attribute(rawValue: 0x6461_7461)  // data
  package static let primaryKeyDigest = Attribute(rawValue: 0x765F_706B)  // v_pk

  // Names in passwords.
  package static let account = Attribute(rawValue: 0x6163_6374)  // acct
  package static let service = Attribute(rawValue: 0x7376_6365)  // svce
  package static let generic = Attribute(rawValue: 0x6765_6E61)  // gena
  package static let itemDescription = Attribute(rawValue: 0x6465_7363)  // desc
  package static let comment = Attribute(rawValue: 0x6963_6D74)  // icmt
  package static let creator = Attribute(rawValue: 0x6372_7472)  // crtr
  package static let type = Attribute(rawValue: 0x7479_7065)  // type
  package static let scriptCode = Attribute(rawValue: 0x7363_7270)  // scrp
  package static let isInvisible = Attribute(rawValue: 0x696E_7669)  // invi
  package static let isNegative = Attribute(rawValue: 0x6E65_6761)  // nega
  package static let hasCustomIcon = Attribute(rawValue: 0x6375_7369)  // cusi
  package static let protectionDomain = Attribute(rawValue: 0x7072_6F74)  // prot
  package static let securityDomain = Attribute(rawValue: 0x7364_6D6E)  // sdmn
  package static let server = Attribute(rawValue: 0x7372_7672)  // srvr
  package static let protocolCode = Attribute(rawValue: 0x7074_636C)  // ptcl
  package static let authenticationType = Attribute(rawValue: 0x6174_7970)  // atyp
  package static let port = Attribute(rawValue: 0x706F_7274)  // port
  package static let path = Attribute(rawValue: 0x7061_7468)  // path
  package static let extraNotes = Attribute(rawValue: 0x6269_6E6E)  // binn
  package static let extraHistory = Attribute(rawValue: 0x6269_6E69)  // bini
  package static let extraClientDefined0 = Attribute(rawValue: 0x6269_6E30)  // bin0
  package static let extraClientDefined1 = Attribute(rawValue: 0x6269_6E31)  // bin1
  package static let extraClientDefined2 = Attribute(rawValue: 0x6269_6E32)  // bin2
  package static let extraClientDefined3 = Attribute(rawValue: 0x6269_6E33)  // bin3

  // Names in certificates.
  package static let certificateType = Attribute(rawValue: 0x6374_7970)  // ctyp
  package static let certificateEncoding = Attribute(rawValue: 0x6365_6E63)  // cenc
  package static let subject = Attribute(rawValue: 0x7375_626A)  // subj
  package static let issuer = Attribute(rawValue: 0x6973_7372)  // issr
  package static let serialNumber = Attribute(rawValue: 0x736C_6E72)  // slnr
  package static let subjectKeyIdentifier = Attribute(rawValue: 0x736B_6964)  // skid
  package static let publicKeyHash = Attribute(rawValue: 0x706B_6868)  // pkhh

  // Names in keys.
  package static let keyClass = Attribute(rawValue: 0x6B63_6C73)  // kcls
  package static let applicationLabel = Attribute(rawValue: 0x6B6C_626C)  // klbl
  package static let tokenObject = Attribute(rawValue: 0x746F_6964)  // toid
  package static let applicationTag = Attribute(rawValue: 0x6174_6167)  // atag
  package static let keySizeInBits = Attribute(rawValue: 0x6273_697A)  // bsiz
  package static let effectiveKeySize = Attribute(rawValue: 0x6573_697A)  // esiz
  package static let startDate = Attribute(rawValue: 0x7364_6174)  // sdat
  package static let endDate = Attribute(rawValue: 0x6564_6174)  // edat
  package static let isPermanent = Attribute(rawValue: 0x7065_726D)  // perm
  package static let isPrivate = Attribute(rawValue: 0x7072_6976)  // priv
  package static let isModifiable = Attribute(rawValue: 0x6D6F_6469)  // modi
  package static let isSensitive = Attribute(rawValue: 0x7365_6E73)  // sens
  package static let wasAlwaysSensitive = Attribute(rawValue: 0x6173_656E)  // asen
  package static let isExtractable = Attribute(rawValue: 0x6578_7472)  // extr
  package static let wasNeverExtractable = Attribute(rawValue: 0x6E65_7874)  // next
  package static let canEncrypt = Attribute(rawValue: 0x656E_6372)  // encr
  package static let canDecrypt = Attribute(rawValue: 0x6465_6372)  // decr
  package static let canDerive = Attribute(rawValue: 0x6472_7665)  // drve
  package static let canSign = Attribute(rawValue: 0x7369_676E)  // sign
  package static let canVerify = Attribute(rawValue: 0x7672_6679)  // vrfy
  package static let canSignRecover = Attribute(rawValue: 0x736E_7263)  // snrc
  package static let canVerifyRecover = Attribute(rawValue: 0x7679_7263)  // vyrc
  package static let canWrap = Attribute(rawValue: 0x7772_6170)  // wrap
  package static let canUnwrap = Attribute(rawValue: 0x756E_7770)  // unwp
}
