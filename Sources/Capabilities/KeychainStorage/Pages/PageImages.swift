// SPDX-License-Identifier: Apache-2.0

/// All copies of a store's pages: the pages in the database file and the pages in the write-ahead
/// log.
///
/// Checksums show which copies have changed since they were written. Damaged copies are kept as
/// well, because a row in a damaged page may be intact. If the row can be decrypted, the row is
/// intact.
package final class PageImages {
  /// A copy of a page, from the database file or from a frame of the write-ahead log.
  package struct Image {
    package let page: UInt32
    /// The number of the log frame that contains this copy of the page, or nil if it is from the
    /// database file.
    package let frame: UInt32?
    package let bytes: [UInt8]
    package let isSound: Bool

    package init(page: UInt32, frame: UInt32?, bytes: [UInt8], isSound: Bool) {
      (self.page, self.frame, self.bytes, self.isSound) = (page, frame, bytes, isSound)
    }
  }

  package let pageSize: Int
  /// The number of pages of the database file.
  package let filePages: UInt32
  private let salt: UInt64
  private let database: any PageSource
  private let log: LogScan.Source
  private let frames: [CommittedFrames.Frame]
  private var framesOfPage: [UInt32: [Int]] = [:]

  /// Reads the pages of a store from its database file and its write-ahead log.
  ///
  /// - Parameters:
  ///   - database: The bytes of the database file.
  ///   - log: Reads bytes of the log.
  ///   - mark: The content of the log's mark file, which says how many frames of the log are
  ///     needed. Nil if there is no valid mark.
  ///   - salt: The salt of the page checksums, which is made from the store's identity in the
  ///     keybag.
  package init(
    _ database: any PageSource, log: @escaping LogScan.Source, mark: LogMark?, salt: UInt64
  ) {
    self.database = database
    self.log = log
    self.salt = salt
    let header = log(0, LogFrame.logHeader).flatMap { LogHeader($0) }
    pageSize = Self.pageSize(database, header, salt)
    filePages = UInt32(clamping: (database.size + pageSize - 1) / pageSize)
    frames = CommittedFrames(log, pageSize: pageSize, mark: mark).frames
    for (index, frame) in frames.enumerated() {
      framesOfPage[frame.page, default: []].append(index)
    }
  }

  /// The number of bytes in each page before its checksum.
  package var usable: Int { pageSize - PageSum.size }

  /// Returns the copy of a page that is in the database file.
  ///
  /// A truncated page is filled with zeros. Nil if the page is missing or cannot be read.
  package func inFile(_ page: UInt32) -> Image? {
    guard page >= 1, page <= filePages else { return nil }
    let offset = (Int(page) - 1) * pageSize
    let count = min(pageSize, database.size - offset)
    guard let found = database.read(offset, count) else { return nil }
    let isWhole = found.count == pageSize
    let bytes = isWhole ? found : found + [UInt8](repeating: 0, count: pageSize - found.count)
    let isSound = unsafe bytes.withUnsafeBytes {
      unsafe PageTail.isSound($0, number: page, salt: salt)
    }
    return Image(page: page, frame: nil, bytes: bytes, isSound: isSound && isWhole)
  }

  /// The number of frames in the log that belong to committed transactions.
  package var frameCount: Int { frames.count }

  /// The numbers of the committed frames that have changed since they were written.
  package var damagedFrames: [UInt32] { frames.filter { !$0.isSound }.map(\.number) }

  /// Returns how many damaged frames after the frame `frame` do not say which page they contain.
  ///
  /// If `frame` is nil, all frames of the log are included.
  package func unknownFrames(behind frame: UInt32?) -> Int {
    frames.count { !$0.isSound && $0.page == 0 && $0.number > frame ?? 0 }
  }

  /// Returns the copy of a page that a frame of the log contains, or nil if the frame cannot be
  /// read.
  ///
  /// - Parameter index: The position of the frame among the committed frames, from 0.
  package func inLog(_ index: Int) -> Image? {
    let frame = frames[index]
    let place = LogFrame.logHeader + (Int(frame.number) - 1) * (LogFrame.header + pageSize)
    return log(place + LogFrame.header, pageSize).map {
      Image(page: frame.page, frame: frame.number, bytes: $0, isSound: frame.isSound)
    }
  }

  /// Returns the newest copy of a page in the first `count` committed frames of the log.
  ///
  /// If these frames do not contain the page, the result is the page in the database file. If
  /// `count` is nil, all frames are searched. Nil if the page does not exist or cannot be read.
  ///
  /// - Parameter trusting: True to use damaged frames as well.
  package func image(_ page: UInt32, after count: Int? = nil, trusting: Bool = true) -> Image? {
    let limit = count ?? frames.count
    let last = framesOfPage[page]?.last { $0 < limit && (trusting || frames[$0].isSound) }
    return last.flatMap(inLog) ?? inFile(page)
  }

  /// True if no later frame of the log, sound or damaged, contains a newer copy of the page.
  ///
  /// - Parameters:
  ///   - page: The number of the page.
  ///   - index: The position of the frame that contains the older copy, or nil for the copy in the
  ///     database file.
  package func isLast(_ page: UInt32, frame index: Int?) -> Bool {
    !(framesOfPage[page] ?? []).contains { $0 > index ?? -1 }
  }

  /// True if no later undamaged frame of the log contains a newer copy of the page.
  ///
  /// - Parameters:
  ///   - page: The number of the page.
  ///   - index: The position of the frame that contains the older copy, or nil for the copy in the
  ///     database file.
  package func isCurrent(_ page: UInt32, frame index: Int?) -> Bool {
    !(framesOfPage[page] ?? []).contains { $0 > index ?? -1 && frames[$0].isSound }
  }

  /// Returns the page size in bytes, determined from the checksums of a damaged database file.
  ///
  /// The result is the size with which the largest number of the first 64 pages have correct
  /// checksums. If several sizes are equally good, the size in the database header is preferred,
  /// and then the size in the log header.
  private static func pageSize(_ database: any PageSource, _ log: LogHeader?, _ salt: UInt64) -> Int
  {
    let stated = database.read(0, 100).map { header in
      unsafe header.withUnsafeBytes { unsafe Int(PageTail.pageSize(header: $0)) }
    }
    let sizes = [stated ?? 0, log?.pageSize ?? 0].filter { $0 > 0 } + (9...16).map { 1 << $0 }
    let counts = sizes.map { size in
      (0..<64).count { page in
        guard let bytes = database.read(page * size, size) else { return false }
        return unsafe bytes.withUnsafeBytes {
          unsafe PageTail.isSound($0, number: UInt32(page + 1), salt: salt)
        }
      }
    }
    let best = counts.max() ?? 0
    return zip(sizes, counts).first { $0.1 == best }?.0 ?? 512
  }
}

