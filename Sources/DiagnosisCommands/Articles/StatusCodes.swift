// SPDX-License-Identifier: Apache-2.0 (table)
import KeychainCommands
import KeychainExplanations
import KeychainTypes

/// Which findings tell the causes of a status (spec/diagnostics.md 5.1 to 5.9).
enum StatusCodes {
  /// The status in words, then the findings, a line each.
  static func text(of status: Int32) -> String {
    let name = ConstantNames.status(status)
    let head = name.isEmpty ? "\(status)" : "\(status) \(name)"
    let lines = TextBlock.wrap("\(head): \(StatusText.message(status))", indent: "  ")
    let codes = (causes[status] ?? []).compactMap { FindingCode("K\($0)") }
    let end =
      codes.isEmpty
      ? "No finding tells of it.\n" : codes.map { CodeQuestion.line(of: $0) }.joined()
    return lines.joined(separator: "\n") + "\n" + end
  }

  // swift-format-ignore
  static let causes: [Int32: [Int]] = [
    -4:     [716],
    -34:    [904],
    -36:    [215, 908],
    -50:    [703, 704, 705, 706, 707, 709, 710, 711, 712, 715, 718],
    -128:   [313],
    -25291: [901, 903, 904, 908, 909],
    -25292: [904],
    -25293: [312, 604, 609],
    -25299: [101, 102, 103, 104, 105, 106, 107, 108, 109, 804],
    -25300: [201, 202, 203, 204, 205, 206, 207, 208, 209, 210, 211, 212, 213, 214, 215, 216, 217,
             218, 219, 220, 501, 502, 503, 504, 505, 506, 603, 606, 608, 713],
    -25303: [701, 704, 708],
    -25306: [702, 712],
    -25308: [301, 302, 303, 304, 305, 306, 307, 308, 309, 310, 311, 314, 316, 604],
    -26275: [215, 219, 908],
    -34018: [401, 402, 403, 404, 405, 406, 407, 409, 411, 412, 413],
  ]
}
