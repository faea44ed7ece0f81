// SPDX-License-Identifier: Apache-2.0
@_exported public import KeychainDiagnostics
internal import KeychainExplaining
internal import KeychainTypes

extension SimulatedDevice {
  /// Explains a call of an app without performing it: neither the store nor the journal changes,
  /// and nobody is asked.
  ///
  /// - Parameter app: the calling app, where it is another than the device's first.
  public func explain(_ call: KeychainCall, as app: App? = nil) -> KeychainDiagnostics.Explanation {
    inReach(as: app) { KeychainDiagnostics.explain(call) }
  }
}

extension TemporaryKeychain {
  /// Explains a call without performing it.
  ///
  /// - Parameter app: the calling program, where it is another than the keychain's own.
  public func explain(_ call: KeychainCall, as app: App? = nil) -> KeychainDiagnostics.Explanation {
    inReach(as: app) { KeychainDiagnostics.explain(call) }
  }
}

/// What an explanation says a call will answer, for tests that then make the call: it never lies
/// (spec/diagnostics.md 12).
package enum Foresight {
  /// The status; nil where it depends on a person, and where nothing that can explain is in reach.
  package static func status(of call: KeychainCall) -> Int32? {
    guard CurrentInstallation.installed?.service is any Explaining else { return nil }
    let report = explain(call).report
    return report.facts.asks.isEmpty ? report.status : nil
  }
}

extension SimulatedDevice {
  /// Where the store lies now.
  package var testOnlyPath: String { world.keychain.path }
}
