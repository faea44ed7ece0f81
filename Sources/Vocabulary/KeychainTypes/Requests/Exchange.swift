// SPDX-License-Identifier: Apache-2.0

/// The last request that a face made for one call, with the trail of the service's decision.
///
/// The trail counts the locked items that all requests of the call have removed.
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
