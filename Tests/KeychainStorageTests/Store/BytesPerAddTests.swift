// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainStorage
import KeychainTypes
import Testing

/// Tests how many bytes an add writes (Specification/design.md, "Speed and size": under 16 kB).
@Suite struct BytesPerAddTests {
  @Test func underTheBar() throws {
    let directory = TemporaryDirectory()
    let store = try Rows.store(in: directory)
    try Rows.add(to: store, (0..<2_000).map(Self.row))
    var logged = 0
    for number in 2_000..<2_100 {
      try store.checkpoint(truncating: true)
      try Rows.add(to: store, [Self.row(number)])
      logged += Files.log(of: store.path).count
    }
    #expect(logged / 100 < 16_000, "\(logged / 100) bytes")
  }

  /// Prints the numbers of Documentation/Decisions/page-size.md if LATCHKEY_MEASURE is set.
  @Test func measure() throws {
    guard let text = unsafe getenv("LATCHKEY_MEASURE") else { return }
    let items = Int(unsafe String(cString: text)) ?? 10_000
    for size in [512, 1024, 2048, 4096] {
      let directory = TemporaryDirectory()
      var options = StoreOptions()
      options.pageSize = size
      let store = try Rows.store(in: directory, options: options)
      var made = 0
      while made < items {
        let batch = min(1000, items - made)
        try Rows.add(to: store, (made..<made + batch).map(Self.row))
        made += batch
      }
      try store.checkpoint(truncating: true)
      var logged = 0
      var worst = 0
      var commits: [Int] = []
      for _ in 0..<200 {
        try store.checkpoint(truncating: true)
        made += 1
        try Rows.add(to: store, [Self.row(made)])
        let size = Files.log(of: store.path, pageSize: options.pageSize).count
        commits.append(size)
        logged += size
        worst = max(worst, size)
      }
      commits.sort()
      try store.checkpoint(truncating: true)
      print(
        "page \(size) items \(items): log bytes per add mean \(logged / 200), median"
          + " \(commits[100]), p99 \(commits[197]), worst \(worst);"
          + " file \(Files.size(store.path) / made) bytes an item")
    }
  }

  private static func row(_ number: Int) -> SealedRow {
    Rows.row(
      number: number, write: 0,
      values: [.service: number / 3, .account: number % 5000, .label: number / 2])
  }
}
