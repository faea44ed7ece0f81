// SPDX-License-Identifier: Apache-2.0
import CLatchkeySystemd  // its headers define timespec in this target
import Glibc
import SecureMemory

/// The key agent: `latchkey-prompt --hold-keys` (Decisions/key-agent.md).
///
/// A process whose keys the kernel does not take starts the program. The program opens the user's
/// socket, starts itself again in a session of its own (setsid(2)), and ends. So the agent has no
/// parent that would have to wait for it, and no terminal that could end it.
///
/// The agent holds wrapped keys, which reveal nothing without the store or the keychain file. The
/// agent ends when it has held no key for five seconds, also if it was asked for keys meanwhile.
struct KeyAgentProgram {
  static let option = "--hold-keys"
  private static let serving = "serve"

  /// The greatest size of a wrapped key.
  private static let sizeLimit = 512  // bytes
  /// The time without a key after which the agent ends.
  private static let idleLimit = 5_000  // milliseconds
  /// The longest time for which the agent waits before it looks for expired keys again.
  ///
  /// The limit is necessary because keys also expire while the machine sleeps, but a wait does not
  /// count the time asleep. Without the limit, expired keys might stay for long after a sleep.
  private static let longestWait = 30_000  // milliseconds

  /// Starts the agent in another process, or runs the agent in this process.
  ///
  /// - Parameters:
  ///   - program: the absolute path of this program.
  ///   - arguments: the arguments after the option `--hold-keys`. An empty array starts the agent
  ///     in a process of its own; with `serve`, this process is the agent.
  /// - Returns: the exit status. Without arguments: 0 if an agent was started or runs already, 1 if
  ///   no agent can be started. With `serve`: 0 after this process has ended its work as the agent.
  ///   Nil if the arguments are wrong, or if `serve` has no listening socket as standard input.
  static func run(_ program: String, _ arguments: [String]) -> Int32? {
    switch arguments {
    case []:
      guard let listener = KeyAgent.Listener() else { return KeyAgent.isThere ? 0 : 1 }
      return program.hasPrefix("/") && listener.hand(to: [program, option, serving]) ? 0 : 1
    case [serving]:
      guard let listener = KeyAgent.Listener(standardInput: ()) else { return nil }
      var agent = KeyAgentProgram()
      agent.serve(listener)
      return 0
    default: return nil
    }
  }

  /// A wrapped key that the agent holds under a name.
  private struct Entry {
    let name: KeyAgent.Name
    let bytes: SecretBytes
    /// The moment when the entry expires, in microseconds since boot.
    ///
    /// Nil if the entry does not expire.
    let end: Int64?
  }

  private var entries: [Entry] = []
  /// The moment since which the agent holds no key, in microseconds since boot.
  ///
  /// Nil if the agent holds a key.
  private var emptySince: Int64?

  private mutating func serve(_ listener: borrowing KeyAgent.Listener) {
    while true {
      let wait = forgetExpired()
      guard wait > 0 else { return }
      _ = listener.serve(for: wait) { request in answer(request) }
    }
  }

  /// The microseconds since the machine started, including the time for which it slept.
  private static func sinceBoot() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
  }

  /// Forgets the keys that have expired, and returns the milliseconds for which the agent may wait
  /// for a request; 0 if the agent has to end.
  private mutating func forgetExpired() -> Int {
    let now = Self.sinceBoot()
    entries.removeAll { $0.end.map { $0 <= now } ?? false }
    guard !entries.isEmpty else {
      let since = emptySince ?? now
      emptySince = since
      return max(0, Self.idleLimit - Int(clamping: (now - since) / 1_000))
    }
    emptySince = nil
    let next = entries.compactMap(\.end).min().map { Int(clamping: ($0 - now) / 1_000) + 1 }
    return min(next ?? Self.longestWait, Self.longestWait)
  }

  private mutating func answer(_ request: KeyAgent.Request) -> (KeyAgent.Answer, SecretBytes) {
    let nothing = SecretBytes(copying: [])
    _ = forgetExpired()
    switch request {
    case .put(let name, let bytes, let seconds):
      entries.removeAll { $0.name == name }
      guard entries.count < KeyAgent.countLimit, bytes.count <= Self.sizeLimit else {
        return (.refused, nothing)
      }
      let end = seconds.map { Self.sinceBoot() + Int64($0) * 1_000_000 }
      entries.append(Entry(name: name, bytes: bytes, end: end))
      return (.done, nothing)
    case .get(let name):
      guard let entry = entries.first(where: { $0.name == name }) else { return (.absent, nothing) }
      return (.done, entry.bytes)
    case .drop(let name):
      entries.removeAll { $0.name == name }
      return (.done, nothing)
    case .names(let prefix):
      var names: [UInt8] = []
      for entry in entries where entry.name.bytes.starts(with: prefix.bytes) {
        guard names.count + entry.name.bytes.count + 2 <= KeyAgent.Answer.longest else { break }
        names += entry.name.bytes + [0]
      }
      return (.done, SecretBytes(copying: names))
    }
  }
}
