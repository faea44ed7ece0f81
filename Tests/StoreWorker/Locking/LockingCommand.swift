// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes
import SecureMemory

/// One line of a `LockingTask`'s input: `VERB [NUMBER [PASSCODE [PASSCODE]]]`.
///
/// Passcodes contain no blanks. After reading, the input buffer holds no copy of them.
struct LockingCommand {
  let verb: String
  /// The number: seconds until the store locks itself, items, or rounds.
  ///
  /// 0 if the line has no number.
  let number: Int
  private let passcodes: [SecretBytes]

  /// Reads the next line, or returns nil at the end of the input.
  static func next() -> LockingCommand? {
    let capacity = 256
    return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      defer { unsafe explicit_bzero(start, capacity) }
      var count = 0
      while count < capacity, unsafe read(0, start + count, 1) == 1 {
        if unsafe buffer[count] == UInt8(ascii: "\n") {
          return unsafe LockingCommand(UnsafeBufferPointer(rebasing: buffer[..<count]).span)
        }
        count += 1
      }
      return nil
    }
  }

  private init(_ line: Span<UInt8>) {
    var words: [Range<Int>] = []
    var start = 0
    for place in 0...line.count where place == line.count || line[place] == UInt8(ascii: " ") {
      words.append(start..<place)
      start = place + 1
    }
    let text = { (word: Range<Int>, line: Span<UInt8>) in
      String(decoding: word.map { line[$0] }, as: UTF8.self)
    }
    verb = text(words[0], line)
    number = words.count > 1 ? Int(text(words[1], line)) ?? 0 : 0
    passcodes = words.dropFirst(2).map { SecretBytes(copying: line.extracting($0)) }
  }

  func passcode(_ place: Int) throws(KeychainError) -> Passcode {
    guard passcodes.indices.contains(place) else { throw .parameter("no passcode in the line") }
    return try Passcode(passcodes[place])
  }
}
