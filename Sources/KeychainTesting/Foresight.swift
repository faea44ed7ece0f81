// SPDX-License-Identifier: Apache-2.0
@_exported public import KeychainDiagnostics
internal import KeychainExplanations
internal import KeychainTypes

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
