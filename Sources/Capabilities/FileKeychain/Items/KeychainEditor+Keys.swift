// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// Changes to keys and certificates, and to the access lists of all items.
extension KeychainEditor {
  /// A key that is to be added.
  package struct NewKey: Sendable {
    package let header: KeyHeader
    /// The bytes of the key.
    ///
    /// Symmetric keys are raw. Private keys are in PKCS#8 for RSA, and in SEC 1 for curves. Public
    /// keys are in PKCS#1 or SubjectPublicKeyInfo.
    package let bytes: SecretBytes
    /// The number of the format of a public key: `KeyBlob.pkcs1` or `KeyBlob.x509`.
    package let format: UInt32
    package let printName: [UInt8]
    /// The hash of the public key; for a symmetric key, random bytes.
    package let label: [UInt8]
    package let applicationTag: [UInt8]

    package init(
      _ header: KeyHeader, _ bytes: SecretBytes, format: UInt32 = KeyBlob.x509,
      printName: [UInt8], label: [UInt8], applicationTag: [UInt8] = []
    ) {
      (self.header, self.bytes, self.format) = (header, bytes, format)
      (self.printName, self.label, self.applicationTag) = (printName, label, applicationTag)
    }
  }

  /// Adds a key, and returns the number of its record.
  ///
  /// A public key is not encrypted, and every program may use it: `access` and `partitions` do not
  /// count.
  package mutating func addKey(
    _ key: NewKey, _ access: AccessList, _ partitions: PartitionList
  ) throws(EditFailure) -> UInt32 {
    let tables: [KeyBlob.Kind: Relation] = [
      .publicKey: .publicKeys, .privateKey: .privateKeys, .symmetric: .symmetricKeys,
    ]
    var values = RecordValues(relation(tables[key.header.kind] ?? .symmetricKeys))
    values.describe(
      key.header, printName: key.printName, label: key.label, applicationTag: key.applicationTag)
    var access = key.header.kind == .publicKey ? .anyone : access
    if version.hasPartitions {
      access.integrity = try digest(values)
      if key.header.kind != .publicKey { access.partitions = partitions }
    }
    let content = try blob(key, access).encode()
    return try draft.changing { (draft) throws(DraftFailure) in
      try draft.insert(into: values.relation, values.all, content: content)
    }
  }

  private func blob(_ key: NewKey, _ access: AccessList) throws(EditFailure) -> KeyBlob {
    guard key.header.kind != .publicKey else {
      return KeyBlob(
        clear: key.bytes.withBytes { $0.bytes }, key.header, format: key.format,
        access: access.encode(), version: version)
    }
    let vector = try vector()
    return try editing { () throws(BlobFailure) in
      try KeyBlob(
        wrapping: key.bytes, key.header, access: access.encode(), version: version, under: keys,
        vector: vector)
    }
  }

  /// Adds a certificate, and returns the number of its record.
  ///
  /// - Parameter values: the attributes of the certificate, as the table of certificates has them.
  package mutating func addCertificate(
    _ der: [UInt8], _ values: RecordValues
  ) throws(EditFailure) -> UInt32 {
    let values = filled(values)
    return try draft.changing { (draft) throws(DraftFailure) in
      try draft.insert(into: values.relation, values.all, content: der)
    }
  }

  /// Replaces the attributes of a key or a certificate.
  ///
  /// - Returns: true if an attribute has changed; false if no change was added to `draft`.
  package mutating func updateObject(
    _ record: FileRecord, to values: RecordValues
  ) throws(EditFailure) -> Bool {
    guard let old = try changed(record, to: values) else { return false }
    let values = filled(values)
    try draft.moveExtendedAttributes(from: old, to: values, in: image)
    var content = record.content
    if record.isKey, version.hasPartitions {
      var blob = try keychain.keyBlob(of: record)
      var access = try editing { () throws(BlobFailure) in try AccessList(decoding: blob.access) }
      access.integrity = try digest(values)
      try editing { () throws(BlobFailure) in try blob.replaceAccess(access.encode(), keys) }
      content = blob.encode()
    }
    try draft.changing { (draft) throws(DraftFailure) in
      try draft.replace(record, values.all, content: content)
    }
    return true
  }

  /// Replaces the access list of an item.
  ///
  /// - Throws: `noItem` if the item has no access list, for example a certificate.
  package mutating func setAccess(
    _ access: AccessList, of record: FileRecord
  ) throws(EditFailure) {
    guard let (key, blob) = try keychain.accessRecord(of: record) else { throw .noKey }
    try replaceAccess(access, of: key, blob)
  }

  func digest(_ values: RecordValues) throws(EditFailure) -> [UInt8] {
    try editing { () throws(BlobFailure) in try IntegrityDigest.of(values.all, values.relation) }
  }
}
