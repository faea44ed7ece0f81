// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
package import SecureMemory

/// The connection to a pinentry program, over Assuan, the line protocol of GnuPG's programs.
///
/// The pinentry program is the server of the protocol: it answers commands. Lines are read byte for
/// byte into secret memory only, since each line may carry a passphrase. This memory is wiped when
/// it is released, also if a conversation ends too early.
package struct AssuanConnection {
  /// The most bytes that Assuan allows in a line, without the line end.
  static let longestLine = 1000
  /// The largest number of lines in the answer to a command.
  ///
  /// An answer with more lines is an error of the server.
  private static let mostLines = 100
  /// The largest size in bytes of the data in the answer to a command.
  ///
  /// An answer with more data is an error of the server, because a passcode has at most 1024 bytes.
  private static let mostData = 4096

  private let stream: SocketStream

  /// Opens the connection over a connected socket, and reads the line with which the server greets.
  ///
  /// The caller closes the socket.
  package init(_ stream: SocketStream) throws(AssuanError) {
    self.stream = stream
    guard try reply().result == .done else { throw .garbled }
  }

  /// Sends a command with an argument, and returns the answer of the server.
  ///
  /// The argument is escaped. If the line would be too long, the argument is cut.
  package func exchange(
    _ command: String, _ argument: String
  ) throws(AssuanError) -> AssuanReply {
    try send(AssuanText.line(command, argument))
    return try reply()
  }

  /// Sends a command without an argument, and returns the answer of the server.
  package func exchange(_ command: String) throws(AssuanError) -> AssuanReply {
    try send(Array(command.utf8))
    return try reply()
  }

  /// Sends the command that ends the conversation, without waiting for an answer.
  ///
  /// Failures are ignored.
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
      // Our commands never need an inquiry to be answered, so it is cancelled.
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

  /// Reads the next line of the server, without its line end.
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

/// The answer of a server to a command: its result, its data and its status lines.
package struct AssuanReply {
  /// The result in the last line of an answer: `OK`, or `ERR` with a number.
  package enum Result: Hashable {
    case done
    /// The server refused the command, with this number in its `ERR` line.
    ///
    /// The top byte of the number is the error's source, and the low half is the error code.
    case refused(UInt32)
  }

  package let result: Result
  /// The bytes of the answer's data lines (`D`), joined; for a passcode, the typed text.
  ///
  /// Nil if the answer has no data line.
  package let data: SecretBytes?
  /// The texts of the answer's status lines (`S`).
  package let statuses: [String]
}

/// A line that the server sent; its first keyword decides the case.
private enum AssuanLine {
  case done
  case refused(UInt32)
  case data(SecretBytes)
  case status(String)
  case comment
  case inquiry

  /// Reads a line of the server, given without its line end.
  ///
  /// - Throws: `garbled` if the first keyword is unknown, or if an `ERR` line has no number.
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

  /// Returns the keyword before the first space, and the index at which the remaining text begins.
  ///
  /// A word that is longer than the longest keyword is cut one byte after that length. So it equals
  /// no keyword, and little of a line, which may be secret, is copied into ordinary memory.
  private static func firstWord(of line: SecretBytes) -> (first: String, end: Int) {
    let longest = "INQUIRE".utf8.count + 1
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

/// Encodes and decodes the text of an Assuan line.
///
/// In the line, `%`, line breaks and control bytes are written as `%` and two hexadecimal digits.
private enum AssuanText {
  /// Returns the bytes of the line for a command with an argument.
  ///
  /// If the line would be too long, the argument is cut between two characters.
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
    return Array("%\(HexText.upperCase([byte]))".utf8)
  }

  /// Decodes the text of a data line into secret memory.
  ///
  /// - Throws: `garbled` if `%` is not followed by two hexadecimal digits.
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
