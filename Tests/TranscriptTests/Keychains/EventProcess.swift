// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestPatience
import Testing

/// A program that listens to events of keychains, in a process of its own (`StoreWorker events`).
final class EventProcess {
  private let output: String
  private let folder: String
  private let process: pid_t
  private var isEnded = false

  /// Starts the program, and waits until it listens.
  ///
  /// - Parameters:
  ///   - bench: the home directory, with whose keychains the program works.
  ///   - keychain: the keychain that the program changes itself.
  ///   - options: `blind` if the kernel is to tell the program nothing of changes.
  init(in bench: KeyBench, hearing keychain: String, _ options: String...) throws {
    folder = bench.path("commands")
    output = bench.path("events.out")
    guard unsafe mkdir(folder, 0o700) == 0 else { throw Program.Failure(text: "no folder") }
    var program = Program(home: bench.path(""))
    program.environment["LATCHKEY_HOME"] = bench.path("store")
    program.executable = Program.worker
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(
      &actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    process = try unsafe program.start(["events", folder, keychain] + options, &actions)
    #expect(wait { $0.contains("ready") })
  }

  deinit { if !isEnded { kill(process, SIGKILL) } }

  /// The lines that the program has printed.
  var lines: [String] {
    let bytes = (try? Files.read(output)) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The events, without the word `event`.
  var events: [String] {
    lines.filter { $0.hasPrefix("event ") }.map { String($0.dropFirst(6)) }
  }

  func wait(_ isMet: ([String]) -> Bool) -> Bool {
    Patience.wait(within: Patience.soon) { isMet(lines) }
  }

  /// Has the program obey a command, and returns the last line that begins with a word.
  func tell(_ command: String, answering word: String) throws -> String {
    let before = lines.filter { $0.hasPrefix(word) }.count
    try Files.write([], to: folder + "/" + command)
    #expect(wait { lines in lines.filter { $0.hasPrefix(word) }.count > before })
    return lines.last { $0.hasPrefix(word) } ?? ""
  }

  /// Ends the program, and returns its status.
  func end() throws -> Int32 {
    isEnded = true
    try Files.write([], to: folder + "/end")
    return try Program.wait(for: process)
  }
}
