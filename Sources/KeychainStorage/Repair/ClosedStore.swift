// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainPages
package import KeychainTypes

/// The files of a store that is not opened, however damaged they are.
///
/// For looking into them, and, while nobody else has the store open, for putting a new store in
/// their place. Used by one thread at a time.
package final class ClosedStore {
  let path: String
  let identity: Identifier16
  let salt: UInt64
  let options: StoreOptions
  let database: RawDatabase
  let log: LogBytes
  /// Whether the log is another store's: nothing of it counts.
  package let hasForeignLog: Bool
  private let mark: LogMark?

  /// - Parameters:
  ///   - identity: the store's, as the keybag has it.
  ///   - options: whether a network file system is taken.
  ///   - limit: nil to look only; else everybody else is kept out from now on, and waited for so
  ///     many milliseconds.
  /// - Throws: `refused` and `readOnly` as an opening, and by its name a log or mark that is there
  ///   and cannot be read; `busy` while others have it open.
  package init(
    _ path: String, _ identity: Identifier16, _ options: StoreOptions, aloneWithin limit: Int?
  ) throws(StorageError) {
    try StoreFile.examine(path, options, isWhole: false)
    for end in ["-wal", "-mark"] { try StoreFile.examineBeside(path + end) }
    self.path = path
    self.options = options
    self.identity = identity
    salt = StoreIdentity.salt(of: identity)
    database = try RawDatabase(path)
    if let limit { try database.lockAlone(within: limit) }
    log = try LogBytes(path + "-wal", options)
    switch LogMarkFile(path + "-mark", gate: options.gate).read(store: salt) {
    case .mark(let mark): self.mark = mark
    case .unknown: mark = nil
    case .failed: throw StoreFile.refusal(.unreadable(errno: errno), path + "-mark")
    }
    let stores = Salvage.stores(
      inLogOf: PageImages(database, log: log.read, mark: mark, salt: salt))
    hasForeignLog = !stores.isEmpty && !stores.contains(identity)
    let images = images
    try log.confirm()
    // What a later version wrote is not damage.
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
  package var findings: StoreFindings { StoreFindings(images, log: scan.finding()) }

  /// How many committed frames of the log are not there any more; what they held, nobody knows.
  package var lostFrames: Int { scan.lostFrames(of: images.frameCount) }

  /// Whether the head of the log is destroyed, or the log gone, and no mark tells how much of it is
  /// needed.
  package var hasLogOfUnknownLength: Bool {
    scan.hasUnknownLength || hasForeignLog && mark == nil
  }

  /// Whether the log is gone because a program without sums, as the last to close the store, has
  /// written it into the database file: the newest head stands there without a sum of ours.
  ///
  /// Who only removes the log leaves the head that came before it, under its sum.
  package func hasLogWrittenBack(_ head: Salvage.Origin?) -> Bool {
    guard mark?.state == .inUse, log.size == 0, let head, head.frame == nil, head.isCurrent
    else { return false }
    return images.inFile(head.page)?.isSound == false
  }

  /// How many frames behind the one of the newest head, or nil: all, do not tell what they held.
  package func unknownFrames(behind head: UInt32?) -> Int { images.unknownFrames(behind: head) }

  /// Whether the log is all that was committed, and the mark tells so.
  package var hasSoundLog: Bool {
    !hasForeignLog && scan.finding() == nil
      && images.damagedFrames.isEmpty && lostFrames == 0 && hasSoundMark
  }

  /// Whether a mark that is there says what one must say.
  package var hasSoundMark: Bool { mark != nil || StoreFile.size(path + "-mark") == 0 }

  private var scan: LogScan { LogScan(mark: mark, source) }
  private var images: PageImages { PageImages(database, log: source, mark: mark, salt: salt) }
  private var source: LogScan.Source { hasForeignLog ? { _, _ in nil } : log.read }
}
