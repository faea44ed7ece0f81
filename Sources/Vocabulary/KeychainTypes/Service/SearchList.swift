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

  package func answer(_ request: Request) throws(KeychainError) -> Answer {
    guard request.verb != .add else { return try services[0].answer(request) }
    var answer: Answer?
    var absence: KeychainError?
    for service in services where answer?.isFull != true {
      do throws(KeychainError) {
        let more = try service.answer(request)
        answer = answer?.appending(more) ?? more
      } catch {
        guard error.code == .itemNotFound else { throw error }
        absence = error
      }
    }
    if let answer { return answer }
    throw absence ?? KeychainError(.itemNotFound, "no service was asked")
  }
}

extension Answer {
  /// Whether there are as many matches as were asked for.
  fileprivate var isFull: Bool { limit.count.map { matches.count >= $0 } ?? false }

  /// With those of another service behind its own, as far as they were asked for.
  fileprivate func appending(_ other: Answer) -> Answer {
    let all = matches + other.matches
    var answer = Answer(limit.count.map { Array(all.prefix($0)) } ?? all, like: self)
    answer.trail.matched = trail.matched &+ other.trail.matched
    return answer
  }
}
