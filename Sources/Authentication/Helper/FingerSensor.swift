// SPDX-License-Identifier: Apache-2.0

/// A fingerprint reader and the caller's fingers (spec/access-control.md 3.4, 3.5).
package struct FingerSensor: Hashable, Sendable {
  /// The model.
  package let name: String
  /// `press` or `swipe`, for the text of the prompt.
  package let scanType: String
  /// Names of the enrolled fingers, sorted; they say nothing about whose they are.
  package let fingers: [String]

  package init(name: String, scanType: String, fingers: [String]) {
    self.name = name
    self.scanType = scanType
    self.fingers = fingers.sorted()
  }
}
