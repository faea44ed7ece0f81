// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// The client's side of Assuan, the line protocol of GnuPG's programs, over a socket.
///
/// Lines are read into secret memory only, byte for byte as they arrive, since each may carry a
/// passphrase; so nothing is to be wiped when an exchange breaks off.
package struct AssuanConnection {
  /// Bytes of a line without its end: the protocol's limit.
  static let longestLine = 1000
  /// Lines of one answer; more is a server that has lost its way.
  private static let mostLines = 100
  /// Bytes of one answer; a passcode has at most 1024.
  private static let mostData = 4096

  private let stream: SocketStream

  /// Reads the greeting from a connected socket, which stays the caller's.
  package init(_ stream: SocketStream) throws(AssuanError) {
    self.stream = stream
    guard try reply().result == .done else { throw .garbled }
  }

  /// Sends a command with an argument, which is escaped and cut to fit, and reads the answer.
  package func exchange(
    _ command: String, _ argument: String
  ) throws(AssuanError) -> AssuanReply {
    try send(AssuanText.line(command, argument))
    return try reply()
  }

  /// Sends a command that stands for itself, and reads the answer.
  package func exchange(_ command: String) throws(AssuanError) -> AssuanReply {
    try send(Array(command.utf8))
    return try reply()
  }

  /// Says good-bye; whether anyone listens does not matter.
  package func sayGoodbye() {
    stream.sendAtOnce(Array("BYE\n".utf8))
  }

  private func reply() throws(AssuanError) -> AssuanReply {
    var parts: [SecretBytes] = []
    var statuses: [String] = []
    for _ in 0..<Self.mostLines {
      switch try AssuanLine(readLine()) {
      case .done:
        return AssuanReply(result: .done, data: Self.joined(parts), statuses: statuses)
      case .refused(let code):
        return AssuanReply(result: .refused(code), data: nil, statuses: statuses)
      case .data(let part):
        parts.append(part)
        guard parts.reduce(0, { $0 + $1.count }) <= Self.mostData else { throw .garbled }
      case .status(let words): statuses.append(words)
      case .comment: continue
      // Nothing that we ask needs anything more from us.
      case .inquiry: try send(Array("CAN".utf8))
      }
    }
    throw .garbled
  }

  private static func joined(_ parts: [SecretBytes]) -> SecretBytes? {
    if parts.count <= 1 { return parts.first }
    let count = parts.reduce(0) { $0 + $1.count }
    return SecretBytes(count: count) { (target: inout MutableSpan<UInt8>) in
      var place = 0
      for part in parts {
        part.withBytes { bytes in
          for index in bytes.indices { target[place + index] = bytes[index] }
        }
        place += part.count
      }
    }
  }

  private func send(_ line: [UInt8]) throws(AssuanError) {
    do { try stream.send(line + [0x0A]) } catch { throw AssuanError(error) }
  }

  /// The next line without its end.
  private func readLine() throws(AssuanError) -> SecretBytes {
    var count = 0
    let room = Self.longestLine + 2
    let buffer = try unsafe SecretBytes(count: room) {
      (target: UnsafeMutableRawBufferPointer) throws(AssuanError) in
      repeat {
        guard count < room else { throw .garbled }
        count += unsafe try receive(UnsafeMutableRawBufferPointer(rebasing: target[count...]))
      } while unsafe target[count - 1] != 0x0A
      count -= 1
      if count > 0, unsafe target[count - 1] == 0x0D { count -= 1 }
    }
    return buffer.slice(0..<count)
  }

  private func receive(_ target: UnsafeMutableRawBufferPointer) throws(AssuanError) -> Int {
    do { return unsafe try stream.receive(into: target, upTo: 0x0A) } catch {
      throw AssuanError(error)
    }
  }
}

/// What a server answers to one command.
package struct AssuanReply {
  /// How a server ends its answer.
  package enum Result: Hashable {
    case done
    /// The number of `ERR`: source in the top byte, code in the low half.
    case refused(UInt32)
  }

  package let result: Result
  /// The data lines joined; nil where there were none.
  package let data: SecretBytes?
  /// The words of `S` lines.
  package let statuses: [String]
}

