// SPDX-License-Identifier: Apache-2.0

/// What speaks for the place of a row being in use, as far as bytes tell without keys.
package struct Standing: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// No later frame, sound or not, replaces the page, and no sound list says that it is free.
  package static let current = Standing(rawValue: 1)
  /// Its page lists it, rather than that it was found by search.
  package static let listed = Standing(rawValue: 2)
  /// The sum of its page is right.
  package static let sound = Standing(rawValue: 4)
  /// Sound pages lead to its page, or a sound and whole list of free pages does not name it, and
  /// no frame of the log is damaged.
  package static let owned = Standing(rawValue: 8)
  /// The list of free pages, taken at its word, does not name its page: a guess.
  package static let used = Standing(rawValue: 16)
  /// The trees of tables, taken at their word, lead to its page: a guess.
  package static let reached = Standing(rawValue: 32)

  /// What a reader of the store would see there too.
  package static let proven: Standing = [.current, .listed, .sound, .owned]
}
