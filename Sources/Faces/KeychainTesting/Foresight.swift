// SPDX-License-Identifier: Apache-2.0
@_exported public import KeychainDiagnostics
internal import KeychainExplaining
internal import KeychainTypes

extension SimulatedDevice {
  /// Explains a keychain call that an app would make, without performing the call.
  ///
  /// Neither the store nor the journal changes, and no prompt appears.
  ///
  /// - Parameter app: the calling app, or nil for the app that the device began with.
  public func explain(_ call: KeychainCall, as app: App? = nil) -> KeychainDiagnostics.Explanation {
    inReach(as: app) { KeychainDiagnostics.explain(call) }
  }
}

extension TemporaryKeychain {
  /// Explains a keychain call without performing it.
  ///
  /// - Parameter app: the calling program, or nil for the program that the keychain was made for.
  public func explain(_ call: KeychainCall, as app: App? = nil) -> KeychainDiagnostics.Explanation {
    inReach(as: app) { KeychainDiagnostics.explain(call) }
  }
}

/// Predicts the status of a keychain call from its explanation, without performing the call.
///
/// Tests then make the call, to show that explanations are right (Specification/diagnostics.md,
/// "Code shape and order of work").
package enum Foresight {
  /// Returns the predicted status of a call on the device or keychain that is active in the current
  /// task or process.
  ///
  /// Nil if the call would show a prompt, so that its status depends on the user's answer. Also nil
  /// if no device or keychain that can explain its calls is active.
  package static func status(of call: KeychainCall) -> Int32? {
    guard CurrentInstallation.installed?.service is any Explaining else { return nil }
    let report = explain(call).report
    let steps = report.facts.keychains?.steps ?? []
    guard report.facts.asks.isEmpty, !steps.contains(where: \.asksUser) else { return nil }
    return report.status
  }
}

extension SimulatedDevice {
  /// The path of the directory with the device's store, for tests of this library.
  ///
  /// The path changes when the device gets another store, for example when it is erased.
  package var testOnlyPath: String { world.keychain.path }
}
