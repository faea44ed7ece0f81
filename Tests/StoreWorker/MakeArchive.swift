// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keybag
import KeychainEngine
import KeychainStorage
import KeychainTypes

/// `archive STORE TARGET`: fills a store with examples of everything, and copies its files.
///
/// TARGET gets two copies: `log`, with the last commits still in the log while the program runs,
/// and `closed`, the same store after the program's end. A list of the content goes to standard
/// output, for the manifest.
enum MakeArchive {
  static func run(_ arguments: [String]) -> Int32 { run(arguments, make) }

  /// `archive-passcode STORE TARGET`: archives a store with a passcode, which is locked when it is
  /// copied.
  static func runWithPasscode(_ arguments: [String]) -> Int32 { run(arguments, makeWithPasscode) }

  private static func run(
    _ arguments: [String], _ make: (_ directory: String, _ target: String) throws -> String
  ) -> Int32 {
    guard arguments.count == 2 else { return 2 }
    do {
      print(try make(arguments[0], arguments[1]), terminator: "")
      return 0
    } catch {
      print("archive: \(error)")
      return 1
    }
  }

  private static func makeWithPasscode(_ directory: String, _ target: String) throws -> String {
    let clock = ArchiveClock()
    var environment = Environment.system
    environment.clock = clock
    environment.holder = ProcessKeyHolder(clock: clock)
    environment.passcodeCost = PasscodeCost(PasscodeCost.limits.lowerBound)
    let content = try {
      let engine = try Engine.open(
        StoreLocation(directory: directory), environment: environment)
      var content = PasscodeArchive(engine, clock)
      try content.fill()
      try engine.store.checkpoint(truncating: true)
      try content.lock()
      try copy(directory, to: target + "/log")
      return content.lines
    }()
    try copy(directory, to: target + "/closed")
    return content.map(\.text).joined()
  }

  private static func make(_ directory: String, _ target: String) throws -> String {
    let clock = ArchiveClock()
    var environment = Environment.system
    environment.clock = clock
    func open() throws(KeychainError) -> Engine {
      try Engine.open(StoreLocation(directory: directory), environment: environment)
    }
    var content = ArchiveContent(clock: clock)
    try content.fill(open())
    try damageYoungest(directory + "/store.db")
    try content.replaceDamaged(open())
    do {
      let engine = try open()
      try engine.store.checkpoint(truncating: true)
      try content.finish(engine)
      try copy(directory, to: target + "/log")
      _ = engine
    }
    try copy(directory, to: target + "/closed")
    return content.text
  }

  /// Damages the row that was added last, so that it cannot be opened.
  private static func damageYoungest(_ database: String) throws {
    let connection = try Connection(database)
    try connection.execute(
      "UPDATE genp SET meta = zeroblob(60) WHERE id = (SELECT max(id) FROM genp)")
  }

  /// Copies the files of a store, except those that have no meaning without a running process.
  private static func copy(_ directory: String, to target: String) throws {
    guard unsafe mkdir(target, 0o700) == 0, let folder = unsafe opendir(directory) else {
      throw Failure.system(errno)
    }
    defer { unsafe closedir(folder) }
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard !name.hasPrefix("."), name != "lock", !name.hasSuffix("-shm") else { continue }
      try copyFile("\(directory)/\(name)", to: "\(target)/\(name)")
    }
  }

  private static func copyFile(_ path: String, to target: String) throws {
    let source = unsafe open(path, O_RDONLY | O_CLOEXEC)
    let copy = unsafe open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    defer {
      close(source)
      close(copy)
    }
    guard source >= 0, copy >= 0 else { throw Failure.system(errno) }
    while true {
      let count = sendfile(copy, source, nil, 1 << 20)
      guard count >= 0 else { throw Failure.system(errno) }
      if count == 0 { return }
    }
  }

  private enum Failure: Error {
    case system(Int32)
  }
}
