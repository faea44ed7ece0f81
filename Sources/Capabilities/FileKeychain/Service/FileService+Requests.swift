// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto
import KeychainRequests
package import KeychainTypes
import SecureMemory

/// Keychain files as a service, for callers that have a request and no objects.
///
/// The rules are those of keychain files: without a limit, Update and Delete act on one item. A
/// match has an identifier that is derived from its persistent reference, because the records of a
/// file have no identifiers of their own.
extension FileService: KeychainService {
  package func answer(_ request: Request) throws(KeychainError) -> Answer {
    guard request.rehearsal == nil else { throw .rehearsedFiles }
    guard request.verb != .add else { return try added(request) }
    let query = try FileQuery(request)
    let found = try find(query)
    guard !found.isEmpty else { throw .noFileItem }
    switch request.verb {
    case .update: try update(found, to: request)
    case .delete: try delete(found)
    case .copyMatching, .add:
      var asked = Query(query.itemClass)
      (asked.returns, asked.limit) = (query.returns, query.limit)
      asked.interaction = query.interaction
      return Answer(
        try found.map { (match) throws(KeychainError) in try match.match(for: query.returns) },
        to: asked)
    }
    return Answer(doneTo: query.itemClass)
  }

  private func added(_ request: Request) throws(KeychainError) -> Answer {
    let match = try add(Addition(request))
    var item = NewItem(match.itemClass)
    for pair in request.pairs.all where pair.key.family == .returns {
      item.returns.formUnion(try ReturnPairs.read(pair))
    }
    return Answer(try match.match(for: item.returns), to: item)
  }
}

extension FileMatch {
  /// Returns the match with the parts that a caller asks for.
  fileprivate func match(for returns: Returns) throws(KeychainError) -> Match {
    let reference = reference
    let digest = try KeychainError.translating("SHA-1 is not available") {
      () throws(CryptoError) in
      try Hash.sha1(reference.span)
    }
    guard let identifier = Identifier16(digest.prefix(16)) else {
      throw KeychainError(.internalError, "a digest has a wrong size")
    }
    var match = Match(itemClass, identifier)
    if returns.needsAttributes { match.attributes = try attributes() }
    if returns.needSecret(of: itemClass) { match.secret = try secret() }
    return match
  }
}

extension KeychainError {
  package static let noFileItem = KeychainError(
    .itemNotFound, "no keychain has an item that matches")
  package static let rehearsedFiles = KeychainError(
    .notAvailable, "the call names keychain files, and only calls to the store are rehearsed",
    advice: "make the call itself, or look at the keychain with security dump-keychain")
}
