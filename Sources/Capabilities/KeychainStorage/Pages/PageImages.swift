// SPDX-License-Identifier: Apache-2.0

/// All that is left of the pages of a store: the database file and the frames of its log.
///
/// Sums tell which of it is as it was written; what is not is kept all the same, since rows prove
/// themselves.
package final class PageImages {
  /// A page as it lies in one place.
  package struct Image {
    package let page: UInt32
    /// nil: in the database file.
    package let frame: UInt32?
    package let bytes: [UInt8]
    package let isSound: Bool

    package init(page: UInt32, frame: UInt32?, bytes: [UInt8], isSound: Bool) {
      (self.page, self.frame, self.bytes, self.isSound) = (page, frame, bytes, isSound)
    }
  }

  package let pageSize: Int
  /// Pages of the database file.
  package let filePages: UInt32
  private let salt: UInt64
  private let database: any PageSource
  private let log: LogScan.Source
  private let frames: [CommittedFrames.Frame]
  private var framesOfPage: [UInt32: [Int]] = [:]

  /// - Parameters:
  ///   - salt: the store's, which the keybag knows too.
  ///   - mark: nil where nothing is known of the log.
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

  /// Bytes of a page that content may have.
  package var usable: Int { pageSize - PageSum.size }

  /// The page in the database file; one that is cut is filled up with zeros.
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

  /// How many frames of the log belong to commits.
  package var frameCount: Int { frames.count }

  /// The numbers of frames that are not as they were written.
  package var damagedFrames: [UInt32] { frames.filter { !$0.isSound }.map(\.number) }

  /// How many frames behind one, or nil: of all, are so damaged that they do not tell their page.
  package func unknownFrames(behind frame: UInt32?) -> Int {
    frames.count { !$0.isSound && $0.page == 0 && $0.number > frame ?? 0 }
  }

  /// A frame by its place among `frameCount`.
  package func inLog(_ index: Int) -> Image? {
    let frame = frames[index]
    let place = LogFrame.logHeader + (Int(frame.number) - 1) * (LogFrame.header + pageSize)
    return log(place + LogFrame.header, pageSize).map {
      Image(page: frame.page, frame: frame.number, bytes: $0, isSound: frame.isSound)
    }
  }

  /// The page as it was after so many frames; nil for all of them.
  ///
  /// - Parameter trusting: whether frames that are not sound count.
  package func image(_ page: UInt32, after count: Int? = nil, trusting: Bool = true) -> Image? {
    let limit = count ?? frames.count
    let last = framesOfPage[page]?.last { $0 < limit && (trusting || frames[$0].isSound) }
    return last.flatMap(inLog) ?? inFile(page)
  }

  /// Whether no later frame, sound or not, replaces the page of a frame, or nil: of the file.
  package func isLast(_ page: UInt32, frame index: Int?) -> Bool {
    !(framesOfPage[page] ?? []).contains { $0 > index ?? -1 }
  }

  /// Whether no later sound frame replaces the page of a frame, or nil: of the file.
  package func isCurrent(_ page: UInt32, frame index: Int?) -> Bool {
    !(framesOfPage[page] ?? []).contains { $0 > index ?? -1 && frames[$0].isSound }
  }

  /// The header's page size, the log's, or the one under which most of the first pages are sound.
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

/// The bytes of a database file, whatever they are.
package protocol PageSource: AnyObject {
  /// In bytes.
  var size: Int { get }

  /// Bytes at an offset; nil when the file ends before their end or cannot be read.
  func read(_ offset: Int, _ count: Int) -> [UInt8]?
}

/// The frames of a log that belong to commits, sound or not, as far as it can be known.
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
  /// What the mark says is needed; nil where it says nothing.
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
    // The head does not tell the order of bytes: the one in which more frames are sound.
    let others = read(isBigEndian: !order)
    if others.count(where: \.isSound) > frames.count(where: \.isSound) { frames = others }
  }

  /// Behind the last commit lies what was never acknowledged, or an older log.
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
      // One commit behind a bad frame may be left over from one that failed.
      let isFirst = header == nil && committed == 0
      if chain.isRooted || chain.start <= claimed || chain.commits >= 2 || isFirst {
        committed = max(committed, number)
      }
    }
    return Array(found.prefix(Int(committed)))
  }

  /// The salts of a log without head and mark: of frames that follow from one another, the newest,
  /// as a longer log that was done with may lie behind.
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
