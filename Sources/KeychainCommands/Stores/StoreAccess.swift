// SPDX-License-Identifier: Apache-2.0

package import KeychainTypes

/// The store behind the verbs, opened when the first of them needs it.
package final class StoreAccess {
  package typealias Service = any KeychainService & Administration
  package typealias Opening = () throws(KeychainError) -> Service

  private let open: Opening
  private var opened: Service?

  init(open: @escaping Opening) {
    self.open = open
  }

  /// The service; a refusal is not kept, so that the next command of a session tries again.
  func service() throws(KeychainError) -> Service {
    if let opened { return opened }
    let service = try open()
    opened = service
    return service
  }

  /// The path under which the store is shown and may be named.
  func path() throws(KeychainError) -> String {
    try service().describeStore().path
  }
}
