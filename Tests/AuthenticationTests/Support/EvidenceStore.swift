// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A store in a directory of its own, and programs that make calls on it.
///
/// It leaves no key in the kernel's keyring.
final class EvidenceStore {
  struct Failure: Error {
    let text: String
  }

  static let passcode = "1234"

  /// The status and secret that a program printed for its call.
  struct Answer {
    let status: Int?
    let secret: String
    let milliseconds: Int
  }

  let home = TemporaryDirectory()
  private let more: [String: String]

  /// Makes a store with a passcode and an item.
  ///
  /// - Parameters:
  ///   - flags: the flags of the item's access control, as `StoreWorker` names them.
  ///   - environment: environment variables for all programs.
  init(_ flags: String, environment: [String: String] = [:]) throws {
    more = environment
    try finish(["passcode", Self.passcode])
    try finish(["make", flags])
  }

  /// Makes a store without a passcode and without items.
  init() { more = [:] }

  deinit {
    _ = try? finish(["forget"])
  }

  /// Starts a program on the store.
  func start(
    _ arguments: [String], program: String = "StoreWorker", terminal: PseudoTerminal? = nil,
    environment: [String: String] = [:]
  ) throws -> PromptWorker {
    try PromptWorker(
      program == "StoreWorker" && !["evaluation", "keychain"].contains(arguments.first)
        ? ["evidence"] + arguments : arguments,
      program: program,
      terminal: terminal,
      environment: more.merging(environment) { $1 }
        .merging(["LATCHKEY_HOME": home.file("store"), "LANG": "C.UTF-8"]) { $1 })
  }

  /// Runs a program on the store to its end.
  ///
  /// - Returns: the program's output.
  @discardableResult
  func finish(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> String {
    let worker = try start(arguments, environment: environment)
    guard worker.end() == 0 else {
      throw Failure(text: "\(arguments): \(worker.output)")
    }
    return worker.output
  }

  /// Reads the item with a pinentry at a display.
  func read(
    _ pinentry: PlayedPinentry, seconds: Int = 300, environment: [String: String] = [:]
  ) throws -> Answer {
    try Self.answer(
      finish(["read"], environment: environment.merging(at(pinentry, seconds: seconds)) { $1 }))
  }

  /// The environment variables of a program with a display and this pinentry.
  func at(_ pinentry: PlayedPinentry, seconds: Int = 300) -> [String: String] {
    [
      "DISPLAY": ":99", "LATCHKEY_PINENTRY": PlayedPinentry.path, "HOME": pinentry.home.path,
      "LATCHKEY_PROMPT_TIMEOUT": "\(seconds)",
    ]
  }

  /// Returns the number of failed matches of biometry in a row.
  func failures() throws -> Int? {
    Int(try finish(["failures"]).trimmingCharacters(in: .newlines))
  }

  static func answer(_ output: String) -> Answer {
    let lines = output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    let status = lines.first { $0.first == "status" }
    let time = lines.first { $0.first == "milliseconds" }
    return Answer(
      status: status?.dropFirst().first.flatMap { Int($0) },
      secret: status?.dropFirst(2).first ?? "",
      milliseconds: time?.dropFirst().first.flatMap { Int($0) } ?? -1)
  }
}
