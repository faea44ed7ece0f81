// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The texts of statuses: what `SecCopyErrorMessageString` and `security error` say
/// (spec/secitem.md 13.2).
package enum StatusText {
  /// A status with its sentence.
  struct Row: Sendable {
    let status: Int32
    let text: StaticString

    init(_ status: Int32, _ text: StaticString) {
      self.status = status
      self.text = text
    }
  }

  /// Statuses from here on carry an `errno`.
  package static let errnoBase: Int32 = 100_000
  private static let largestErrno: Int32 = 4095  // the kernel's own limit

  /// The sentence of a status; nil when the table has none.
  ///
  /// Private statuses have none (spec/secitem.md 13.2).
  package static func sentence(for status: Int32) -> String? {
    var low = 0
    var high = rows.count
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].status == status { return "\(rows[middle].text)" }
      if rows[middle].status > status { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// `UNIX[…]` for a status that carries an `errno`; nil for any other.
  package static func systemText(for status: Int32) -> String? {
    guard status >= errnoBase, status <= errnoBase + largestErrno else { return nil }
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress,
        unsafe strerror_r(status - errnoBase, start, buffer.count) == 0
      else { return nil }
      return unsafe "UNIX[\(String(cString: start))]"
    }
  }

  /// The text of any status: its sentence, the system's text, or `OSStatus` and the number.
  package static func describe(_ status: Int32) -> String {
    sentence(for: status) ?? systemText(for: status) ?? "OSStatus \(status)"
  }
}