/// Why an exchange over Assuan has no answer.
package enum AssuanError: Error, Hashable {
  case cancelled
  case timedOut
  /// The other end is closed.
  case ended
  /// What came is no Assuan: a line too long, an unknown word, too much of anything.
  case garbled

  init(_ end: SocketStream.End) {
    switch end {
    case .cancelled: self = .cancelled
    case .timedOut: self = .timedOut
    case .closed: self = .ended
    }
  }
}

/// One line of a server.
private enum AssuanLine {
  case done
  case refused(UInt32)
  case data(SecretBytes)
  case status(String)
  case comment
  case inquiry

  /// Reads a line without its end.
  ///
  /// - Throws: `garbled` where the first word is unknown, or an error has no number.
  init(_ line: SecretBytes) throws(AssuanError) {
    let words = Self.firstWord(of: line)
    switch words.first {
    case "OK": self = .done
    case "ERR":
      guard let code = Self.number(line, from: words.end) else { throw .garbled }
      self = .refused(code)
    case "D": self = .data(try AssuanText.decoded(line.slice(words.end..<line.count)))
    case "S": self = .status(Self.text(line.slice(words.end..<line.count)))
    case "INQUIRE": self = .inquiry
    default:
      guard words.first.hasPrefix("#") || line.isEmpty else { throw .garbled }
      self = .comment
    }
  }

  /// The word in front of the first space, and where the rest begins.
  ///
  /// What is longer than any word that we know is not looked at, and may be anything.
  private static func firstWord(of line: SecretBytes) -> (first: String, end: Int) {
    let longest = "INQUIRE".utf8.count
    return line.withBytes { bytes in
      var end = 0
      while end < min(bytes.count, longest), bytes[end] != UInt8(ascii: " ") { end += 1 }
      let word = String(decoding: (0..<end).map { bytes[$0] }, as: UTF8.self)
      return (word, min(end + 1, bytes.count))
    }
  }

  private static func number(_ line: SecretBytes, from start: Int) -> UInt32? {
    let text = text(line.slice(start..<line.count))
    return text.split(separator: " ").first.flatMap { UInt32($0) }
  }

  private static func text(_ line: SecretBytes) -> String {
    line.withBytes { bytes in
      String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    }
  }
}

/// Bytes as an Assuan line carries them: `%`, line breaks and all control bytes as `%XX`.
private enum AssuanText {
  /// A command with its argument, cut between characters where the line would be too long.
  static func line(_ command: String, _ argument: String) -> [UInt8] {
    var line = Array("\(command) ".utf8)
    let room = AssuanConnection.longestLine - ellipsis.count
    for character in argument {
      let bytes = character.utf8.flatMap(escaped)
      if line.count + bytes.count > room { return line + ellipsis }
      line += bytes
    }
    return line
  }

  private static let ellipsis = Array("\u{2026}".utf8)

  private static func escaped(_ byte: UInt8) -> [UInt8] {
    guard byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "%") else { return [byte] }
    let digits = Array("0123456789ABCDEF".utf8)
    return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
  }

  /// The bytes that a data line stands for, in secret memory.
  ///
  /// - Throws: `garbled` where `%` is not followed by two digits.
  static func decoded(_ text: SecretBytes) throws(AssuanError) -> SecretBytes {
    var count = 0
    let whole = try SecretBytes(count: text.count) {
      (target: inout MutableSpan<UInt8>) throws(AssuanError) in
      count = try text.withBytes { (bytes) throws(AssuanError) in
        try decode(bytes, into: &target)
      }
    }
    return whole.slice(0..<count)
  }

  private static func decode(
    _ bytes: Span<UInt8>, into target: inout MutableSpan<UInt8>
  ) throws(AssuanError) -> Int {
    var place = 0
    var count = 0
    while place < bytes.count {
      var byte = bytes[place]
      place += 1
      if byte == UInt8(ascii: "%") {
        guard place + 1 < bytes.count, let high = digit(bytes[place]),
          let low = digit(bytes[place + 1])
        else { throw .garbled }
        byte = high << 4 | low
        place += 2
      }
      target[count] = byte
      count += 1
    }
    return count
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
