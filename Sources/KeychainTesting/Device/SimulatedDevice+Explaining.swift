// SPDX-License-Identifier: Apache-2.0
public import KeychainDiagnostics

extension SimulatedDevice {
  /// Explains a call of an app without performing it: neither the store nor the journal changes,
  /// and nobody is asked.
  ///
  /// - Parameter app: the calling app, where it is another than the device's first.
  public func explain(_ call: KeychainCall, as app: App? = nil) -> Explanation {
    inReach(as: app) { KeychainDiagnostics.explain(call) }
  }
}

extension TemporaryKeychain {
  /// Explains a call without performing it.
  ///
  /// - Parameter app: the calling program, where it is another than the keychain's own.
  public func explain(_ call: KeychainCall, as app: App? = nil) -> Explanation {
    inReach(as: app) { KeychainDiagnostics.explain(call) }
  }
}
