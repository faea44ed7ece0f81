// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestPatience

/// One call as its thread saw it.
struct ManyRecord {
  enum Act: String {
    case add, read, update, remove
    /// What a thread knows of an item of its own in the end; without a value there is none.
    case final
  }

  let act: Act
  let account: String
  /// What was written or read.
  let value: String?
  let status: Int32
  /// In microseconds of the clock that all processes share.
  let began: Int64
  let ended: Int64

  static func now() -> Int64 {
    Int64(Stopwatch.now / .microseconds(1))
  }

  /// One line: accounts and values have no tabs.
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
