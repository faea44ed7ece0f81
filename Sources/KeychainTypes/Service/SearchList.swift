// SPDX-License-Identifier: Apache-2.0

/// Several services asked in turn: a search list is simply a service (codebase.md 5).
///
/// Add goes to the first. Copy collects from all until the limit is reached; Update and Delete act
/// in all. A service that finds nothing does not end the search; any other refusal does.
package struct SearchList: KeychainService {
  private let services: [any KeychainService]

  /// - Parameter services: at least one, in the order of asking.
  package init(_ services: [any KeychainService]) {
    precondition(!services.isEmpty, "a search list has a first service")
    self.services = services
  }

  package func add(_ item: Reading<NewItem>) throws(KeychainError) -> Match? {
    try services[0].add(item)
  }

  package func copyMatching(_ reading: Reading<Query>) throws(KeychainError) -> [Match] {
    var limit: Int?
    if case .success(let query) = reading.outcome { limit = query.limit.count }
    var matches: [Match] = []
    try askAll { (service) throws(KeychainError) in
      guard limit.map({ matches.count < $0 }) ?? true else { return }
      matches += try service.copyMatching(reading)
    }
    return limit.map { Array(matches.prefix($0)) } ?? matches
  }

  package func update(_ query: Reading<Query>, setting changes: Reading<Changes>)
    throws(KeychainError)
  {
    try askAll { (service) throws(KeychainError) in
      try service.update(query, setting: changes)
    }
  }

  package func delete(_ query: Reading<Query>) throws(KeychainError) {
    try askAll { (service) throws(KeychainError) in try service.delete(query) }
  }

  /// Asks every service; "not found" counts only when all say so.
  private func askAll(
    _ body: (any KeychainService) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    var absence: KeychainError?
    var isAnswered = false
    for service in services {
      do throws(KeychainError) {
        try body(service)
        isAnswered = true
      } catch {
        guard error.code == .itemNotFound else { throw error }
        absence = error
      }
    }
    if let absence, !isAnswered { throw absence }
  }
}
