// SPDX-License-Identifier: Apache-2.0

import KeychainTypes
import SecureMemory

/// The tools of a case: services for the callers, short words for items, and a list of failures.
final class ContractBench {
  typealias Service = any KeychainService & Administration

  let backend: any ContractBackend
  private(set) var first: Service
  private(set) var second: Service
  private(set) var failures: [ContractFailure] = []

  init(_ backend: any ContractBackend) throws {
    self.backend = backend
    first = try backend.service(as: ContractCaller.first)
    second = try backend.service(as: ContractCaller.second)
  }

  /// Closes and opens the store.
  ///
  /// Earlier services must not be used any more.
  func reopen() throws {
    try backend.reopen()
    try begin()
  }

  /// Restarts the machine.
  ///
  /// Earlier services must not be used any more.
  func restart() throws {
    try backend.restart()
    try begin()
  }

  private func begin() throws {
    first = try backend.service(as: ContractCaller.first)
    second = try backend.service(as: ContractCaller.second)
  }

  func fail(_ text: String, file: String = #fileID, line: Int) {
    failures.append(ContractFailure(text: text, file: file, line: line))
  }

  func expect(
    _ condition: Bool, _ text: String, file: String = #fileID, line: Int = #line
  ) {
    if !condition { fail(text, file: file, line: line) }
  }

  func expectEqual<Value: Equatable>(
    _ actual: Value, _ expected: Value, _ text: String = "", file: String = #fileID,
    line: Int = #line
  ) {
    guard actual != expected else { return }
    fail("\(text): \(actual) is not \(expected)", file: file, line: line)
  }

  /// Records a failure unless the body ends with this status.
  ///
  /// Nil means success.
  func expect(
    _ code: KeychainError.Code?, file: String = #fileID, line: Int = #line,
    from body: () throws(KeychainError) -> Void
  ) {
    var actual: KeychainError.Code?
    do throws(KeychainError) {
      try body()
    } catch {
      actual = error.code
    }
    guard actual != code else { return }
    let text = { (code: KeychainError.Code?) in code.map { "\($0.rawValue)" } ?? "success" }
    fail("status \(text(actual)) instead of \(text(code))", file: file, line: line)
  }
}

extension ContractBench {
  /// Returns a generic password with a secret.
  func item(
    _ service: String = "a", _ account: String = "b", _ secret: String? = "secret"
  ) -> NewItem {
    var item = NewItem(.genericPassword)
    item.attributes[.service] = .text(service)
    item.attributes[.account] = .text(account)
    item.secret = secret.map { SecretBytes(copying: Array($0.utf8)) }
    item.returns = .persistentReference
    return item
  }

  /// Returns a query for generic passwords by service, and by account if one is given.
  func query(
    _ service: String? = "a", _ account: String? = nil, _ returns: Returns = [],
    limit: Limit = .all
  ) -> Query {
    var predicates: [Predicate] = []
    if let service { predicates.append(Predicate(.service, .text(service))) }
    if let account { predicates.append(Predicate(.account, .text(account))) }
    var query = Query(.genericPassword, predicates, limit: limit)
    query.returns = returns
    return query
  }

  /// Returns changes that set one attribute.
  func setting(_ attribute: Attribute, _ value: String) -> Changes {
    var changes = Changes()
    changes.attributes[attribute] = .text(value)
    return changes
  }

  /// Returns the secrets that a query finds, as text.
  ///
  /// Nil stands for an item without a secret.
  func secrets(_ service: Service, _ query: Query, group: RequestedGroup = .absent)
    throws(KeychainError) -> [String?]
  {
    var query = query
    query.returns.insert(.secret)
    return try service.copyMatching(query, group: group).map { text($0.secret) }
  }

  /// Returns the values of an attribute that a query finds.
  ///
  /// Empty if no item matches.
  func values(_ attribute: Attribute, _ service: Service, _ query: Query)
    throws(KeychainError) -> [AttributeValue?]
  {
    var query = query
    query.returns.insert(.attributes)
    do throws(KeychainError) {
      return try service.copyMatching(query).map { $0.attributes?[attribute] }
    } catch {
      guard error.code == .itemNotFound else { throw error }
      return []
    }
  }

  func text(_ secret: SecretBytes?) -> String? {
    secret?.withBytes { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
  }
}
