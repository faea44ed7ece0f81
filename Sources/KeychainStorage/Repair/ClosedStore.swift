// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainPages
package import KeychainTypes

/// The files of a store that is not opened, however damaged they are.
///
/// For looking into them, and, while nobody else has the store open, for putting a new store in
/// their place. Used by one thread at a time.
package final class ClosedStore {
  private let path: String
  private let salt: UInt64
  private let database: RawDatabase
  private let log: LogBytes
  private let mark: LogMark?

  /// - Parameters:
  ///   - identity: the store's, as the keybag has it.
  ///   - options: whether a network file system is taken.
  ///   - limit: nil to look only; else everybody else is kept out from now on, and waited for so
  ///     many milliseconds.
  /// - Throws: `refused` and `readOnly` as an opening; `busy` while others have it open.
  package init(
    _ path: String, _ identity: Identifier16, _ options: StoreOptions, aloneWithin limit: Int?
  ) throws(StorageError) {
    try StoreFile.examine(path, options, isWhole: false)
    self.path = path
    salt = StoreIdentity.salt(of: identity)
    database = try RawDatabase(path)
    if let limit { try database.lockAlone(within: limit) }
    log = LogBytes(path + "-wal")
    let reading = LogMarkFile(path + "-mark", gate: nil).read(store: salt)
    if case .mark(let mark) = reading { self.mark = mark } else { mark = nil }
    // What a later version wrote is not damage.
    let images = images
    if let head = images.image(1), head.isSound {
      let version = Int(LogHeader.number(head.bytes, 60))
      guard version <= SchemaText.formatVersion else {
        throw StoreFile.refusal(
          .newerVersion(found: version, supported: SchemaText.formatVersion), path)
      }
    }
  }

  /// Everything in the files that looks like a row.
  package var salvage: Salvage { Salvage(images) }

  /// What is wrong with the files.
  package var findings: StoreFindings {
    StoreFindings(images, log: LogScan(mark: mark, log.read).finding())
  }

  /// How many frames of the log were committed and are not there any more; what they held, nobody
  /// knows.
  package var lostFrames: Int {
    guard let mark, mark.state == .inUse else { return 0 }
    return max(0, Int(mark.frames) - images.frameCount)
  }

  /// Whether a mark that is there says what one must say.
  package var hasSoundMark: Bool { mark != nil || StoreFile.size(path + "-mark") == 0 }

  private var images: PageImages {
    PageImages(database, log: log.read, mark: mark, salt: salt)
  }

  /// Puts a new store in place of the files, which are moved aside.
  ///
  /// The caller holds the directory's lock and keeps everybody out. A kill at any point leaves the
  /// old store, or one that the next opening finishes (`StoreSwap`).
  ///
  /// - Returns: the names that the old files have now.
  package func replace(
    with content: StoreContent, stamp: String, options: StoreOptions
  ) throws(StorageError) -> [String] {
    try ItemStore.makeDraft(
      path + ".new", content.identity, historyHead: content.head, epochs: content.epochs,
      options: options
    ) { (connection) throws(StorageError) in
      try content.write(connection)
    }
    return try StoreSwap(path, options).run(stamp: stamp)
  }

  /// Writes the sum of every page anew, over whatever the pages hold.
  ///
  /// Alone with the store; whoever calls has judged the content and left no log.
  package func writeSums() throws(StorageError) {
    let images = images
    guard Int(images.filePages) * images.pageSize == database.size else {
      throw StoreFile.refusal(.truncated, path)
    }
    for number in stride(from: UInt32(1), through: images.filePages, by: 1) {
      guard let image = images.inFile(number) else { throw StoreFile.refusal(.truncated, path) }
      guard !image.isSound else { continue }
      let words = unsafe image.bytes.withUnsafeBytes {
        unsafe PageTail.tail($0, number: number, salt: salt)
      }
      let bytes = Self.bytes(words.0) + Self.bytes(words.1)
      try database.write(bytes, at: Int(number) * images.pageSize - PageSum.size)
    }
    try database.sync()
    let none = LogMark(.none, mark?.salts ?? LogSalts(first: 0, second: 0), store: salt)
    guard LogMarkFile(path + "-mark", gate: nil).write(none, synced: true) else {
      throw .inputOutput(0)
    }
  }

  private static func bytes(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64($0 * 8)) }
  }
}

/// The log as bytes; it carries no locks, so a descriptor of one's own does no harm.
final class LogBytes {
  private let descriptor: Int32

  init(_ path: String) {
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  func read(_ offset: Int, _ count: Int) -> [UInt8]? {
    guard descriptor >= 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    return unsafe pread(descriptor, &bytes, count, offset) == count ? bytes : nil
  }
}
