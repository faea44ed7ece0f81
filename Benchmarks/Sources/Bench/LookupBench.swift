// SPDX-License-Identifier: Apache-2.0
import KeychainEngine

/// Copy of one secret by primary key, one access group.
enum LookupBench {
  static func run(_ fixtures: [Fixture], samples: Int) throws {
    Report.head("copy of one secret by primary key")
    for fixture in fixtures {
      let (ours, raw) = try alternate(
        samples, warmUp: samples / 10,
        { try Fixture.copy(scattered($0, fixture.items), from: fixture.session) },
        { try fixture.raw.copy(scattered($0, fixture.items)) })
      Report.line("\(fixture.items) items, engine : raw", ours, raw, bar: 1.5)
    }
    guard let few = fixtures.first, let many = fixtures.last, few !== many else { return }
    let (ofMany, ofFew) = try alternate(
      samples, warmUp: samples / 10,
      { try Fixture.copy(scattered($0, many.items), from: many.session) },
      { try Fixture.copy(scattered($0, few.items), from: few.session) })
    Report.line("engine, \(many.items) : \(few.items) items", ofMany, ofFew, bar: 1.3)
  }

  /// A different item each time, far from the one before.
  private static func scattered(_ index: Int, _ count: Int) -> Int { index * 7_919 % count }
}
