// SPDX-License-Identifier: Apache-2.0

import Glibc
import TestPatience

/// The built `security`, run as a process in a session without a terminal.
struct Program {
  /// The outcome of a run.
  struct Result: Equatable {
    let status: Int32
    let output: String
    let error: String
  }

  struct Failure: Error {
    let text: String
  }

  /// POSIX_SPAWN_SETSIGMASK and SETSID, which the headers show only to GNU programs.
  ///
  /// Threads that run tests block signals, and a child inherits that.
  private static let freshStart: Int16 = 0x08 | 0x80

  /// The path of `security`: beside the test bundle, or named by `TESTED_SECURITY`.
  static let path = unsafe getenv("TESTED_SECURITY").map { unsafe String(cString: $0) } ?? built

  private static let built: String = {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe bytes.baseAddress.map { start in
        unsafe readlink(
          "/proc/self/exe", start.assumingMemoryBound(to: CChar.self), bytes.count)
      } ?? 0
    }
    let executable = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    return executable.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/") + "/security"
  }()

  /// The path of `StoreWorker`, a program with calls of its own, in the same directory.
  static let worker =
    built.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    .joined(separator: "/") + "/StoreWorker"

  /// The path of `latchkey-prompt`, in the same directory.
  static let prompter = String(worker.dropLast("StoreWorker".count)) + "latchkey-prompt"

  /// Copies `StoreWorker` to a path, where it is a program of that name.
  ///
  /// Another process copies it. Otherwise a process that another test starts meanwhile would hold
  /// the file open for writing, and then it does not start.
  func putWorker(at path: String) throws {
    var copy = self
    copy.executable = "/bin/cp"
    _ = try copy.run([Self.worker, path])
  }

  var environment: [String: String]
  /// The program to run: the built `security` unless another is set.
  var executable = path

  /// Makes a program whose store and home are this directory.
  init(home: String) {
    environment = ["LATCHKEY_HOME": home, "HOME": home, "TZ": "UTC", "PATH": "/usr/bin:/bin"]
  }

  /// Runs the program to its end, with standard input and more descriptors from bytes.
  ///
  /// - Parameter isPiped: true if standard input is a pipe, as in a shell, instead of a file.
  func run(
    _ arguments: [String], input: [UInt8] = [], descriptors: [Int32: [UInt8]] = [:],
    isPiped: Bool = false
  ) throws -> Result {
    let folder = try TemporaryFolder()
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    var files = descriptors
    var pipe: Int32 = -1
    if isPiped, files[0] == nil {
      // This end is closed once the program has opened its own.
      let path = "\(folder.path)/pipe"
      pipe = try Self.pipe(at: path, holding: input)
      unsafe posix_spawn_file_actions_addopen(&actions, 0, path, O_RDONLY, 0)
    } else if files[0] == nil {
      files[0] = input
    }
    defer { if pipe >= 0 { close(pipe) } }
    for (number, bytes) in files {
      let path = "\(folder.path)/in\(number)"
      try Files.write(bytes, to: path)
      unsafe posix_spawn_file_actions_addopen(&actions, number, path, O_RDONLY, 0)
    }
    for number: Int32 in [1, 2] {
      let path = "\(folder.path)/out\(number)"
      unsafe posix_spawn_file_actions_addopen(
        &actions, number, path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    }
    let process = try unsafe start(arguments, &actions)
    if pipe >= 0 {
      close(pipe)
      pipe = -1
    }
    return Result(
      status: try Self.wait(for: process),
      output: String(decoding: try Files.read("\(folder.path)/out1"), as: UTF8.self),
      error: String(decoding: try Files.read("\(folder.path)/out2"), as: UTF8.self))
  }

  /// Makes a named pipe that holds all of the bytes.
  private static func pipe(at path: String, holding bytes: [UInt8]) throws -> Int32 {
    guard unsafe mkfifo(path, 0o600) == 0 else { throw Failure(text: "no pipe: \(errno)") }
    let pipe = unsafe open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
    guard pipe >= 0 else { throw Failure(text: "no pipe: \(errno)") }
    // F_SETPIPE_SZ, to the most that users may ask for. These tests need no larger pipe.
    _ = fcntl(pipe, 1031, 1 << 20)
    guard unsafe write(pipe, bytes, bytes.count) == bytes.count else {
      close(pipe)
      throw Failure(text: "\(bytes.count) bytes do not fit into a pipe")
    }
    return pipe
  }

  /// Starts the program as the leader of a new session.
  ///
  /// It cannot reach the terminal on which the tests run. The first terminal that it opens becomes
  /// its own.
  func start(_ arguments: [String], _ actions: inout posix_spawn_file_actions_t) throws -> pid_t {
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    unsafe posix_spawnattr_setflags(&attributes, Self.freshStart)
    let words = unsafe ([executable] + arguments).map { unsafe strdup($0) }
    let settings = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") }
    defer { unsafe (words + settings).forEach { unsafe free($0) } }
    var process: pid_t = 0
    let status = unsafe posix_spawn(
      &process, executable, &actions, &attributes, words + [nil], settings + [nil])
    guard status == 0 else { throw Failure(text: "\(executable) does not start: \(status)") }
    return process
  }

  /// Returns the exit status, or 128 plus the signal's number if a signal ended the process.
  static func wait(for process: pid_t) throws -> Int32 {
    var status: Int32 = 0
    if Patience.wait(until: { unsafe waitpid(process, &status, WNOHANG) == process }) {
      let signal = status & 0x7F
      return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }
    kill(process, SIGKILL)
    unsafe waitpid(process, &status, 0)
    throw Failure(text: "still running after \(Patience.limit)")
  }
}
