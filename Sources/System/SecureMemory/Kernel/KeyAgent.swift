// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc

/// The key agent: a process that keeps wrapped keys under names for all processes of its user.
///
/// An entry is one name with its bytes, the wrapped key.
///
/// The agent takes the place of `KernelKeyring` if the kernel refuses keyrings, as in many
/// containers, or if the user has no room for another key (Decisions/key-agent.md). Any process of
/// the user can read and delete the entries. The agent's socket has a name in the network
/// namespace, so each container has its own agent.
package enum KeyAgent {
  /// The reason why an entry could not be stored or found.
  package enum Failure: Error, Hashable, Sendable {
    /// There is no entry with this name, or it has expired.
    case absent
    /// No agent runs.
    case notRunning
    /// The agent does not answer in time, or has not answered a short time ago.
    case silent
    /// A process of another user has the agent's name.
    case foreign
    /// The agent cannot hold another entry, or the name or the bytes are too long.
    case refused
    /// The system refuses a connection to the agent, or the answer is no message (EBADMSG).
    case unreachable(errno: Int32)

    fileprivate init(errno number: Int32) {
      switch number {
      case ECONNREFUSED, ECONNRESET, EPIPE: self = .notRunning
      case EAGAIN, ETIMEDOUT: self = .silent
      case EACCES: self = .foreign
      default: self = .unreachable(errno: number)
      }
    }
  }

  /// The greatest number of entries that the agent holds.
  package static let countLimit = 1_000
  /// The longest wait for an answer.
  private static let patience: Int32 = 2_000  // milliseconds

  /// Stores bytes as the entry with this name, in place of an earlier entry.
  ///
  /// - Parameter seconds: the time after which the agent deletes the entry. Nil for no limit.
  package static func put(
    _ bytes: SecretBytes, as name: String, for seconds: Int?
  ) throws(Failure) {
    _ = try call(.put(Name(name), bytes, seconds: seconds.map { UInt32(clamping: max($0, 1)) }))
  }

  /// Returns the bytes of the entry with this name.
  package static func get(_ name: String) throws(Failure) -> SecretBytes {
    try call(.get(Name(name)))
  }

  /// Deletes the entry with this name, if there is one.
  ///
  /// An agent that does not answer receives the request too, and obeys it when it runs again.
  package static func drop(_ name: String) throws(Failure) {
    let request = Request.drop(Name(name))
    do throws(Failure) {
      _ = try call(request)
    } catch {
      guard error == .silent else { throw error }
      let done = unsafe request.message.withUnsafeBytes { message in
        unsafe latchkey_agent_tell(message.baseAddress, message.count)
      }
      guard done == 0 else { throw Failure(errno: errno) }
    }
  }

  /// Returns the names of the agent's entries that begin with a prefix.
  package static func names(beginningWith prefix: String) throws(Failure) -> [String] {
    try call(.names(Name(prefix)), answerSize: Answer.longest).withBytes { bytes in
      (0..<bytes.count).map { bytes[$0] }
    }.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// True if an agent runs and answers a request.
  package static var isThere: Bool { (try? names(beginningWith: "?")) != nil }

  private static func call(
    _ request: Request, answerSize: Int = Request.longest
  ) throws(Failure) -> SecretBytes {
    let message = request.message
    guard message.count <= Request.longest else { throw .refused }
    var count = 0
    var number: Int32 = 0
    let answer = unsafe SecretBytes(count: answerSize) {
      (answer: UnsafeMutableRawBufferPointer) in
      count = unsafe message.withUnsafeBytes { message in
        unsafe latchkey_agent_call(
          message.baseAddress, message.count, answer.baseAddress, answer.count, patience)
      }
      number = errno
    }
    guard count > 0 else { throw Failure(errno: number) }
    switch answer.withBytes({ Answer(rawValue: $0[0]) }) {
    case .done: return answer.slice(1..<count)
    case .absent: throw .absent
    case .refused: throw .refused
    case nil: throw .unreachable(errno: EBADMSG)
    }
  }
}

extension KeyAgent {
  /// The name of an entry, or a prefix of names, in the form in which messages contain it: UTF-8.
  package struct Name: Hashable, Sendable {
    package let bytes: [UInt8]

    package init(_ text: String) { bytes = Array(text.utf8) }

    fileprivate init(_ bytes: [UInt8]) { self.bytes = bytes }
  }

  /// A request to the agent, which is sent as one message.
  ///
  /// The first byte is the number of the case, from 1 for `put` to 4 for `names`. In `put`, the
  /// seconds (four bytes, little-endian, 0 for no limit) and the length of the name (one byte)
  /// follow. Then comes the name or the prefix, and in `put` also the bytes to keep.
  package enum Request: Sendable {
    case put(Name, SecretBytes, seconds: UInt32?)
    case get(Name)
    case drop(Name)
    /// A request for the names that begin with a prefix.
    case names(Name)

    /// The largest size of a message in bytes.
    package static let longest = 1024
    private static let headOfPut = 6

    var message: SecretBytes {
      switch self {
      case .put(let name, let bytes, let seconds):
        let limit = unsafe withUnsafeBytes(of: (seconds ?? 0).littleEndian) { unsafe Array($0) }
        let head = [1] + limit + [UInt8(clamping: name.bytes.count)] + name.bytes
        return unsafe SecretBytes(count: head.count + bytes.count) {
          (target: UnsafeMutableRawBufferPointer) in
          unsafe target.copyBytes(from: head)
          unsafe bytes.withUnsafeBytes {
            unsafe UnsafeMutableRawBufferPointer(rebasing: target[head.count...])
              .copyMemory(from: $0)
          }
        }
      case .get(let name): return SecretBytes(copying: [2] + name.bytes)
      case .drop(let name): return SecretBytes(copying: [3] + name.bytes)
      case .names(let prefix): return SecretBytes(copying: [4] + prefix.bytes)
      }
    }

    /// Reads the request in a message; nil if the bytes do not form a request.
    package init?(_ message: SecretBytes) {
      let count = message.count
      func name(_ places: Range<Int>) -> Name {
        Name(message.withBytes { bytes in places.map { bytes[$0] } })
      }
      switch message.withBytes({ $0.isEmpty ? 0 : $0[0] }) {
      case 1 where count >= Self.headOfPut:
        let seconds = unsafe message.slice(1..<5).withUnsafeBytes {
          unsafe UInt32(littleEndian: $0.loadUnaligned(as: UInt32.self))
        }
        let length = message.withBytes { Int($0[5]) }
        let end = Self.headOfPut + length
        guard length > 0, end <= count else { return nil }
        self = .put(
          name(Self.headOfPut..<end), message.slice(end..<count),
          seconds: seconds == 0 ? nil : seconds)
      case 2: self = .get(name(1..<count))
      case 3: self = .drop(name(1..<count))
      case 4: self = .names(name(1..<count))
      default: return nil
      }
    }
  }

  /// The first byte of the agent's answer.
  ///
  /// After `done`, the answer to `get` has the bytes of the entry. The answer to `names` has the
  /// names, each with a 0 byte at its end.
  package enum Answer: UInt8, Sendable {
    case done = 1
    case absent
    case refused

    /// The largest size of an answer in bytes.
    package static let longest = 1 << 16
  }
}

extension KeyAgent {
  /// The socket at which the agent listens for requests of this user's processes.
  package struct Listener: ~Copyable {
    private let descriptor: Int32

    /// Opens the socket of this user's agent; nil if an agent runs already, or the system refuses
    /// the socket.
    package init?() {
      let descriptor = latchkey_agent_listen()
      guard descriptor >= 0 else { return nil }
      self.descriptor = descriptor
    }

    /// Uses the standard input of this process as the agent's socket.
    ///
    /// Nil if the standard input is not a listening socket.
    package init?(standardInput: Void) {
      var isListening: Int32 = 0
      var size = socklen_t(MemoryLayout<Int32>.size)
      let known = unsafe getsockopt(
        STDIN_FILENO, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &size)
      guard known == 0, isListening == 1 else { return nil }
      descriptor = STDIN_FILENO
    }

    deinit { close(descriptor) }

    /// Starts a program in a session of its own (setsid(2)), with the socket as its standard input.
    ///
    /// - Parameter words: the absolute path of the program and its arguments.
    /// - Returns: false if the system could not start the program.
    package borrowing func hand(to words: [String]) -> Bool {
      let pointers: [UnsafeMutablePointer<CChar>?] =
        unsafe words.map { unsafe strdup($0) } + [nil]
      defer { unsafe pointers.forEach { unsafe free($0) } }
      return unsafe latchkey_agent_start(pointers, descriptor) == 0
    }

    /// Waits for the next request of a process of this user, and sends the answer to it.
    ///
    /// - Parameters:
    ///   - milliseconds: the time to wait for a request.
    ///   - answer: called with the request. Returns the answer and the bytes that follow it.
    /// - Returns: false if no process connected in time.
    package borrowing func serve(
      for milliseconds: Int, _ answer: (Request) -> (Answer, SecretBytes)
    ) -> Bool {
      let connection = latchkey_agent_accept(descriptor, Int32(clamping: milliseconds))
      guard connection >= 0 else { return errno != EAGAIN }
      defer { close(connection) }
      var count = 0
      let message = unsafe SecretBytes(count: Request.longest) {
        (bytes: UnsafeMutableRawBufferPointer) in
        count = unsafe recv(connection, bytes.baseAddress, bytes.count, Int32(MSG_TRUNC))
      }
      guard count > 0 else { return true }
      var reply: (Answer, SecretBytes) = (.refused, SecretBytes(copying: []))
      if count <= Request.longest, let request = Request(message.slice(0..<count)) {
        reply = answer(request)
      }
      var code = reply.0.rawValue
      unsafe reply.1.withUnsafeBytes { rest in
        unsafe withUnsafeMutableBytes(of: &code) { code in
          var parts = unsafe [
            iovec(iov_base: code.baseAddress, iov_len: 1),
            iovec(
              iov_base: UnsafeMutableRawPointer(mutating: rest.baseAddress), iov_len: rest.count),
          ]
          unsafe parts.withUnsafeMutableBufferPointer { parts in
            var message = unsafe msghdr()
            unsafe message.msg_iov = parts.baseAddress
            unsafe message.msg_iovlen = parts.count
            _ = unsafe sendmsg(connection, &message, Int32(MSG_NOSIGNAL))
          }
        }
      }
      return true
    }
  }
}
