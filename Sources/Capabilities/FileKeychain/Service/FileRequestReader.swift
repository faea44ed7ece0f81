// SPDX-License-Identifier: Apache-2.0
import KeychainRequests
package import KeychainTypes
import SecureMemory

/// Reads the pairs of a request to keychain files, or finds the error by which the request is
/// refused, before a keychain is opened.
///
/// If several errors apply, this table defines their order (Specification/file-keychain.md,
/// "SecItem on file keychains"). Each call has numbered steps, and the first step that fails ends
/// the call. A dash means that the call has no such step.
///
/// | check | step of Add | of CopyMatching | of Update | of Delete | where |
/// |---|---|---|---|---|---|
/// | keychains, objects and access lists, -50 | 1 | 1 | 1 | 1 | `FileMembers`, `FileObjects` |
/// | more than 128 pairs, -50 | 2 | 2 | 2 | 2 | `refuse` |
/// | the class, -50 or -25306 | 3 | 3 | 3 | 3 | `itemClass` |
/// | the pairs one by one, -50 or -25302 | 4 | 4 | 4 | 4 | `take` |
/// | a filter that the class does not have, -4 | - | 5 | 5 | 5 | `FileQuery` |
/// | results without a place, data of all passwords, -50 | - | 6 | - | - | `FileItemCall` |
/// | the new values: rows 2 and 4 for their dictionary | - | - | 6 | - | `FileItemReader` |
/// | content that makes no object of the class, -50 | 5 | - | 7 | - | `FileItemReader` |
/// | the keychains: missing, damaged, locked; their items | 6 | 7 | 8 | 6 | `FileService` |
///
/// Attributes that the class lacks, unknown keys, and keys without meaning in the call have no
/// effect, whatever their values.
struct FileRequestReader {
  /// A dictionary of a call: the new item of Add, a query, or the new values of Update.
  enum Part: Sendable {
    case item, query, changes
    /// The query of a call that returns nothing: Update or Delete.
    case target

    var isStored: Bool { self == .item || self == .changes }
  }

  private let part: Part
  private let attributes: AttributePairs
  private let tables: [[FileColumn]]
  private var uses = UsePairs()
  /// The pairs of attributes that items of the class can have.
  private(set) var conditions: [Request.Pair] = []
  private(set) var matches: MatchPairs
  private(set) var returns: Returns = []
  /// The value of `kSecValueData` in a dictionary of values to store; nil if the dictionary lacks
  /// this key.
  private(set) var secret: SecretBytes?

  /// Reads all pairs of a dictionary, in the order of requests.
  ///
  /// - Throws: -50 for a value of a wrong kind, -25302 for a value that is too large.
  init(_ pairs: RequestPairs, of itemClass: ItemClass, as part: Part) throws(KeychainError) {
    self.part = part
    attributes = AttributePairs(itemClass)
    matches = MatchPairs(itemClass)
    tables = itemClass.tables.map { FileColumn.all(of: $0.id) }
    for pair in pairs.all {
      do throws(KeychainError) { try take(pair) } catch {
        throw error.about(pair.key.name, isChange: part == .changes)
      }
    }
  }

  private mutating func take(_ pair: Request.Pair) throws(KeychainError) {
    switch (pair.key.family, part) {
    case (.attribute, _): try takeAttribute(pair)
    case (.match, .query), (.match, .target): try matches.take(pair)
    case (.returns, .item), (.returns, .query):
      guard ReturnKey(rawValue: pair.key.name) != nil else { return }
      returns.formUnion(try ReturnPairs.read(pair))
    case (.use, .item), (.use, .query), (.use, .target):
      guard UseKey(rawValue: pair.key.name) != nil else { return }
      if case .refused(let refusal) = pair.value { throw refusal }
      try uses.take(pair)
    case (.value, _): try takeValue(pair)
    case (.itemClass, _), (.match, _), (.returns, _), (.use, _), (.ignored, _), (.unknown, _):
      return
    }
  }

  /// Reads an attribute, whose value must be one that the store accepts and that the file can have.
  private mutating func takeAttribute(_ pair: Request.Pair) throws(KeychainError) {
    var isKnown = false
    for table in tables {
      guard let column = table.first(where: { $0.attribute == pair.key.attribute }) else {
        continue
      }
      if !isKnown { try attributes.check(pair) }
      isKnown = true
      guard !part.isStored || column.isSettable(isNew: part == .item) else { continue }
      _ = try column.fileValue(pair.value)
    }
    if isKnown { conditions.append(pair) }
  }

