// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
package import SecureMemory

/// Changes to the items of an unlocked keychain file.
///
/// The editor does not check access lists: the caller must check them first. The editor writes no
/// file: the caller writes the bytes of `draft`.
package struct KeychainEditor {
  package let keychain: UnlockedKeychain
  let now: Instant
  let randomness: any RandomnessSource
  package internal(set) var draft: FileDraft

  package init(
    _ keychain: UnlockedKeychain, now: Instant, _ randomness: any RandomnessSource
  ) {
    (self.keychain, self.now, self.randomness) = (keychain, now, randomness)
    draft = FileDraft(keychain.image)
  }

  var image: KeychainImage { keychain.image }
  var keys: KeychainKeys { keychain.keys }
  var version: BlobVersion { keychain.database.version }

  /// Returns the file's own description of the table with the number of `known`.
  ///
  /// Returns `known` if the file lacks the table.
  func relation(_ known: Relation) -> Relation { image.relations[known.id] ?? known }

  /// Returns values in the order in which the file's table has its attributes.
  ///
  /// Absent attributes of the table's unique index get their default values.
  func filled(_ values: RecordValues) -> RecordValues {
    var values = values.fitted(to: relation(values.relation))
    values.fillUnique()
    return values
  }

  /// Returns the attributes that a record has before a change to `values`.
  ///
  /// Nil if the change would leave all attributes as they are.
  package func changed(
    _ record: FileRecord, to values: RecordValues
  ) throws(EditFailure) -> RecordValues? {
    let old = try editing { () throws(FileDamage) in try RecordValues(record) }
    return filled(values).all == old.all ? nil : old
  }

  func vector() throws(EditFailure) -> [UInt8] {
    try editing { () throws(RandomnessError) in
      try randomness.bytes(count: KeyWrapping.vectorSize)
    }
  }

  /// Replaces the database blob of the keychain in `draft`.
  ///
  /// The database blob has the keychain's settings and its encrypted keys.
  package mutating func write(_ database: DatabaseBlob) throws(EditFailure) {
    var record: FileRecord?
    image.forEach(in: Relation.database.id) { result in
      if record == nil { record = try? result.get() }
    }
    guard let record else { throw .noItem }
    try draft.changing { (draft) throws(DraftFailure) in
      try draft.replace(record, [], content: database.encode())
    }
  }
}

extension FileDraft {
  /// Runs a change of this draft, and throws its `DraftFailure` as an `EditFailure`.
  mutating func changing<R>(
    _ body: (inout FileDraft) throws(DraftFailure) -> R
  ) throws(EditFailure) -> R {
    do throws(DraftFailure) { return try body(&self) } catch { throw .draft(error) }
  }
}

func editing<R>(_ body: () throws(BlobFailure) -> R) throws(EditFailure) -> R {
  do throws(BlobFailure) { return try body() } catch { throw .blob(error) }
}

func editing<R>(_ body: () throws(RandomnessError) -> R) throws(EditFailure) -> R {
  do throws(RandomnessError) { return try body() } catch { throw .randomness(error) }
}

func editing<R>(_ body: () throws(FileDamage) -> R) throws(EditFailure) -> R {
  do throws(FileDamage) { return try body() } catch { throw .draft(.damaged(error)) }
}
