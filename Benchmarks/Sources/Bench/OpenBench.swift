// SPDX-License-Identifier: Apache-2.0
import KeychainEngine

/// Open a store and look up one secret, in a process that has libcrypto already.
enum OpenBench {
  static func run(_ fixtures: [Fixture], samples: Int) throws {
    Report.head("open and first lookup")
    guard let few = fixtures.first, let many = fixtures.last else { return }
    let (ofMany, ofFew) = try alternate(
      samples, warmUp: 2,
      { _ in try Fixture.copy(1, from: Fixture.open(many.directory)) },
      { _ in try Fixture.copy(1, from: Fixture.open(few.directory)) })
    Report.line("engine, \(many.items) : \(few.items) items", ofMany, ofFew, bar: nil)
    Report.value("at \(many.items) items", ofMany.p50 / 1_000_000, "ms", bar: 3)
  }
}
