// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keybag
import KeychainEngine
import KeychainTypes
import TestPatience

/// `StoreWorker torture DIRECTORY SEED ROUNDS SECONDS WRITERS [ARCHIVE [KIND...]]`: kills writing
/// processes at random moments, and checks the stores that they leave.
///
/// It ends after ROUNDS rounds or SECONDS seconds. After a finding it exits with 1, and the store
/// stays for inspection.
struct Torture {
  private let root: String
  private let seed: UInt64
  private let writers: Int
  private let archive: String?
  private let kinds: [TortureStore.Kind]
  private var random: TortureRandom
  private var kills: [TortureStore.Kind: Int] = [:]
  private var calls = 0
  /// The number of writers that had waited for the store as long as a writer does.
  private var busy = 0
  private var started = 0
  private var stores = 0
  /// The time of a writer from its start to its first acknowledged call, in microseconds.
  private var pace: [TortureStore.Kind: Int] = [:]
  /// The cap on a measured `pace`, in microseconds.
  ///
  /// Writers live up to six times their pace.
  private static let slowest = 300_000
  /// The pace of an owner in microseconds.
  ///
  /// Most of its calls stretch a passcode.
  private static let paceOfOwners = PasscodeCost.opensTestKeybags ? 30_000 : 150_000

  static func run(_ arguments: [String]) -> Int32 {
    guard arguments.count >= 5, let seed = UInt64(arguments[1]), let rounds = Int(arguments[2]),
      let seconds = Int(arguments[3]), let writers = Int(arguments[4]), writers > 0
    else { return 2 }
    let archive = arguments.count > 5 ? arguments[5] : nil
    var kinds = arguments.dropFirst(6).compactMap { TortureStore.Kind(rawValue: $0) }
    if kinds.isEmpty { kinds = TortureStore.Kind.allCases }
    if archive == nil { kinds.removeAll { $0 == .migration } }
    var torture = Torture(
      root: arguments[0], seed: seed, writers: writers, archive: archive, kinds: kinds,
      random: TortureRandom(seed: seed))
    return torture.run(rounds: rounds, seconds: seconds)
  }

  private mutating func run(rounds: Int, seconds: Int) -> Int32 {
    let deadline = time(nil) + seconds
    var round = 0
    var store: TortureStore?
    // A separate store for rounds with an owner, because it may be locked.
    var owned: TortureStore?
    while round < rounds, time(nil) < deadline {
      round += 1
      let kind = kinds[random.below(kinds.count)]
      do throws(KeychainError) {
        if round % 200 == 1 { try measure() }
        if kind == .passcode, owned == nil || random.below(100) == 0 {
          remove(owned)
          stores += 1
          owned = try TortureStore("\(root)/store-\(stores)")
        } else if kind == .creation || kind == .migration || store == nil
          || kind != .passcode && random.below(50) == 0
        {
          remove(store)
          stores += 1
          store = try TortureStore(
            "\(root)/store-\(stores)", archive: kind == .migration ? archive : nil)
        }
      } catch {
        return report("round \(round): the archive does not open: \(error)")
      }
      guard var current = kind == .passcode ? owned : store else { return 2 }
      if let finding = play(&current, kind, round) {
        return report("round \(round), \(kind): \(finding)\nthe store is \(current.directory)")
      }
      if kind == .passcode { owned = current } else { store = current }
    }
    remove(store)
    remove(owned)
    print("torture: \(counts) in \(round) rounds of \(writers), nothing lost; seed \(seed)")
    return 0
  }

  private func remove(_ store: TortureStore?) {
    guard let store else { return }
    store.owner.dropKeys()
    TortureFiles.remove(store.directory)
  }

  private var counts: String {
    let parts = kills.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { "\($0.value) \($0.key.rawValue)" }
    return "\(kills.values.reduce(0, +)) kills of \(started) started writers"
      + " (\(parts.joined(separator: ", "))), \(calls) calls acknowledged, \(busy) busy"
  }

  private func report(_ text: String) -> Int32 {
    print("torture: FINDING, seed \(seed), \(writers) writers, \(text)\nbefore: \(counts)")
    return 1
  }

