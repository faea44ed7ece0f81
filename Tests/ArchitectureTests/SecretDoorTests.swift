// SPDX-License-Identifier: Apache-2.0
import Testing

/// Tests of the two doors through which a secret is read: `withBytes` and `withUnsafeBytes`.
///
/// Each file that uses a door is in a list with the number of its calls, so that review notices a
/// new reader.
@Suite("who reads secrets") struct SecretDoorTests {
  private static let list = "Documentation/SecretBytesCallSites.txt"
  private static let doors = ["withBytes", "withUnsafeBytes"]

  @Test("the list names every file that opens a secret, with the number of calls")
  func listed() {
    var found: [String: Int] = [:]
    for file in Repository.sources where file.isProduct {
      let calls = file.code.map(Self.calls).reduce(0, +)
      if calls > 0 { found[file.path] = calls }
    }
    var listed: [String: Int] = [:]
    for line in Repository.text(of: Self.list).split(separator: "\n") where !line.hasPrefix("#") {
      let words = line.split(separator: " ")
      guard words.count > 2, let count = Int(words[0]) else {
        Issue.record("\(Self.list): a line is: count, path, reason; not \(line)")
        continue
      }
      listed[String(words[1])] = count
    }
    for path in Set(found.keys).union(listed.keys).sorted() {
      #expect(listed[path] ?? 0 == found[path] ?? 0, "\(path) in \(Self.list)")
    }
  }

  /// Returns the number of doors in one line, without their declarations.
  private static func calls(in line: String) -> Int {
    guard !line.contains("func with") else { return 0 }
    return doors.map { door in
      line.ranges(of: door).filter { range in
        let before = line[..<range.lowerBound].last
        return !(before?.isLetter ?? false)
      }.count
    }.reduce(0, +)
  }
}
