// SPDX-License-Identifier: Apache-2.0

/// A service that passes each request to several services, one after the other.
///
/// Add goes to the first service only. CopyMatching collects matches from the services until the
/// limit is reached. Update and Delete act in each service. In these three calls, a service without
/// a matching item is skipped. Any other error ends the call, and the remaining services are not
/// asked.
package struct SearchList: KeychainService {
  private let services: [any KeychainService]

  /// Makes a list of services.
  ///
  /// - Parameter services: at least one service, in the order in which the services are asked.
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
  /// True if the answer has the maximum number of matches that the caller asked for.
  fileprivate var isFull: Bool { limit.count.map { matches.count >= $0 } ?? false }

  /// Returns this answer with the matches of another service's answer appended, up to the caller's
  /// limit.
  fileprivate func appending(_ other: Answer) -> Answer {
    let all = matches + other.matches
    var answer = Answer(limit.count.map { Array(all.prefix($0)) } ?? all, like: self)
    answer.trail.matched = trail.matched &+ other.trail.matched
    return answer
  }
}
