// SPDX-License-Identifier: Apache-2.0

extension DeviceState {
  /// An app, as a test names it; what it may do now stands in the state.
  public typealias App = TestApp
  /// What a signature says of the Keychain.
  public typealias Entitlements = TestApp.Entitlements

  /// An app on the device.
  public struct InstalledApp: Hashable, Sendable {
    /// Its version; an upgrade changes it.
    public internal(set) var version: String
    /// What its signature allows.
    public internal(set) var entitlements: Entitlements
    /// False after it was deleted.
    public internal(set) var isInstalled = true

    init(_ app: App) {
      version = app.version
      entitlements = app.entitlements
    }
  }
}