  /// Plays one round: starts the writers, kills each of them, and checks the store.
  private mutating func play(
    _ store: inout TortureStore, _ kind: TortureStore.Kind, _ round: Int
  ) -> String? {
    let paths = (0..<writers).map { "\(root)/ledger-\($0)" }
    var processes: [pid_t] = []
    for (writer, path) in paths.enumerated() {
      unsafe unlink(path)
      let arguments = arguments(store, kind, writer, path)
      guard let process = Self.spawn(arguments) else { return "no process to be had" }
      processes.append(process)
    }
    started += writers
    guard Self.waits(paths, for: kind == .creation ? 1 : writers, "start") else {
      for process in processes {
        kill(process, SIGKILL)
        _ = Self.wait(process)
      }
      return "not every writer came to work"
    }
    let together = random.below(2) == 0
    let moments = moments(kind)
    var killed = [Bool](repeating: false, count: writers)
    var slept = 0
    for writer in (0..<writers).sorted(by: { moments[$0] < moments[$1] }) {
      let moment = together ? moments[0] : moments[writer]
      if moment > slept {
        Patience.pause(.microseconds(moment - slept))
        slept = moment
      }
      kill(processes[writer], SIGKILL)
      if !together { killed[writer] = Self.wait(processes[writer]) }
    }
    if together { for writer in 0..<writers { killed[writer] = Self.wait(processes[writer]) } }
    var ledgers: [Int: TortureLedger] = [:]
    for (writer, path) in paths.enumerated() {
      if kind == .passcode, writer == 0 {
        if let finding = judge(&store.owner, path, killed[0]) { return finding }
        continue
      }
      let ledger = TortureLedger(reading: path, before: store.items[writer] ?? [:])
      ledgers[writer] = ledger
      calls += ledger.calls
      busy += ledger.wasBusy ? 1 : 0
      if killed[writer], ledger.hasBegun { kills[kind, default: 0] += 1 }
    }
    return store.verify(ledgers)
  }

  /// Returns the arguments of a writer.
  ///
  /// The first writer of a store with a passcode is its owner.
  private mutating func arguments(
    _ store: TortureStore, _ kind: TortureStore.Kind, _ writer: Int, _ path: String
  ) -> [String] {
    guard kind == .passcode, writer == 0 else {
      return [
        "torture-writer", store.directory, path, "\(writer)", "\(random.next())",
        Self.rotation(kind),
      ]
    }
    return [
      "torture-owner", store.directory, path, "\(random.next())", writers == 1 ? "1" : "0",
      store.owner.state.passcode ?? "-",
    ]
  }

  /// Checks the store that a killed owner has left.
  private mutating func judge(
    _ owner: inout OwnerJudge, _ path: String, _ isKilled: Bool
  ) -> String? {
    let ledger = OwnerLedger(TortureFiles.text(path), before: owner.state)
    calls += ledger.calls
    busy += ledger.wasBusy ? 1 : 0
    if isKilled, ledger.hasBegun { kills[.passcode, default: 0] += 1 }
    return owner.verify(ledger, newFirst: random.below(2) == 0)
  }

  /// Returns the ROTATION argument: one call in so many is a rotation.
  private static func rotation(_ kind: TortureStore.Kind) -> String {
    switch kind {
    case .rotation: "3"
    case .passcode: "owned"
    case .work, .creation, .migration: "0"
    }
  }

  /// Returns when each writer is killed, in microseconds after the first of them, or all, had
  /// started working.
  ///
  /// Half of the rounds use the time of a first call: the store is still being made, migrated or
  /// opened then.
  private mutating func moments(_ kind: TortureStore.Kind) -> [Int] {
    let first = pace[kind] ?? (kind == .passcode ? Self.paceOfOwners : 20_000)
    let window = random.below(2) == 0 ? first : 6 * first
    return (0..<writers).map { _ in random.below(window) }
  }

  /// Measures the pace of one undisturbed writer of each kind, since a busy machine is slower.
  private mutating func measure() throws(KeychainError) {
    for kind in kinds.sorted(by: { $0.rawValue < $1.rawValue }) where kind != .passcode {
      let store = try TortureStore(
        "\(root)/pace", archive: kind == .migration ? archive : nil)
      defer { TortureFiles.remove(store.directory) }
      for isSecond in kind == .work || kind == .rotation ? [false, true] : [false] {
        let path = "\(root)/ledger-pace"
        unsafe unlink(path)
        let arguments = [
          "torture-writer", store.directory, path, "0", "\(isSecond ? 2 : 1)", Self.rotation(kind),
        ]
        guard let process = Self.spawn(arguments) else { continue }
        _ = Self.waits([path], for: 1, "start")
        let began = Self.now()
        // If the machine is too busy for an answer, the old pace stays: early kills are better than
        // no kills.
        if Self.waits([path], for: 1, "done") {
          pace[kind] = min(Self.now() - began, Self.slowest)
        }
        kill(process, SIGKILL)
        _ = Self.wait(process)
      }
    }
  }

  /// Waits until `count` ledgers have a line that begins with `word`.
  private static func waits(_ paths: [String], for count: Int, _ word: String) -> Bool {
    Patience.wait {
      let ready = paths.filter { path in
        TortureFiles.text(path).split(separator: "\n").contains { $0.hasPrefix(word) }
      }
      return ready.count >= count
    }
  }

  /// The time in microseconds, by the monotonic clock.
  static func now() -> Int {
    Int(Stopwatch.now / .microseconds(1))
  }

  /// Waits for the end of a process, and returns true if SIGKILL ended it.
  private static func wait(_ process: pid_t) -> Bool {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == SIGKILL
  }

  private static func spawn(_ arguments: [String]) -> pid_t? {
    var process: pid_t = 0
    var words = unsafe (["StoreWorker"] + arguments).map { unsafe strdup($0) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    let answer = unsafe posix_spawn(&process, "/proc/self/exe", nil, nil, &words, environ)
    return answer == 0 ? process : nil
  }
}
