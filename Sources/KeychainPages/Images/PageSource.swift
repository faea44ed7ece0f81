// SPDX-License-Identifier: Apache-2.0

/// The bytes of a database file, whatever they are.
package protocol PageSource: AnyObject {
  /// In bytes.
  var size: Int { get }

  /// Bytes at an offset; nil when the file ends before their end or cannot be read.
  func read(_ offset: Int, _ count: Int) -> [UInt8]?
}
