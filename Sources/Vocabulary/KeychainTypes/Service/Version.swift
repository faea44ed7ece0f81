// SPDX-License-Identifier: Apache-2.0

/// The version of Latchkey.
package enum Version {
  /// As it is printed; the changelog of the project says what it holds.
  package static let text = "0.1.0"
}
