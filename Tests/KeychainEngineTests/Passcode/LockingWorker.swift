// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import TestPatience

/// A `StoreWorker locking`: another process on a store, which follows commands line by line.
final class LockingWorker: @unchecked Sendable {
  // Unchecked: only one test uses the worker, on one thread.

  /// The answer to one line of the worker's input.
  struct Answer {
    let status: Int32
    /// The begin in microseconds of the monotonic clock.
    let begin: Int
    let end: Int
  }

  /// A moment at which keys came or went.
  struct KeyChange {
    let isThere: Bool
    /// The moment of the first look that saw the change, in microseconds.
    let moment: Int
    /// The moment of the last look that saw the old state.
    ///
    /// On a slow machine looks are late, which must not count as keys held longer.
    let before: Int
  }

  let running: Worker.Running
  private let input = Pipe()
  private var answers = 0

  init(home: String, _ options: String...) throws {
    running = try Worker(home: home).start(["locking"] + options, input: input)
  }

  var process: pid_t { running.process.processIdentifier }

  /// Sends a command, and waits until it is done.
  ///
  /// The worker does nothing before this call.
  @discardableResult
  func tell(_ verb: String, _ words: String...) throws -> Answer {
    try send(verb, words)
    return try answer()
  }

  /// Sends a command.
  ///
  /// `answer` then returns its result.
  func send(_ verb: String, _ words: [String]) throws {
    let line = ([verb] + words).joined(separator: " ") + "\n"
    try input.fileHandleForWriting.write(contentsOf: Data(line.utf8))
  }

  func answer() throws -> Answer {
    var found: [[String]] = []
    _ = Patience.wait {
      let isRunning = running.process.isRunning
      found = lines("did")
      return found.count > answers || !isRunning
    }
    guard found.count > answers else {
      throw Worker.Failure(text: "no answer, but: \(running.text)")
    }
    let words = found[answers].dropFirst(2).compactMap { Int($0) }
    answers += 1
    guard words.count == 3 else { throw Worker.Failure(text: running.text) }
    return Answer(status: Int32(words[0]), begin: words[1], end: words[2])
  }

  /// Returns the statuses of the worker's work since the last call, by kind of call.
  ///
  /// - Parameter new: true to return only statuses of rounds that have begun since then.
  func statuses(new: Bool = false) throws -> [String: Set<Int32>] {
    let before = lines("told").count
    try tell("tell")
    var statuses: [String: Set<Int32>] = [:]
    for words in lines("told").dropFirst(before) where words[1] == (new ? "new" : "all") {
      statuses[words[2]] = Set(words.dropFirst(3).compactMap { Int32($0) })
    }
    return statuses
  }

  /// Waits until a whole round of work has begun and ended after this call.
  func waitForRound() throws {
    let before = try tell("rounds").status
    // The first round to end may have been under way.
    guard try Patience.wait(until: { try tell("rounds").status >= before + 2 }) else {
      throw Worker.Failure(text: "no work: \(running.text)")
    }
  }

  /// Returns the moments at which keys of a protection came and went, in order.
  func changes(of protection: String) -> [KeyChange] {
    lines("keys").filter { $0[1] == protection }.compactMap { words in
      guard let moment = Int(words[3]), let before = Int(words[4]) else { return nil }
      return KeyChange(isThere: words[2] == "1", moment: moment, before: before)
    }
  }

  /// Waits until the worker has keys or has dropped them, without making it call.
  ///
  /// Returns the change.
  ///
  /// All changes up to the worker's last answer are known, so that an older change does not pass
  /// for this one.
  @discardableResult
  func wait(until isThere: Bool, _ protection: String = "ak") throws -> KeyChange {
    var last: KeyChange?
    _ = Patience.wait {
      let isRunning = running.process.isRunning
      last = changes(of: protection).last
      return last?.isThere == isThere || !isRunning
    }
    guard let last, last.isThere == isThere else {
      throw Worker.Failure(text: "keys of \(protection): \(running.text)")
    }
    return last
  }

  /// Lets the worker end, and returns its exit status.
  func finish() throws -> Int32 {
    try input.fileHandleForWriting.close()
    return try running.finish().status
  }

  deinit {
    guard running.process.isRunning else { return }
    kill(process, SIGKILL)
    running.process.waitUntilExit()
  }

  /// Returns the complete lines that begin with a word.
  private func lines(_ first: String) -> [[String]] {
    let text = running.text
    guard let end = text.lastIndex(of: "\n") else { return [] }
    return text[..<end].split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
      .filter { $0.first == first }
  }
}
