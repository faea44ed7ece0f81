// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainTypes

/// Copies of one secret by its primary key, in the engine.
enum CopyRows {
  static func measure(_ fixture: Fixture, few: Fixture, _ run: Run) throws {
    let items = fixture.items
    let reader = try RawReader(fixture.rawPath)
    let rounds = roundsIncludingWarmUp(run.samples)
    let engine = copying(fixture.queries(rounds), from: fixture.session)
    let questions = fixture.rawQueries(rounds)
    let raw = Side { try reader.copy(questions[$0]) }
    let (ours, plain) = try alternate(run.samples, engine, raw)
    run.table.add(
      Line(
        "copy/raw", "copy by primary key", items, ("engine", ours),
        ("raw SQLite + libcrypto", plain)))

    if few !== fixture {
      let (many, atFew) = try alternate(
        run.samples, engine, copying(few.queries(rounds), from: few.session))
      run.table.add(
        Line(
          "copy/sizes", "the same, beside few items", items, ("engine", many),
          ("engine, \(few.items) items", atFew)))
    }
    let groups = copying(fixture.queries(rounds), from: fixture.sessionOfEightGroups())
    let (ofEight, ofOne) = try alternate(run.samples, groups, engine)
    run.table.add(
      Line(
        "copy/groups", "the same, caller with 8 groups", items, ("engine, 8 groups", ofEight),
        ("engine, 1 group", ofOne)))
  }

  private static func copying(_ queries: [Query], from session: Session) -> Side {
    Side { try Fixture.copy(queries[$0], from: session) }
  }

  /// Compares copies with gnome-keyring through its own bus.
  static func measureKeyring(_ fixture: Fixture, _ keyring: Keyring, _ run: Run) throws {
    var reported: [Int64] = []
    let peer = Side { reported.append(try keyring.ask("get", Names.scattered($0, fixture.items))) }
    let samples = run.samples
    let queries = fixture.queries(roundsIncludingWarmUp(samples))
    let (ours, _) = try alternate(samples, copying(queries, from: fixture.session), peer)
    // The client's own times around the calls of the bus leave out our pipe to the client.
    run.table.add(
      Line(
        "copy/keyring", "copy by primary key", fixture.items, ("engine", ours),
        ("gnome-keyring, its bus", Samples(Array(reported.suffix(samples))))))
  }
}
