// SPDX-License-Identifier: Apache-2.0

/// Durable adds.
///
/// Added items are deleted again outside of the measured time, so that a store keeps its size.
enum AddRows {
  static func measure(_ fixture: Fixture, few: Fixture, _ run: Run) throws {
    let items = fixture.items
    let writer = try RawWriter(fixture.rawPath)
    let raw = Side(run: { _ in try writer.add() }, after: { _ in try writer.removeAdded() })
    let (ours, commit) = try alternate(run.samples, adding(to: fixture), raw)
    run.table.add(
      Line("add/raw", "durable add", items, ("engine", ours), ("raw commit, same bytes", commit)))

    let sealing = Side(
      run: { _ in try writer.addWithCryptography() }, after: { _ in try writer.removeAdded() })
    let (again, sealed) = try alternate(run.samples, adding(to: fixture), sealing)
    run.table.add(
      Line(
        "add/cryptography", "durable add", items, ("engine", again),
        ("raw commit + libcrypto", sealed)))

    if few !== fixture {
      let (many, atFew) = try alternate(run.samples, adding(to: fixture), adding(to: few))
      run.table.add(
        Line(
          "add/sizes", "the same, beside few items", items, ("engine", many),
          ("engine, \(few.items) items", atFew)))
    }
  }

  private static func adding(to fixture: Fixture) -> Side {
    Side(
      run: { try fixture.add(fixture.items + $0) },
      after: { try fixture.delete(fixture.items + $0) })
  }

  /// Measures the bytes handed to write calls, checkpoints included.
  ///
  /// The row comes last for a store, because it leaves the store larger.
  static func measureBytes(_ fixture: Fixture, _ run: Run) throws {
    let writer = try RawWriter(fixture.rawPath)
    let facts = ProcessFacts()
    func each(_ add: (Int) throws -> Void) throws -> Double {
      let before = facts.bytesWritten
      for round in 0..<run.samples { try add(round) }
      return Double(facts.bytesWritten - before) / Double(run.samples) / 1_000
    }
    let ours = try each { try fixture.add(fixture.items + $0) }
    let raw = try each { _ in try writer.add() }
    var line = Line("add/bytes", "bytes written per add", fixture.items)
    line.ours = Line.Cell("engine", ["\(Text.short(ours)) kB", "", ""])
    line.other = Line.Cell("raw commit, same bytes", ["\(Text.short(raw)) kB", "", ""])
    (line.value, line.unit) = (ours, "kB")
    run.table.add(line)
  }

  /// Compares adds with gnome-keyring, which rewrites its file.
  ///
  /// Large files get fewer samples.
  static func measureKeyring(_ fixture: Fixture, _ keyring: Keyring, _ run: Run) throws {
    let samples = fixture.items < 1_000 ? run.samples : min(run.samples, 20)
    var reported: [Int64] = []
    let writing = ProcessFacts(keyring.process)
    let before = writing.bytesWritten
    let peer = Side { reported.append(try keyring.ask("add", fixture.items + $0)) }
    let (ours, _) = try alternate(samples, adding(to: fixture), peer)
    let changes = Double(2 * reported.count)
    let bytes = Double(writing.bytesWritten - before) / changes / 1_000
    run.table.add(
      Line(
        "add/keyring", "durable add", fixture.items, ("engine", ours),
        ("gnome-keyring, its bus", Samples(Array(reported.suffix(samples))))))
    var line = Line("add/keyring-bytes", "bytes written per change", fixture.items)
    line.other = Line.Cell("gnome-keyring, its bus", ["\(Text.short(bytes)) kB", "", ""])
    run.table.add(line)
  }
}
