// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
import SecureMemory

/// Which service answers this process's calls (DESIGN section 5).
package enum ServiceChoice {
  /// What the four functions and the command call.
  package typealias Service = any KeychainService & Administration

  private static let embedded = Lock<Service?>(nil)

  /// The service of a call: one installed by tests, else the embedded engine.
  ///
  /// - Throws: -25291 where tests isolate the process and none of them is in reach, where
  ///   `LATCHKEY_SOCKET` names a daemon (there is none yet, and a second store beside the
  ///   daemon's would split the user's items), and where the store cannot be opened.
  package static func current() throws(KeychainError) -> Service {
    if let installed = CurrentService.installed { return installed }
    guard !CurrentService.refusesUnscopedCall() else {
      throw KeychainError(
        .notAvailable, "a simulated device isolates this process and none is in reach",
        advice: "make the call within the device's run")
    }
    guard ProcessVariable.value(of: "LATCHKEY_SOCKET") == nil else {
      throw KeychainError(
        .notAvailable, "LATCHKEY_SOCKET is set, and there is no daemon yet",
        advice: "unset it to use the embedded store")
    }
    return try openedOnce()
  }

  /// The embedded engine, opened at the first call that succeeds in it.
  ///
  /// The lock is held while the engine opens: two threads must not open two, and the engine calls
  /// nobody back.
  private static func openedOnce() throws(KeychainError) -> Service {
    try embedded.withLock { (service: inout Service?) throws(KeychainError) -> Service in
      if let service { return service }
      let opened = try EmbeddedService.open()
      service = opened
      return opened
    }
  }
}
