// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainTypes

/// Adds in 16 threads, compared with raw SQLite that puts 16 items into one commit.
enum ThreadRows {
  private static let threads = 16

  static func measure(_ fixture: Fixture, _ run: Run) throws {
    let each = run.isSmoke ? 2 : 64
    let rounds = run.isSmoke ? 1 : 10
    let writer = try RawWriter(fixture.rawPath)
    var ours: Int64 = 0
    var raw: Int64 = 0
    // The first round only warms up.
    for round in 0...rounds {
      let tookOurs = try addInThreads(to: fixture, each: each)
      let tookRaw = try nanoseconds { for _ in 0..<each { try writer.add(threads) } }
      try writer.removeAdded()
      guard round > 0 else { continue }
      (ours, raw) = (ours + tookOurs, raw + tookRaw)
    }
    let count = Double(rounds * each * threads)
    func rate(_ taken: Int64) -> [String] {
      [Text.decimal(count / Double(taken) * 1e9, 0) + "/s", "", ""]
    }
    var line = Line("add/threads", "\(threads) writing threads", fixture.items)
    line.ours = Line.Cell("engine", rate(ours))
    line.other = Line.Cell("raw, \(threads) in one commit", rate(raw))
    line.value = Double(raw) / Double(ours)
    run.table.add(line)
  }

  private static func addInThreads(to fixture: Fixture, each: Int) throws -> Int64 {
    let session = fixture.session
    let first = fixture.items
    let took = try inThreads(threads) { thread in
      for round in 0..<each {
        _ = try session.add(Fixture.reading(Names.item(first + thread * each + round)))
      }
    }
    for index in 0..<threads * each { try fixture.delete(first + index) }
    return took
  }
}
