// SPDX-License-Identifier: Apache-2.0
import KeychainEngine

/// Durable add, and what it writes.
enum AddBench {
  static func run(_ fixtures: [Fixture], samples: Int) throws {
    Report.head("durable add")
    for fixture in fixtures {
      let (ours, raw) = try alternate(
        samples, warmUp: samples / 10, { _ in try fixture.addNext() },
        { _ in try fixture.raw.add() })
      Report.line("at \(fixture.items) items, engine : raw commit", ours, raw, bar: 1.3)
    }
    if let few = fixtures.first, let many = fixtures.last, few !== many {
      let (toMany, toFew) = try alternate(
        samples, warmUp: samples / 10, { _ in try many.addNext() }, { _ in try few.addNext() })
      Report.line("engine, at \(many.items) : \(few.items) items", toMany, toFew, bar: 1.5)
    }
    for fixture in fixtures {
      let before = bytesWritten()
      for _ in 0..<samples { try fixture.addNext() }
      let each = Double(bytesWritten() - before) / Double(samples) / 1_000
      Report.value("written per add at \(fixture.items) items", each, "kB", bar: 16)
    }
  }
}
