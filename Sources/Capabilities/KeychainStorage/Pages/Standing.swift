// SPDX-License-Identifier: Apache-2.0

/// The evidence that a row belongs to the store, determined from the page in which the row was
/// found.
///
/// The evidence comes from the bytes of the files alone: no keys are needed.
package struct Standing: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// No later frame of the log contains this page, and no undamaged list of free pages names the
  /// page.
  ///
  /// A later frame that names the page counts even if the frame is damaged.
  package static let current = Standing(rawValue: 1)
  /// The list of cells in the page refers to the row.
  ///
  /// Without this flag, the row was found by searching all bytes of the page.
  package static let listed = Standing(rawValue: 2)
  /// The checksum of the page is correct.
  package static let sound = Standing(rawValue: 4)
  /// Undamaged pages show that the page is in use, and no frame of the log is damaged.
  ///
  /// Either undamaged pages lead to the page, or a complete and undamaged list of free pages does
  /// not name the page.
  package static let owned = Standing(rawValue: 8)
  /// The list of free pages does not name the page, even if parts of the list with wrong checksums
  /// are included.
  ///
  /// The flag proves nothing, because parts with wrong checksums may have changed.
  package static let used = Standing(rawValue: 16)
  /// The search trees of the tables lead to the page, even if only through pages with wrong
  /// checksums.
  ///
  /// The flag proves nothing, because pages with wrong checksums may have changed.
  package static let reached = Standing(rawValue: 32)

  /// The flags that together prove that a query of the undamaged store would find the row.
  package static let proven: Standing = [.current, .listed, .sound, .owned]
}
