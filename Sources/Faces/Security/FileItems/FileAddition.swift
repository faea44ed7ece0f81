// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import FileKeychain
import Foundation
import KeychainRequests
import KeychainTypes

/// A call of `SecItemAdd` that adds to a keychain file.
struct FileAddition {
  private let call: ItemRequest
  private let keychain: SecKeychain

  init(_ call: ItemRequest, _ members: FileMembers) throws(KeychainError) {
    guard let keychain = members.all.first else { throw .noDefault }
    (self.call, self.keychain) = (call, keychain)
  }

  /// Adds the item, or each object of `v_Ref` or of the list of items.
  ///
  /// The results of objects are an array of dictionaries.
  func perform() throws(KeychainError) -> ItemRequest.Outcome {
    guard let file = keychain.fileKeychain else { throw .readOnlyAuthorities(keychain.path) }
    let request = call.dictionary.withoutObjects().request(.add, in: call.profile)
    var returns: Returns = []
    for pair in request.pairs.all where pair.key.family == .returns {
      returns.formUnion(try ReturnPairs.read(pair))
    }
    let isQuiet = request.pairs.interaction != .allow
    let service = FileService([isQuiet ? file.withoutQuestions : file], isNamed: true)
    let objects = try objects()
    var matches: [FileMatch] = []
    for object in objects ?? [nil] {
      var addition = FileService.Addition(request)
      addition.access = try call.dictionary.accessList()
      if let object { try Self.set(object, in: &addition) }
      let match = try service.add(addition)
      KeychainEvents.postAddition(of: match.item, in: keychain.keychains)
      matches.append(match)
    }
    guard !returns.isEmpty, call.hasResult, let first = matches.first else { return .untouched }
    let writer = FileResults(returns)
    guard objects != nil || first.itemClass.hasObjects else {
      return .object(try writer.element(first, in: keychain.keychains))
    }
    let results = NSMutableArray()
    for match in matches { results.add(try writer.dictionary(match, in: keychain.keychains)) }
    return .object(results)
  }

  /// Returns the objects to add; nil if the dictionary describes the item itself.
  private func objects() throws(KeychainError) -> [AnyObject?]? {
    if let object = call.dictionary.referenced { return [object] }
    guard let list = call.dictionary[.use, UseKey.itemList.rawValue] else { return nil }
    return try FileObjects.elements(of: list)
  }

  /// Puts the content of an object into an addition.
  ///
  /// - Throws: -50 for an identity, and for an object that is neither a key in memory nor a
  ///   certificate.
  private static func set(
    _ object: AnyObject, in addition: inout FileService.Addition
  ) throws(KeychainError) {
    switch object {
    case let certificate as SecCertificate: addition.object = .certificate(certificate.value)
    case let key as SecKey:
      addition.terms.isExtractable = key.terms.isExtractable
      if key.terms.isSensitive { addition.terms.isSensitive = true }
      addition.terms.usage = key.terms.usage
      switch key.body {
      case .software(let software): addition.object = .key(software)
      case .file(let held): addition.object = .key(try held.exported())
      case .symmetric(let bytes): addition.object = .symmetricKey(bytes)
      case .element:
        throw .parameter("a key of the secure element cannot be added to a keychain file")
      }
    default:
      throw KeychainError.wrongKind("the reference is neither a key nor a certificate")
        .about(ValueKey.reference.rawValue)
    }
  }
}
