// SPDX-License-Identifier: Apache-2.0

/// The version of Latchkey.
package enum Version {
  /// The version number of Latchkey, as programs print it.
  ///
  /// No other place has the version: `Scripts/version.sh` reads this line for the SDK and the
  /// packages.
  package static let text = "0.1.0"
}
