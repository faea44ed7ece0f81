// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import KeychainEngine
import KeychainTypes
import TestPatience

/// `many API PROCESSES THREADS MILLISECONDS SEED`: runs many processes and threads on one new
/// store.
///
/// The store is in LATCHKEY_HOME, and does not exist yet. API is `engine` or `secitem`. Exits with
/// 0 if `ManyVerdict` can explain every result, the store is clean, and all processes ended in
/// time.
enum ManyTask {
  static func run(_ arguments: [String]) -> Int32 {
    let numbers = arguments.dropFirst().compactMap { Int($0) }
    guard let api = arguments.first, ManyCalls.named(api) != nil, numbers.count == 4,
      let home = ProcessInfo.processInfo.environment["LATCHKEY_HOME"]
    else { return 2 }
    let (count, time) = (numbers[0], numbers[2])
    print("many \(arguments.joined(separator: " "))")
    let folder = home + "-records"
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // A start time at which every process is ready.
    let start = ManyRecord.now() + Int64(100_000 + 40_000 * count)
    let processes = (0..<count).compactMap { number in
      try? Process.run(
        URL(fileURLWithPath: "/proc/self/exe"),
        arguments: ["many-one", api, "\(number)", "\(start)", folder] + arguments.dropFirst(2))
    }
    let end = start + Int64(time) * 1_000
    guard processes.count == count, isOver(processes, before: end + 60_000_000) else {
      for process in processes where process.isRunning { kill(process.processIdentifier, SIGKILL) }
      print("not over in time")
      return 1
    }
    guard processes.allSatisfy({ $0.terminationStatus == 0 }) else { return 1 }
    return judge(folder, api)
  }

  private static func isOver(_ processes: [Process], before end: Int64) -> Bool {
    let limit = Duration.microseconds(end - ManyRecord.now())
    return Patience.wait(within: limit) { !processes.contains(where: \.isRunning) }
  }

  private static func judge(_ folder: String, _ api: String) -> Int32 {
    var records: [ManyRecord] = []
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      let text = (try? String(contentsOfFile: folder + "/" + name, encoding: .utf8)) ?? ""
      records += text.split(separator: "\n").compactMap { ManyRecord(line: $0) }
    }
    guard let content = content(), Items.isClean() else { return 1 }
    let verdict = ManyVerdict(records, content: content)
    for finding in verdict.findings.prefix(20) { print(finding) }
    let calls = records.filter { $0.act != .final }
    let writes = calls.filter { $0.act != .read && $0.status == 0 }
    let busy = calls.count { $0.status == -25291 }
    print(
      "\(calls.count) calls, \(writes.count) changes, \(busy) busy, longest read "
        + "\(longest(calls.filter { $0.act == .read })) ms, longest write "
        + "\(longest(calls.filter { $0.act != .read })) ms, \(content.count) items, "
        + "\(verdict.findings.count) findings")
    let start = records.filter { $0.act != .final }.map(\.began).min() ?? 0
    for call in calls.sorted(by: { $0.ended - $0.began > $1.ended - $1.began }).prefix(3) {
      print(
        "\((call.ended - call.began) / 1_000) ms: \(call.act) of \(call.account), \(call.status),"
          + " begun after \((call.began - start) / 1_000) ms")
    }
    return verdict.findings.isEmpty && !writes.isEmpty ? 0 : 1
  }

  private static func longest(_ calls: [ManyRecord]) -> Int64 {
    calls.map { ($0.ended - $0.began) / 1_000 }.max() ?? 0
  }

  /// The comments of all items, by account.
  private static func content() -> [String: String]? {
    let owner = Caller(identifier: "many", groups: [], seesAllGroups: true)
    guard let items = try? EmbeddedEngine.session(as: owner).listItems([.genericPassword]) else {
      return nil
    }
    var content: [String: String] = [:]
    for item in items {
      guard case .text(let account)? = item.attributes[.account],
        case .text(let comment)? = item.attributes[.comment],
        content.updateValue(comment, forKey: account) == nil
      else { return nil }
    }
    return content
  }

  /// `many-one API NUMBER START FOLDER THREADS MILLISECONDS SEED`: one of the processes of `many`.
  static func runOne(_ arguments: [String]) -> Int32 {
    guard arguments.count == 7, let calls = ManyCalls.named(arguments[0]),
      let number = Int(arguments[1]), let start = Int64(arguments[2]),
      let count = Int(arguments[4]), let time = Int64(arguments[5]),
      let seed = UInt64(arguments[6])
    else { return 2 }
    let folder = arguments[3]
    Patience.waitOrExit(for: "the common start") { ManyRecord.now() >= start }
    let threads = (0..<count).map { thread in
      Threads.start {
        var work = ManyThread(process: number, thread: thread, seed: seed, calls: calls)
        work.run(until: start + time * 1_000)
        let text = work.records.map(\.line).joined(separator: "\n")
        try? text.write(
          toFile: "\(folder)/\(number).\(thread)", atomically: true, encoding: .utf8)
      }
    }
    for thread in threads { Threads.join(thread) }
    return 0
  }
}
