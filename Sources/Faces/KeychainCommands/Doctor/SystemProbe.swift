// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import KeychainComposition
import KeychainExplaining
import KeychainTypes
import SecureMemory

/// Collects facts about the process and its environment, from which `doctor` makes its checks.
enum SystemProbe {
  /// The largest number of failed calls that `doctor` shows.
  private static let told = 10
  /// The number of bytes that `doctor` reads from the end of a trace file: 8 MiB.
  private static let mostBytes = 8 << 20

  /// A sentence with the reason why `doctor` can read no trace file; nil if it can read the file.
  static var noTrace: String? {
    guard let path = ProcessVariable.value(of: "LATCHKEY_TRACE"), !path.isEmpty else {
      return "LATCHKEY_TRACE is not set"
    }
    if path.first != "/" { return "LATCHKEY_TRACE is not an absolute path" }
    if path.contains("%p") { return "LATCHKEY_TRACE names a file for each process: name one file" }
    do throws(RecordFile.Refusal) {
      _ = try RecordFile.open(path)
      return nil
    } catch {
      return "\(Wording.visible(path)) \(error.reason)"
    }
  }

  /// Examines the process and its environment, and stores the facts in `facts`.
  ///
  /// - Returns: The recorded calls in the file that `LATCHKEY_TRACE` names, the newest last. Empty
  ///   if the variable names no file, or a separate file for each process (`%p`).
  static func look(_ facts: inout HealthFacts) -> [TraceFileReader.Call] {
    if let socket = ProcessVariable.value(of: "LATCHKEY_SOCKET") {
      facts.daemon = HealthFacts.Daemon(path: socket, refusal: "there is no daemon yet")
    }
    facts.variables = variables()
    for mistake in TraceSwitches({ ProcessVariable.value(of: $0) }).mistakes {
      facts.misunderstood[mistake.name] = mistake.expected
    }
    if case .failure = ProfileChoice.named(by: ProcessVariable.value(of: "LATCHKEY_PROFILE")) {
      facts.misunderstood["LATCHKEY_PROFILE"] = "dataProtection, ios, quirks or macos"
    }
    let registry = ProcessVariable.value(of: "LATCHKEY_REGISTRY") ?? ""
    if !["", "on", "off"].contains(registry) {
      facts.misunderstood["LATCHKEY_REGISTRY"] = "on or off"
    }
    facts.memory = memory()
    facts.settingsMistakes = Settings.ofThisProcess.mistakes.map {
      "\($0.path): line \($0.line): \($0.text)"
    }
    guard let path = ProcessVariable.value(of: "LATCHKEY_TRACE"), path.first == "/",
      !path.contains("%p")
    else {
      if Settings.ofThisProcess.keepsFailures, let kept = LastFailures.path {
        facts.keptFailures = failures(in: calls(of: tail(of: kept).bytes))
      }
      return []
    }
    let content = tail(of: path)
    let calls = calls(of: content.bytes)
    facts.trace = HealthFacts.Trace(
      path: path, bytes: content.size,
      showsValues: ProcessVariable.value(of: "LATCHKEY_TRACE_VALUES") == "attributes",
      failures: failures(in: calls))
    return calls
  }

  private static func calls(of content: Data) -> [TraceFileReader.Call] {
    var reader = TraceFileReader()
    reader.read(String(decoding: content, as: UTF8.self).split(separator: "\n"))
    return reader.calls
  }

  private static func failures(in calls: [TraceFileReader.Call]) -> [String] {
    calls.filter { $0.status != 0 }.suffix(told).reversed().map { call in
      ([call.function, "\(call.status)"] + call.codes.map { "\($0)" }).joined(separator: " ")
    }
  }

  /// The effect of each environment variable of Latchkey, by the name of the variable.
  ///
  /// `doctor` reports a variable as a mistake if its name begins with `LATCHKEY_` and is not in
  /// this list.
  private static let effects: [String: String] = [
    "LATCHKEY_HOME": "says where the store is", "LATCHKEY_PROFILE": "changes the rules of calls",
    "LATCHKEY_SOCKET": "asks for a daemon", "LATCHKEY_EXPLAIN": "reports failed calls",
    "LATCHKEY_EXPLAIN_LEVEL": "says which findings are reported",
    "LATCHKEY_EXPLAIN_AS": "names the program that is explained",
    "LATCHKEY_TRACE": "writes every call into a file",
    "LATCHKEY_TRACE_VALUES": "writes values of attributes into it",
    "LATCHKEY_REGISTRY": "says whether programs are remembered",
    "LATCHKEY_INTERACTION": "says whether people are asked",
    "LATCHKEY_PROMPT_HELPER": "names the program that asks the account",
    "LATCHKEY_PROMPT_TIMEOUT": "says how long a prompt waits",
    "LATCHKEY_PINENTRY": "names the program that asks for passcodes",
    "LATCHKEY_ALLOW_NETWORK_FS": "allows stores on network file systems",
    "LATCHKEY_PAM_DIRECTORY": "says where the account's rules are",
  ]

  private static func variables() -> [(name: String, value: String, effect: String?)] {
    guard ProcessVariable.areBelieved else { return [] }
    return ProcessInfo.processInfo.environment.filter { $0.key.hasPrefix("LATCHKEY_") }
      .sorted { $0.key < $1.key }
      .map { (Wording.visible($0.key), $0.value, effects[$0.key]) }
  }

  private static func memory() -> HealthFacts.Memory {
    var memory = HealthFacts.Memory()
    var limit = rlimit()
    let asked = unsafe getrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &limit)
    if asked == 0, limit.rlim_cur != ~0 { memory.lockable = UInt64(limit.rlim_cur) }
    memory.weakness = SecretBytes.memoryWeakness
    memory.hasSwap = lines(of: "/proc/swaps").count > 1
    memory.traceScope = lines(of: "/proc/sys/kernel/yama/ptrace_scope").first.flatMap { Int($0) }
    return memory
  }

  private static func lines(of path: String) -> [Substring] {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map { Substring($0) }
  }

  private static func tail(of path: String) -> (bytes: Data, size: Int64) {
    guard let handle = try? RecordFile.open(path) else { return (Data(), 0) }
    defer { try? handle.close() }
    let size = (try? handle.seekToEnd()) ?? 0
    try? handle.seek(toOffset: size > UInt64(mostBytes) ? size - UInt64(mostBytes) : 0)
    return ((try? handle.readToEnd()) ?? Data(), Int64(clamping: size))
  }
}
