// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// What the store can fail with; converted to a status in one place of the engine.
package enum StorageError: Error, Equatable, Sendable {
  /// The store cannot be opened as it lies there; nothing was changed.
  case refused(StoreRefusal)
  /// Another writer held the store longer than the busy limit.
  case busy
  /// The disk, or the user's share of it, is full; the transaction is undone.
  case full
  /// The file, its directory or its file system takes no writes.
  case readOnly
  /// The system failed to read, write or sync; the number is SQLite's extended code.
  case inputOutput(Int32)
  /// Bytes that are not what was written, by name.
  case damaged(Damage)
  case outOfMemory
  /// A row would be the second with this name.
  case duplicate(UniqueName)
  /// The call was ended by `interrupt`.
  case interrupted
  /// The digests of the question are of other generations of keys than the store's rows.
  case rekeyed
  /// The handles belong to the parent process; open a store of your own.
  case forked
  /// A mistake of ours: SQLite's extended code.
  case unexpected(Int32)
}

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
    case .page, .structure, .row: self.init(path: database, place: place)
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
    }
  }
}

/// Why a store is not opened.
///
/// Nothing is replaced, emptied or created over it.
package struct StoreRefusal: Equatable, Sendable {
  /// The reasons, each with a sentence of its own in the faces.
  package enum Reason: Equatable, Sendable {
    /// No file of this name.
    case missing
    /// The file of this name is no longer the one that was opened, or there is none any more.
    case replaced
    /// Creation was asked for, but the name is taken.
    case exists
    /// A file of no bytes: a store cut off, or never one.
    case empty
    /// Fewer pages than its header says.
    case truncated
    /// Not an SQLite file, or an SQLite file of something else.
    case notAStore
    /// Written by a later version; this one knows formats up to the second number.
    case newerVersion(found: Int, supported: Int)
    /// The system refuses to open it; its `errno`.
    case unreadable(errno: Int32)
    /// It belongs to another user, by number.
    case foreignOwner(UInt32)
    /// Locks and shared memory cannot be trusted there.
    case networkFileSystem
  }

  package let reason: Reason
  package let path: String

  package init(_ reason: Reason, path: String) {
    self.reason = reason
    self.path = path
  }
}
