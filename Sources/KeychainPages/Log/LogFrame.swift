// SPDX-License-Identifier: Apache-2.0

/// Sizes in SQLite's write-ahead log (its documented file format).
package enum LogFrame {
  /// The bytes before the first frame.
  package static let logHeader = 32
  /// The bytes before each page in the log.
  package static let header = 24
}
