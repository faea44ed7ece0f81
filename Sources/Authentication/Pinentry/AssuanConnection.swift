// SPDX-License-Identifier: Apache-2.0
import SecureMemory

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
