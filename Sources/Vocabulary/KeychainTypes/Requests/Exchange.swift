// SPDX-License-Identifier: Apache-2.0

/// The last request that one call of a public function sent to a service, with the service's trail
/// (record of its decision).
///
/// A call may send several requests, but only the last request and its trail are kept. One number
/// covers all requests of the call: `locked` in the trail, the number of items that were deleted
/// while their class keys were locked.
package final class Exchange {
  package private(set) var request: Request?
  /// The record of how the service decided the last request; nil until a service has decided the
  /// request.
  package private(set) var trail: Trail?

  package init() {}

  /// The number of items that earlier requests of this call deleted while the class keys of the
  /// items were locked.
  private var lockedBefore: UInt32 = 0

  /// Records a request before it is sent to a service.
  package func makes(_ request: Request) {
    lockedBefore = trail?.locked ?? lockedBefore
    self.request = request
    trail = nil
  }

  /// Sends a request to a service and returns the answer; records the request and the service's
  /// trail.
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
