// SPDX-License-Identifier: Apache-2.0

/// Judges whether the results of all threads and the final content of the store are possible
/// together.
struct ManyVerdict {
  /// The contradictions as sentences.
  ///
  /// Empty if everything is explained.
  private(set) var findings: [String] = []
  private let records: [ManyRecord]
  /// The least time in microseconds after which a call may answer "busy".
  private let busyLimit: Int64 = 4_900_000

  /// - Parameter content: the final values of all items, by account.
  init(_ records: [ManyRecord], content: [String: String]) {
    self.records = records
    judgeStatuses()
    let byAccount = Dictionary(grouping: records, by: \.account)
    for (account, calls) in byAccount {
      let ordered = calls.sorted { $0.began < $1.began }
      switch account.split(separator: " ").first {
      case "own": judgeOwn(account, calls, content[account])
      case "shared": judgeShared(account, ordered, content[account])
      case "counter": judgeCounter(account, ordered, content[account])
      case "once": judgeOnce(account, ordered, content[account])
      default: findings.append("\(account): an account of nobody")
      }
    }
    for account in content.keys where byAccount[account] == nil {
      findings.append("\(account): in the store, and nobody added it")
    }
  }

  /// Checks each status: 0, -25299 only for Add, -25300 only for the other calls, -25291 only after
  /// a real wait.
  private mutating func judgeStatuses() {
    for call in records {
      let isDefined: Bool
      switch call.status {
      case 0: isDefined = true
      case -25299: isDefined = call.act == .add
      case -25300: isDefined = call.act != .add
      case -25291: isDefined = call.act != .read && call.ended - call.began >= busyLimit
      default: isDefined = false
      }
      if !isDefined { findings.append("not defined: \(call.line)") }
    }
  }

  /// Checks that each result of an item with one thread is exactly the expected one.
  private mutating func judgeOwn(_ account: String, _ calls: [ManyRecord], _ content: String?) {
    var value: String?
    for call in calls where call.status != -25291 {
      let expected: Int32
      switch call.act {
      case .add: expected = value == nil ? 0 : -25299
      case .final: expected = 0
      default: expected = value == nil ? -25300 : 0
      }
      if call.status != expected { findings.append("expected \(expected): \(call.line)") }
      switch call.act {
      case .read, .final:
        if call.value != value { findings.append("expected \(value ?? "none"): \(call.line)") }
      case .add, .update: if call.status == 0 { value = call.value }
      case .remove: if call.status == 0 { value = nil }
      }
    }
    if content != value {
      findings.append("\(account): \(content ?? "none") in the store, \(value ?? "none") written")
    }
  }

  /// Checks that one add succeeded, and that each value read, and the final one, was the latest
  /// write of some thread.
  private mutating func judgeShared(_ account: String, _ calls: [ManyRecord], _ content: String?) {
    let writes = calls.filter { $0.status == 0 && [.add, .update].contains($0.act) }
    let adds = writes.filter { $0.act == .add }
    if adds.count != 1 { findings.append("\(account): \(adds.count) adds succeeded") }
    let byValue = Dictionary(grouping: writes, by: \.value)
    var reads = calls.filter { $0.act == .read && $0.status == 0 }
    reads.append(ManyRecord(.read, account, content, began: .max, ended: .max))
    for read in reads {
      guard let write = byValue[read.value]?.first else {
        findings.append("nobody wrote what was read: \(read.line)")
        continue
      }
      // Another write happened wholly between the write and the read, so the value was already
      // replaced.
      let isLost = writes.contains { $0.began > write.ended && $0.ended < read.began }
      if isLost || write.began > read.ended { findings.append("an old value: \(read.line)") }
    }
  }

  /// Checks that exactly one thread reached each value, and that no value was skipped.
  private mutating func judgeCounter(_ account: String, _ calls: [ManyRecord], _ content: String?) {
    let raised = calls.filter { $0.act == .update && $0.status == 0 }.compactMap(\.value)
    let expected = (0..<raised.count).map { "\($0 + 1)" }
    if Set(raised) != Set(expected) || content != "\(raised.count)" {
      findings.append("\(account): \(content ?? "none") after \(raised.count) steps")
    }
    let adds = calls.filter { $0.act == .add && $0.status == 0 }
    if adds.count != 1 { findings.append("\(account): \(adds.count) adds succeeded") }
  }

  /// Checks that additions and removals alternate.
  private mutating func judgeOnce(_ account: String, _ calls: [ManyRecord], _ content: String?) {
    let adds = calls.filter { $0.act == .add && $0.status == 0 }
    let removals = calls.filter { $0.act == .remove && $0.status == 0 }
    let isThere = content != nil
    if adds.count - removals.count != (isThere ? 1 : 0) {
      findings.append("\(account): \(adds.count) added, \(removals.count) removed, \(isThere)")
    }
    for (first, second) in zip(adds, adds.dropFirst()) where first.ended < second.began {
      let isFreed = removals.contains { $0.ended > first.began && $0.began < second.ended }
      if !isFreed { findings.append("added twice: \(second.line)") }
    }
    let values = Set(adds.compactMap(\.value))
    if let content, !values.contains(content) { findings.append("\(account): \(content)?") }
  }
}
