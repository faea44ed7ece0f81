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

  package func add(_ request: Request) throws(KeychainError) -> Answer {
    try services[0].add(request)
  }

  package func copyMatching(_ request: Request) throws(KeychainError) -> Answer {
    var answer: Answer?
    try askAll { (service) throws(KeychainError) in
      guard answer?.isFull != true else { return }
      let more = try service.copyMatching(request)
      answer = answer?.appending(more) ?? more
    }
    guard let answer else { throw KeychainError(.itemNotFound, "no service was asked") }
    return answer
  }

  package func update(_ request: Request) throws(KeychainError) {
    try askAll { (service) throws(KeychainError) in try service.update(request) }
  }

  package func delete(_ request: Request) throws(KeychainError) {
    try askAll { (service) throws(KeychainError) in try service.delete(request) }
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

extension Answer {
  /// Whether there are as many matches as were asked for.
  fileprivate var isFull: Bool { limit.count.map { matches.count >= $0 } ?? false }

  /// With those of another service behind its own, as far as they were asked for.
  fileprivate func appending(_ other: Answer) -> Answer {
    let all = matches + other.matches
    return Answer(limit.count.map { Array(all.prefix($0)) } ?? all, like: self)
  }
}
