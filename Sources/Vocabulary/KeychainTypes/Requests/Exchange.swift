// SPDX-License-Identifier: Apache-2.0

/// What a face asked a service for one call, and how the service decided: the last request of those
/// that it made.
package final class Exchange {
  package private(set) var request: Request?
  /// Nil until a service has decided.
  package private(set) var trail: Trail?

  package init() {}

  /// A request is made, and may be sent.
  package func makes(_ request: Request) {
    self.request = request
    trail = nil
  }

  /// Has a service answer a request.
  package func answer(
    _ request: Request, by service: any KeychainService
  ) throws(KeychainError) -> Answer {
    self.request = request
    do throws(KeychainError) {
      let answer = try service.answer(request)
      trail = answer.trail
      return answer
    } catch {
      trail = error.trail
      throw error
    }
  }
}
