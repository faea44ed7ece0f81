// SPDX-License-Identifier: Apache-2.0 (table)
import KeychainExplaining
import KeychainTypes

/// The codes of those findings that explain each status (Specification/diagnostics.md, "Tree 1:
/// errSecDuplicateItem" to "Every row of the two symptom tables").
package enum StatusCodes {
  /// Returns the explanation of a number that the user typed, for each of its possible meanings.
  ///
  /// - Parameter meanings: The possible meanings, the more likely meaning first.
  static func text(of meanings: [StatusWord.Meaning]) -> String {
    meanings.enumerated().map { (place, meaning) -> String in
      switch meaning {
      case .status(let status):
        (place > 0 ? "\nWithout its sign it may also be:\n\n" : "") + text(of: status)
      case .exit(let low): text(ofExit: low)
      }
    }.joined()
  }

  /// Returns the explanation of an exit status: the OSStatus numbers whose low byte it is, and the
  /// findings of each.
  private static func text(ofExit low: UInt8) -> String {
    if let sentence = exits[low] {
      return TextBlock.wrap("exit status \(low): \(sentence)", indent: "  ")
        .joined(separator: "\n") + "\n"
    }
    let statuses = StatusWord.statuses(endingWith: low)
    guard !statuses.isEmpty else {
      return "exit status \(low): no status of items has this low byte.\n"
    }
    let head = "exit status \(low): the low byte of the status that the call answered, which is"
    let end = statuses.count == 1 ? ":" : " one of these:"
    return TextBlock.wrap(head + end, indent: "  ").joined(separator: "\n") + "\n\n"
      + statuses.map { text(of: $0) }.joined(separator: "\n")
  }

  /// The meanings of those exit statuses that do not come from a status of the keychain
  /// (Specification/diagnostics.md, "security explain", "security doctor").
  private static let exits: [UInt8: String] = [
    0: "success. Of explain: the call would succeed, and nothing was found.",
    1: "a failure without a status; standard error tells the reason. Of explain: the "
      + "call would succeed, with a warning. Of doctor: a warning.",
    2: "wrong usage; standard error tells the mistake.",
    3: "of explain, trace and doctor: the answer could not be determined.",
    4: "of doctor: an error was found. Of explain: the call would fail with a status whose "
      + "low byte has a meaning of its own.",
  ]

  /// Returns the name and the sentence of a status, then one line for each finding that explains
  /// it.
  static func text(of status: Int32) -> String {
    let name = ConstantNames.status(status)
    let head = name.isEmpty ? "\(status)" : "\(status) \(name)"
    let lines = TextBlock.wrap("\(head): \(StatusText.message(status))", indent: "  ")
    let codes = (causes[status] ?? []).compactMap { FindingCode("K\($0)") }
    let end =
      codes.isEmpty
      ? "No finding has this status.\n" : codes.map { CodeQuestion.line(of: $0) }.joined()
    return lines.joined(separator: "\n") + "\n" + end
  }

  /// The numbers of the finding codes that explain each status.
  // swift-format-ignore
  package static let causes: [Int32: [Int]] = [
    -4:     [716],
    -34:    [904],
    -36:    [215, 904, 908],
    -50:    [703, 704, 705, 706, 707, 709, 710, 711, 712, 715, 718],
    -61:    [904],
    -128:   [313, 604, 609, 904],
    -25291: [901, 903, 904, 908, 909],
    -25292: [904],
    -25293: [312, 604, 609, 904],
    -25294: [610],
    -25295: [908],
    -25296: [904],
    -25299: [101, 102, 103, 104, 105, 106, 107, 108, 109, 804],
    -25300: [201, 202, 203, 204, 205, 206, 207, 208, 209, 210, 211, 212, 213, 214, 215, 216, 217,
             218, 219, 220, 501, 502, 503, 504, 505, 506, 603, 606, 608, 610, 713, 904, 908],
    -25302: [703, 815, 904],
    -25303: [701, 704, 708],
    -25304: [908],
    -25306: [702, 712],
    -25308: [301, 302, 303, 304, 305, 306, 307, 308, 309, 310, 311, 314, 316, 604, 609,
             904],
    -26275: [215, 219, 908],
    -26276: [904],
    -34018: [401, 402, 403, 404, 405, 406, 407, 409, 411, 412, 413],
    -67598: [908],
    -67599: [904],
    -67600: [908],
    -67601: [904],
  ]
}
