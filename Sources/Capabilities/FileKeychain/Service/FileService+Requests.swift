// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto
import KeychainRequests
package import KeychainTypes
import SecureMemory

/// Keychain files as a service, for callers whose dictionary has no object (`FileObject`).
///
/// The rules of keychain files apply: without a limit, Update and Delete change one item. The
/// identifier of a match is derived from its persistent reference, because records of a file have
/// no identifiers.
extension FileService: KeychainService {
  package func answer(_ request: Request) throws(KeychainError) -> Answer {
    guard request.rehearsal == nil else { return try rehearsed(request) }
    guard request.verb != .add else { return try added(request) }
    guard request.verb != .update else { return try updated(request) }
    let query = try FileQuery(request)
    let found = try find(query) { (match) throws(KeychainError) -> Match? in
      guard request.verb == .delete else { return try match.match(for: query.returns) }
      try match.remove()
      return Match(query.itemClass, .zero)
    }
    if let failure = found.failure { throw failure }
    guard !found.all.isEmpty else { throw .noFileItem }
    guard request.verb == .copyMatching else { return Answer(doneTo: query.itemClass) }
    var asked = Query(query.itemClass)
    (asked.returns, asked.limit) = (query.returns, query.limit)
    asked.interaction = query.interaction
    return Answer(found.all, to: asked)
  }

  /// Answers a request on copies of the keychains in memory; the keychain files are not changed.
  private func rehearsed(_ request: Request) throws(KeychainError) -> Answer {
    var request = request
    request.rehearsal = nil
    let rehearsal = FileRehearsal(FileRehearsal.Terms())
    return try FileService(keychains.map { rehearsal.copy(of: $0) }, isNamed: isNamed)
      .answer(request)
  }

  /// Changes all items that a request finds.
  ///
  /// If the change of one item is refused, all items stay as they are.
  private func updated(_ request: Request) throws(KeychainError) -> Answer {
    let query = try FileQuery(request)
    let changes = try FileItemReader(changing: request, of: query.itemClass)
    let found = try find(query) { (match) throws(KeychainError) -> FileMatch? in match }
    if let failure = found.failure { throw failure }
    guard try Self.update(found.all, to: changes) > 0 else { throw .noFileItem }
    return Answer(doneTo: query.itemClass)
  }

  private func added(_ request: Request) throws(KeychainError) -> Answer {
    let addition = try Addition(request)
    let match = try add(addition)
    var item = NewItem(match.itemClass)
    item.returns = addition.item.returns
    return Answer(try match.match(for: item.returns), to: item)
  }
}

extension FileMatch {
  /// Converts this match to a match of a service's answer.
  ///
  /// The result has the attributes and the secret only if `returns` asks for them.
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
}