/// Reads the bytes of a database file, which may be damaged.
package protocol PageSource: AnyObject {
  /// The size of the file in bytes.
  var size: Int { get }

  /// Returns `count` bytes of the file, starting at an offset.
  ///
  /// Nil if the file ends before the last of these bytes, or cannot be read.
  func read(_ offset: Int, _ count: Int) -> [UInt8]?
}

/// The frames of the write-ahead log that belong to committed transactions.
///
/// If the log is damaged, the list is the best guess from the remaining frames.
private struct CommittedFrames {
  struct Frame {
    let number: UInt32
    let page: UInt32
    let isSound: Bool
  }

  private(set) var frames: [Frame] = []
  private let log: LogScan.Source
  private let step: Int
  private let head: [UInt8]?
  private let header: LogHeader?
  /// The content of the mark file, which says how many frames of the log are needed.
  ///
  /// Nil if there is no valid mark file, or if it requires no frames.
  private let claim: LogMark?

  init(_ log: @escaping LogScan.Source, pageSize: Int, mark: LogMark?) {
    self.log = log
    step = LogFrame.header + pageSize
    head = log(0, LogFrame.logHeader)
    header = head.flatMap { LogHeader($0) }
    claim = mark?.state == .inUse ? mark : nil
    guard header.map({ $0.pageSize == pageSize }) ?? true else { return }
    let order = (head?[3] ?? 0) & 1 == 1
    frames = read(isBigEndian: order)
    guard header == nil else { return }
    // The head does not tell the byte order. The order with more sound frames is used.
    let others = read(isBigEndian: !order)
    if others.count(where: \.isSound) > frames.count(where: \.isSound) { frames = others }
  }

  /// Returns the frames of the log up to the last committed transaction.
  ///
  /// Later frames belong to a commit that was never acknowledged, or to an older log.
  ///
  /// - Parameter isBigEndian: The byte order of the checksums in the log.
  private func read(isBigEndian: Bool) -> [Frame] {
    guard let salts = header?.salts ?? claim?.salts ?? newestSalts(isBigEndian) else { return [] }
    let claimed = claim?.salts == salts ? claim?.frames ?? 0 : 0
    var chain = LogChain(head: head, isBigEndian: isBigEndian)
    var committed = claimed
    var found: [Frame] = []
    forEach { number, bytes in
      let isSound = chain.add(bytes, salts)
      found.append(Frame(number: number, page: LogHeader.number(bytes, 0), isSound: isSound))
      guard isSound, LogHeader.number(bytes, 4) != 0 else { return }
      // A single commit after a bad frame may be left over from a commit that failed.
      let isFirst = header == nil && committed == 0
      if chain.isRooted || chain.start <= claimed || chain.commits >= 2 || isFirst {
        committed = max(committed, number)
      }
    }
    return Array(found.prefix(Int(committed)))
  }

  /// Returns the newest salts (numbers that identify a log) in the undamaged frames of a log whose
  /// header and mark file are lost.
  ///
  /// Frames of an older, longer log may follow the frames of the current log, so the newest salts
  /// are used. Nil if no frame is undamaged.
  private func newestSalts(_ isBigEndian: Bool) -> LogSalts? {
    var chain = LogChain(head: head, isBigEndian: isBigEndian)
    var newest: LogSalts?
    forEach { _, bytes in
      let salts = LogHeader.salts(ofFrame: bytes)
      guard chain.add(bytes, salts) else { return }
      if newest.map({ salts.isNewer(than: $0) }) ?? true { newest = salts }
    }
    return newest
  }

  private func forEach(_ body: (UInt32, [UInt8]) -> Void) {
    var number: UInt32 = 1
    while let bytes = log(LogFrame.logHeader + (Int(number) - 1) * step, step) {
      body(number, bytes)
      number += 1
    }
  }
}
