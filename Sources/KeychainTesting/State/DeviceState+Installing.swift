// SPDX-License-Identifier: Apache-2.0

/// Apps: install, upgrade, delete, who is in front (spec/access-control.md 2.3).
extension DeviceState {
  mutating func install(_ app: App) {
    apps[app.name] = InstalledApp(app)
  }

  mutating func upgrade(_ app: App) throws(ImpossibleEvent) {
    try require(apps[app.name]?.isInstalled == true, "\(app.name) is not installed")
    apps[app.name] = InstalledApp(app)
  }

  /// Deletes an app; its permissions go with it, its items do not (2.4).
  mutating func delete(_ app: String) {
    apps[app]?.isInstalled = false
    biometryRefused.remove(app)
    if foreground == app { foreground = nil }
  }

  mutating func enterForeground(_ app: String) throws(ImpossibleEvent) {
    try require(isOn, "the device is off")
    try require(apps[app]?.isInstalled == true, "\(app) is not installed")
    foreground = app
  }
}
