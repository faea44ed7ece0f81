// SPDX-License-Identifier: Apache-2.0

/// Where bytes were found that nobody wrote there.
package struct Damage: Equatable, Sendable {
  /// The part of the store that is concerned.
  package enum Place: Equatable, Sendable {
    /// A page of the database file, counted from 1.
    case page(UInt32)
    /// A frame of the write-ahead log, counted from 1.
    case frame(UInt32)
    /// The head of the write-ahead log is not that of the log whose frames are needed.
    case logHeader
    /// The write-ahead log, whose frames are needed, is not there or empty.
    case logMissing
    /// SQLite found the structure of a table or index broken.
    case structure
    /// A row holds a value that no writer of this format makes.
    case row(table: String, id: Int64)
    /// Tables, indexes or another thing that SQLite obeys are not as this format makes them; in
    /// words.
    case schema(String)
  }

  /// The file that is damaged.
  package let path: String
  package let place: Place

  package init(path: String, place: Place) {
    self.path = path
    self.place = place
  }

  /// Damage in a store, by its database file; what lies in the log is named by the log.
  package init(database: String, place: Place) {
    switch place {
    case .frame, .logHeader, .logMissing: self.init(path: database + "-wal", place: place)
    case .page, .structure, .row, .schema: self.init(path: database, place: place)
    }
  }
}

extension Damage {
  /// File and place, for a reader.
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
