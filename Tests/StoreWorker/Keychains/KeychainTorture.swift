// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes
import TestPatience

/// `StoreWorker keychain-torture DIRECTORY SEED ROUNDS SECONDS WRITERS [CHECKER]`: kills processes
/// that write one keychain file, and checks the file that they leave.
///
/// With one writer, the first rounds kill it at each of its acts. All other rounds kill the writers
/// at random moments.
/// CHECKER is the path of `keychain_tool.py`, the second reader. After a finding the run exits with
/// 1, and the file stays for inspection.
struct KeychainTorture {
  /// The acts at which single writers are killed: more than a change has.
  private static let acts = 60
  /// The rounds after which a new file is begun, because writers leave their items.
  private static let perFile = 20
  /// The longest life of a writer after its start, in microseconds.
  private static let longest = 60_000

  private let directory: String
  private let seed: UInt64
  private let writers: Int
  private let checker: String?
  private var random: TortureRandom
  private var place: TortureKeychain
  /// The items that must be there, by their names.
  private var items: [String: String] = [:]
  private var (kills, calls, files) = (0, 0, 0)

  static func run(_ arguments: [String]) -> Int32 {
    guard arguments.count >= 5, let seed = UInt64(arguments[1]), let rounds = Int(arguments[2]),
      let seconds = Int(arguments[3]), let writers = Int(arguments[4]), writers > 0
    else { return 2 }
    var torture = KeychainTorture(
      directory: arguments[0], seed: seed, writers: writers,
      checker: arguments.count > 5 ? arguments[5] : nil, random: TortureRandom(seed: seed),
      place: TortureKeychain(directory: arguments[0], isPartitioned: false))
    do throws(KeychainError) {
      if let finding = try torture.play(rounds, until: time(nil) + seconds) {
        print("keychain-torture: FINDING, seed \(seed), \(finding)\nthe file is in \(arguments[0])")
        return 1
      }
    } catch {
      print("keychain-torture: FINDING, seed \(seed), status \(error.code.rawValue): \(error)")
      return 1
    }
    print(
      "keychain-torture: \(torture.kills) kills of \(torture.files) files, \(torture.calls) calls"
        + " acknowledged, nothing lost; seed \(seed)")
    return 0
  }

  private init(
    directory: String, seed: UInt64, writers: Int, checker: String?, random: TortureRandom,
    place: TortureKeychain
  ) {
    (self.directory, self.seed, self.writers, self.checker) = (directory, seed, writers, checker)
    (self.random, self.place) = (random, place)
  }

  private mutating func play(
    _ rounds: Int, until end: Int
  ) throws(KeychainError) -> String? {
    for round in 0..<rounds where time(nil) < end {
      if round % Self.perFile == 0 { try renew() }
      let act = writers == 1 && round < Self.acts ? round : -1
      if let finding = try play(round, act) { return "round \(round): \(finding)" }
    }
    return nil
  }

  /// Begins with a new file.
  private mutating func renew() throws(KeychainError) {
    place = TortureKeychain(
      directory: directory + "/\(files)", isPartitioned: files.isMultiple(of: 2))
    files += 1
    items = [:]
    try place.create()
  }

  /// Starts the writers, kills them, and checks the file.
  private mutating func play(_ round: Int, _ act: Int) throws(KeychainError) -> String? {
    let count = act < 0 ? writers : 1
    let paths = (0..<count).map { directory + "/ledger-\(round)-\($0)" }
    let processes = paths.enumerated().map { writer, path in
      Self.spawn([
        "StoreWorker", "keychain-writer", place.directory, place.isPartitioned ? "200" : "100",
        path, Self.name(round, writer), "\(random.next() >> 1)", "\(act)",
      ])
    }
    defer { for path in paths { unsafe unlink(path) } }
    // One writer at work is enough: the others are killed on their way.
    let isWorking = Patience.wait { paths.contains { !TortureFiles.text($0).isEmpty } }
    if act < 0 { Patience.pause(.microseconds(random.below(Self.longest))) }
    for process in processes.compactMap({ $0 }) {
      if act < 0 { kill(process, SIGKILL) }
      if Self.wait(process) { kills += 1 }
    }
    guard isWorking else { return "no writer came to work" }
    return try judge(paths.map { TortureLedger(reading: $0, before: [:]) }, round)
  }

  /// The name of a writer, which begins the names of its items.
  private static func name(_ round: Int, _ writer: Int) -> String { "\(1000 * round + writer)" }

  /// Compares the file with the notes of the writers, whose items have names of their own.
  private mutating func judge(
    _ ledgers: [TortureLedger], _ round: Int
  ) throws(KeychainError) -> String? {
    if let refusal = ledgers.compactMap(\.refusal).first { return "a writer was told \(refusal)" }
    calls += ledgers.reduce(0) { $0 + $1.calls }
    let found = try place.items()
    var left = found
    for (name, value) in items {
      guard left.removeValue(forKey: name) == value else { return "\(name) of before is lost" }
    }
    for (writer, ledger) in ledgers.enumerated() {
      let own = left.filter { $0.key.hasPrefix("w\(Self.name(round, writer)).") }
      guard ledger.allowed.contains(own) else {
        return "\(own.keys.sorted()) are there, and not \(ledger.allowed.map { $0.keys.sorted() })"
      }
      for name in own.keys { left[name] = nil }
    }
    guard left.isEmpty else { return "items that no writer has: \(left.keys.sorted())" }
    items = found
    if let fault = try place.fault() { return fault }
    return other()
  }

  /// Lets the second reader check the file; nil if the file is sound.
  private func other() -> String? {
    guard let checker else { return nil }
    var path = place.directory + "/work.keychain"
    if unsafe access(path, F_OK) != 0 { path += "-db" }
    let process = Self.spawn(
      ["python3", "-B", checker, "check", path, "--password", TortureKeychain.password],
      program: "/usr/bin/python3")
    guard let process else { return "no second reader" }
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status == 0 ? nil : "the second reader refuses the file"
  }

  /// Waits for the end of a process, and returns true if SIGKILL ended it.
  private static func wait(_ process: pid_t) -> Bool {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == SIGKILL
  }

  private static func spawn(_ words: [String], program: String = "/proc/self/exe") -> pid_t? {
    var process: pid_t = 0
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    // The second reader prints a line for each sound file.
    unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    let answer = unsafe posix_spawn(&process, program, &actions, nil, &arguments, environ)
    return answer == 0 ? process : nil
  }
}
