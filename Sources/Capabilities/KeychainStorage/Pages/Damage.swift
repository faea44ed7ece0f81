// SPDX-License-Identifier: Apache-2.0

/// A part of a store whose bytes are missing or have changed since they were written.
package struct Damage: Equatable, Sendable {
  /// The part of a file that is damaged.
  package enum Place: Equatable, Sendable {
    /// A page of the database file, counted from 1.
    case page(UInt32)
    /// A frame of the write-ahead log, counted from 1.
    case frame(UInt32)
    /// The header of the write-ahead log is damaged, or the log is not the log that the store
    /// needs.
    case logHeader
    /// The write-ahead log is missing or empty, although its frames are needed.
    case logMissing
    /// SQLite found that the structure of a table or index is damaged.
    case structure
    /// A row of a table is missing, or contains a value that is not valid in the store's format.
    case row(table: String, id: Int64)
    /// The tables or indexes of the store differ from the tables and indexes that the format
    /// defines.
    ///
    /// The text describes the difference.
    case schema(String)
  }

  /// The path of the damaged file.
  package let path: String
  package let place: Place

  package init(path: String, place: Place) {
    self.path = path
    self.place = place
  }

  /// Creates a description of damage in the files of a store.
  ///
  /// - Parameter database: The path of the database file. If the damage is in the write-ahead log,
  ///   `path` becomes the path of the log.
  package init(database: String, place: Place) {
    switch place {
    case .frame, .logHeader, .logMissing: self.init(path: database + "-wal", place: place)
    case .page, .structure, .row, .schema: self.init(path: database, place: place)
    }
  }
}

extension Damage {
  /// The name of the damaged file and its damaged part, as text for users.
  package var words: String {
    "\(path.split(separator: "/").last.map(String.init) ?? path), \(place)"
  }
}

extension Damage.Place: CustomStringConvertible {
  package var description: String {
    switch self {
    case .page(let number): "page \(number)"
    case .frame(let number): "frame \(number)"
    case .logHeader: "the head of the log"
    case .logMissing: "the log is missing or empty"
    case .structure: "its structure"
    case .row(let table, let id): "row \(id) of \(table)"
    case .schema(let words): words
    }
  }
}
