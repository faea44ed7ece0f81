// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestPatience

/// One call as its thread saw it.
struct ManyRecord {
  enum Act: String {
    case add, read, update, remove
    /// The last known value of an item that belongs to one thread, or nil if the item was removed.
    case final
  }

  let act: Act
  let account: String
  /// The written or read value.
  let value: String?
  let status: Int32
  /// The start in microseconds, by the clock that all processes share.
  let began: Int64
  let ended: Int64

  static func now() -> Int64 {
    Int64(Stopwatch.now / .microseconds(1))
  }

  /// The record as one line, separated by tabs.
  ///
  /// Accounts and values contain no tabs.
  var line: String {
    [act.rawValue, account, value ?? "-", "\(status)", "\(began)", "\(ended)"]
      .joined(separator: "\t")
  }

  init(
    _ act: Act, _ account: String, _ value: String?, status: Int32 = 0, began: Int64 = 0,
    ended: Int64 = 0
  ) {
    self.act = act
    self.account = account
    self.value = value
    self.status = status
    self.began = began
    self.ended = ended
  }

  init?(line: Substring) {
    let parts = line.split(separator: "\t").map(String.init)
    guard parts.count == 6, let act = Act(rawValue: parts[0]), let status = Int32(parts[3]),
      let began = Int64(parts[4]), let ended = Int64(parts[5])
    else { return nil }
    self.init(
      act, parts[1], parts[2] == "-" ? nil : parts[2], status: status, began: began, ended: ended)
  }
}
