// SPDX-License-Identifier: Apache-2.0

/// The frames of a log that belong to commits, sound or not, as far as it can be known.
struct CommittedFrames {
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