  private mutating func takeValue(_ pair: Request.Pair) throws(KeychainError) {
    switch (ValueKey(rawValue: pair.key.name), part) {
    case (.secret?, .item), (.secret?, .changes): secret = try Self.secret(pair.value)
    case (.secret?, .query):
      guard pair.value.isData || pair.value.isText else { throw .secretOfWrongKind }
    case (.persistentReference?, .item): throw .addUnderReference
    case (.persistentReference?, .query), (.persistentReference?, .target):
      if case .list = pair.value { return }
      guard pair.value.isData else { throw .malformedReference }
    case (.secret?, .target), (.persistentReference?, .changes), (.reference?, _), (nil, _): return
    }
  }

  /// Converts a value of `kSecValueData` to bytes, text as UTF-8.
  private static func secret(_ value: RequestValue) throws(KeychainError) -> SecretBytes {
    switch value {
    case .secret(let secret): return secret
    case .text(let text):
      return SecretBytes(count: text.utf8.count) { (output: inout MutableSpan<UInt8>) in
        for (place, byte) in text.utf8.enumerated() { output[place] = byte }
      }
    case .tooLarge: throw .secretTooLarge
    default: throw .secretOfWrongKind
    }
  }
}

/// The first steps of the table, which need no class.
extension FileRequestReader {
  /// Refuses a dictionary with a key that a request to keychain files cannot have, and a dictionary
  /// with too many pairs.
  ///
  /// The face takes keychains and objects out of the caller's dictionary. So a request that still
  /// has one of their keys is wrong.
  static func refuse(_ pairs: RequestPairs) throws(KeychainError) {
    for pair in pairs.all {
      if let refusal = refusal(of: pair) { throw refusal.about(pair.key.name) }
    }
    guard !pairs.isOversized else { throw .tooManyPairs }
  }

  private static func refusal(of pair: Request.Pair) -> KeychainError? {
    switch pair.key.family {
    case .match where pair.key.name == MatchKey.searchList.rawValue: .noKeychains
    case .match where pair.key.name == MatchKey.itemList.rawValue: .noItemList
    case .use where pair.key.name == UseKey.keychain.rawValue: .noKeychains
    case .use where pair.key.name == UseKey.itemList.rawValue: .noItemList
    case .value where pair.key.name == ValueKey.reference.rawValue: .noItemReference
    case .match, .use, .value, .itemClass, .attribute, .returns, .ignored, .unknown: nil
    }
  }

  /// Returns the class of the items that a dictionary is about.
  ///
  /// The class in the dictionary counts first. A class that is not text counts as absent.
  ///
  /// - Parameter known: the class of an object or of a reference in the dictionary; nil if the
  ///   dictionary has neither.
  static func itemClass(
    _ pairs: RequestPairs, _ known: ItemClass?
  ) throws(KeychainError) -> ItemClass {
    guard let value = pairs[.itemClass, "class"], value.isText else {
      guard let known else { throw .classMissing }
      return known
    }
    guard case .text(let name) = value, let named = ItemClass(rawValue: name) else {
      throw .noSuchClass
    }
    return named
  }
}

extension ItemClass {
  /// The tables of keychain files that have items of this class, or parts of identities.
  var tables: [Relation] {
    switch self {
    case .genericPassword: [.genericPasswords]
    case .internetPassword: [.internetPasswords]
    case .certificate: [.certificates]
    case .key: [.privateKeys, .publicKeys, .symmetricKeys]
    case .identity: [.certificates, .privateKeys]
    }
  }

  /// Returns true if keychain files can store an attribute for items of this class.
  package func hasPlace(for attribute: Attribute) -> Bool {
    tables.contains { table in
      FileColumn.all(of: table.id).contains { $0.attribute == attribute }
    }
  }
}

extension KeychainError {
  static let secretOfWrongKind = KeychainError.parameter(
    "the secret is neither data nor text", cause: .wrongValueKind)
  package static let noItemList = KeychainError.wrongKind("the list of items is not a list")
  package static let noItemReference = KeychainError.wrongKind("the reference stands for no item")
}
