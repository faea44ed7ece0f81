// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import FileKeychain
import Foundation
import KeychainTypes

/// A call of `SecItemAdd` that adds to a keychain file.
struct FileAddition {
  private let call: ItemRequest
  private let keychain: SecKeychain

  init(_ call: ItemRequest, _ members: FileMembers) throws(KeychainError) {
    guard let keychain = members.all.first else { throw .noDefault }
    (self.call, self.keychain) = (call, keychain)
  }

  /// Adds the item that the caller's dictionary describes, or each object that the dictionary
  /// names.
  ///
  /// The dictionary names objects in `kSecValueRef` or in `kSecUseItemList`. The result for objects
  /// is an array of dictionaries, even for one object.
  ///
  /// If the dictionary describes a key or a certificate, the result is this array too. If it
  /// describes a password, the `kSecReturn…` keys decide the form of the result.
  func perform() throws(KeychainError) -> ItemRequest.Outcome {
    let request = call.dictionary.withoutObjects().request(.add, in: call.profile)
    let objects = try objects()
    let access = try call.dictionary.accessList()
    // All objects of a list are checked before the first one is added.
    var additions: [FileService.Addition] = []
    for object in objects ?? [nil] {
      let (item, terms) =
        try object.map { object throws(KeychainError) in
          try self.item(object)
        } ?? (nil, ImportedKeyTerms())
      additions.append(try FileService.Addition(request, item, terms: terms, access: access))
    }
    guard let file = call.file(keychain) else { throw .readOnlyAuthorities(keychain.path) }
    let isQuiet = request.pairs.interaction != .allow
    let service = FileService([isQuiet ? file.withoutQuestions : file], isNamed: true)
    var matches: [FileMatch] = []
    do throws(KeychainError) {
      for addition in additions { matches.append(try service.add(addition)) }
      let returns = additions.first?.item.returns ?? []
      return try outcome(matches, returns, ofObjects: objects != nil)
    } catch {
      // A call that fails must not leave items behind, so that the caller can repeat the call.
      for match in matches.reversed() { _ = try? match.remove() }
      throw error
    }
  }

  private func outcome(
    _ matches: [FileMatch], _ returns: Returns, ofObjects: Bool
  ) throws(KeychainError) -> ItemRequest.Outcome {
    guard !returns.isEmpty, call.hasResult, let first = matches.first else { return .untouched }
    let writer = FileResults(returns)
    guard ofObjects || first.itemClass.hasObjects else {
      return .object(try writer.element(first, in: keychain.keychains))
    }
    let results = NSMutableArray()
    for match in matches { results.add(try writer.dictionary(match, in: keychain.keychains)) }
    return .object(results)
  }

  /// Returns the objects to add, which the dictionary names in `kSecValueRef` or `kSecUseItemList`;
  /// nil if the dictionary describes an item by attributes.
  ///
  /// - Throws: -50 if `kSecUseItemList` is not an array, or is an empty array.
  private func objects() throws(KeychainError) -> [AnyObject?]? {
    if let object = call.dictionary.referenced { return [object] }
    guard let list = call.dictionary[.use, UseKey.itemList.rawValue] else { return nil }
    let elements = try FileObjects.elements(of: list)
    guard !elements.isEmpty else {
      throw KeychainError.parameter("the list of items is empty").about(UseKey.itemList.rawValue)
    }
    return elements
  }

  /// Returns a key or a certificate to add, and the permitted uses of the key.
  ///
  /// - Throws: -50 for other objects, such as an identity, and for a key of the secure element. For
  ///   a key of another keychain file, the errors of `HeldFileKey.exported`.
  private func item(
    _ object: AnyObject
  ) throws(KeychainError) -> (ExternalItem?, ImportedKeyTerms) {
    var terms = ImportedKeyTerms()
    switch object {
    case let certificate as SecCertificate: return (.certificate(certificate.value), terms)
    case let key as SecKey:
      terms.isExtractable = key.terms.isExtractable
      if key.terms.isSensitive { terms.isSensitive = true }
      terms.usage = key.terms.usage
      switch key.body {
      case .software(let software): return (.key(software), terms)
      case .file(let held): return (.key(try held.copied(by: call.copies).exported()), terms)
      case .symmetric(let bytes): return (.symmetricKey(bytes), terms)
      case .element:
        throw .parameter("a key of the secure element cannot be added to a keychain file")
      }
    default:
      throw KeychainError.wrongKind("the reference is neither a key nor a certificate")
        .about(ValueKey.reference.rawValue)
    }
  }
}
