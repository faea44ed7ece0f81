// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The texts of statuses, which `SecCopyErrorMessageString` and `security error` return
/// (Specification/secitem.md, "SecCopyErrorMessageString").
package enum StatusText {
  /// A status with its text.
  struct Row: Sendable {
    let status: Int32
    let text: StaticString

    init(_ status: Int32, _ text: StaticString) {
      self.status = status
      self.text = text
    }
  }

  /// The number that is added to an `errno` to make a status; for example, `errno` 2 is the status
  /// 100002.
  package static let errnoBase: Int32 = 100_000
  private static let largestErrno: Int32 = 4095  // the kernel's own limit

  /// Returns the text for a status from the table of texts; nil if the table has no text for the
  /// status.
  ///
  /// A status that Apple's public headers do not have, such as -25330, has no text
  /// (Specification/secitem.md, "SecCopyErrorMessageString").
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

  /// Returns the system's text for a status that contains an `errno`, in the form `UNIX[…]`; nil
  /// for any other status.
  package static func systemText(for status: Int32) -> String? {
    guard status >= errnoBase, status <= errnoBase + largestErrno else { return nil }
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress,
        unsafe strerror_r(status - errnoBase, start, buffer.count) == 0
      else { return nil }
      return unsafe "UNIX[\(String(cString: start))]"
    }
  }

  /// Returns a text for any status: the text of the table or of the system, otherwise `OSStatus`
  /// and the number.
  package static func describe(_ status: Int32) -> String {
    sentence(for: status) ?? systemText(for: status) ?? "OSStatus \(status)"
  }
}
