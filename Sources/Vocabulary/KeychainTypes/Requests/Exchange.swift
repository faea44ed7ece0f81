// SPDX-License-Identifier: Apache-2.0

/// What a face asked a service for one call, and how the service decided: the last request of those
/// that it made, with the locked items that all of them removed.
package final class Exchange {
  package private(set) var request: Request?
  /// Nil until a service has decided.
  package private(set) var trail: Trail?

  package init() {}

  /// Items that requests before this one removed while they were locked.
  private var lockedBefore: UInt32 = 0

  /// A request is made, and may be sent.
  package func makes(_ request: Request) {
    lockedBefore = trail?.locked ?? lockedBefore
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
      take(answer.trail)
      return answer
    } catch {
      take(error.trail)
      throw error
    }
  }

  private func take(_ trail: Trail?) {
    self.trail = trail
    self.trail?.locked += lockedBefore
  }
}
