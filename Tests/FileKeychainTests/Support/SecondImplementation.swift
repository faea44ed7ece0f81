// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTypes
import SecureMemory
import Testing

/// The second implementation of keychain files, in Python (Tests/Keychains/keychain_tool.py).
///
/// One process answers the requests of all tests.
final class SecondImplementation: Sendable {
  static let password = "password"
  static let shared = SecondImplementation()

  /// False only if this machine lacks Python, or a libcrypto that Python can call.
  static var isThere: Bool { reasonOfAbsence == nil }

  /// The part that this machine lacks; nil if the second implementation can work.
  static let reasonOfAbsence: String? = {
    guard FileManager.default.isExecutableFile(atPath: interpreter) else { return "no python3" }
    // Every other failure is one of a test, and not a reason to skip it.
    return (try? shared.answer(["command": "ready"]))?["missing"].text
  }()

  private static let interpreter = "/usr/bin/python3"

  private struct Connection {
    let requests: Pipe
    let answers: Pipe
    let process: Process
    var rest = Data()
  }

  private let connection = Lock<Result<Connection, any Error>?>(nil)

  private static func start() throws -> Connection {
    // A process that ended early must not end this one.
    signal(SIGPIPE, SIG_IGN)
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Keychains/keychain_tool.py").standardized
    let connection = Connection(requests: Pipe(), answers: Pipe(), process: Process())
    connection.process.executableURL = URL(filePath: interpreter)
    connection.process.arguments = ["-B", script.path, "serve"]
    connection.process.standardInput = connection.requests
    connection.process.standardOutput = connection.answers
    try connection.process.run()
    return connection
  }

  /// The process ended without an answer.
  struct NoAnswer: Error {}

  func answer(_ request: JSONValue) throws -> JSONValue {
    let line = try request.written() + Data("\n".utf8)
    return try connection.withLock { state in
      let known = state ?? Result { try Self.start() }
      state = known
      var connection = try known.get()
      try connection.requests.fileHandleForWriting.write(contentsOf: line)
      while true {
        if let end = connection.rest.firstIndex(of: UInt8(ascii: "\n")) {
          let answer = connection.rest[..<end]
          connection.rest = Data(connection.rest[(end + 1)...])
          state = .success(connection)
          return try JSONValue(reading: Data(answer))
        }
        let more = connection.answers.fileHandleForReading.availableData
        guard !more.isEmpty else { throw NoAnswer() }
        connection.rest += more
      }
    }
  }

  /// Returns the sentence of the first rule that a file breaks; nil for a sound file.
  func fault(of file: [UInt8], password: String = password) throws -> String? {
    let answer = try answer(Self.request("check", file, password))
    return answer["ok"] == true ? nil : answer["error"].text ?? "\(answer)"
  }

  /// Describes the tables of a file, with their records in the order of their numbers.
  ///
  /// - Parameter tables: the tables to describe; nil for all.
  func dump(
    _ file: [UInt8], _ tables: Set<UInt32>? = nil, password: String = password
  ) throws -> JSONValue {
    try examine(file, tables, password: password).dump
  }

  /// Describes a file, and names the first rule that it breaks.
  func examine(
    _ file: [UInt8], _ tables: Set<UInt32>? = nil, password: String = password
  ) throws -> (dump: JSONValue, fault: String?) {
    var request = Self.request("dump", file, password)
    if let tables, case .object(var fields) = request {
      fields["only"] = .list(tables.map { .number(Int($0)) })
      request = .object(fields)
    }
    let answer = try answer(request)
    if let error = answer["error"].text { return (.text(error), error) }
    return (ExchangeComparison.normalised(answer["dump"]), answer["fault"].text)
  }

  /// Makes a file of the items of a description (Tests/Keychains/keychain_items.py).
  func make(_ items: JSONValue, version: Int, seed: Int = 1) throws -> [UInt8] {
    let answer = try answer([
      "command": "make", "items": items, "version": .number(version), "seed": .number(seed),
      "password": .text(Self.password),
    ])
    return try #require(
      answer["file"].text.flatMap(HexText.wholeBytes), "\(answer["error"])")
  }

  /// A range of bytes of a file, with its name.
  struct Entry {
    let range: Range<Int>
    let name: String
  }

  func entries(_ file: [UInt8]) throws -> [Entry] {
    let answer = try answer(["command": "entries", "file": .text(HexText.lowerCase(file))])
    return try answer["entries"].list.map { entry in
      let parts = entry.list
      return Entry(
        range: try #require(parts[0].number)..<(try #require(parts[1].number)),
        name: try #require(parts[2].text))
    }
  }

  private static func request(
    _ command: String, _ file: [UInt8], _ password: String
  ) -> JSONValue {
    [
      "command": .text(command), "file": .text(HexText.lowerCase(file)),
      "password": .text(password),
    ]
  }
}
