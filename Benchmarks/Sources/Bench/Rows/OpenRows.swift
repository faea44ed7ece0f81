// SPDX-License-Identifier: Apache-2.0
import KeychainEngine

/// Opening and the first lookup in a new process, and its resident memory afterwards.
enum OpenRows {
  static func measure(_ fixture: Fixture, _ run: Run) throws {
    let slot = fixture.slot(1).map { String($0) }.joined(separator: ",")
    var peaks: [Double] = []
    func part(_ name: String, _ word: String) throws -> (Int64, Double) {
      let output = try Spawned.run([run.program, "part", name, fixture.directory, word], [:])
      let numbers = output.split(whereSeparator: \.isWhitespace).compactMap { Int64($0) }
      guard numbers.count == 2 else { throw BenchError(what: "no numbers from the part \(name)") }
      return (numbers[0], Double(numbers[1]) / 1_024)
    }
    var ours: [Int64] = []
    var raw: [Int64] = []
    for round in 0..<run.samples {
      for side in round.isMultiple(of: 2) ? [0, 1] : [1, 0] {
        if side == 0 {
          let (took, peak) = try part("open", "1")
          ours.append(took)
          peaks.append(peak)
        } else {
          raw.append(try part("open-raw", slot).0)
        }
      }
    }
    let (samples, rawSamples) = (Samples(ours), Samples(raw))
    var line = Line(
      "open/time", "open and first lookup, new process", fixture.items, ("engine", samples),
      ("raw SQLite + libcrypto", rawSamples))
    (line.value, line.unit) = (samples.typical / 1_000_000, "ms")
    run.table.add(line)
    run.table.add(
      Line(
        "open/raw", "the same", fixture.items, ("engine", samples),
        ("raw SQLite + libcrypto", rawSamples)))
    var resident = Line("open/resident", "resident after it, at most", fixture.items)
    resident.ours = Line.Cell("engine, whole process", ["", "", ""])
    (resident.value, resident.unit) = (peaks.max(), "MiB")
    run.table.add(resident)
  }

  /// Measures gnome-keyring from its start to its first answer, and its resident memory.
  ///
  /// The collection is unlocked as on a machine without a screen.
  static func measureKeyring(_ fixture: Fixture, _ keyring: Keyring, _ run: Run) throws {
    var taken: [Int64] = []
    for round in 0..<(run.isSmoke ? 1 : 10) {
      try keyring.stop()
      taken.append(
        try nanoseconds {
          try keyring.start()
          _ = try keyring.ask("get", Names.scattered(round, fixture.items))
        })
    }
    var line = Line("open/keyring", "start and first lookup", fixture.items)
    line.other = Line.Cell("gnome-keyring, its bus", Samples(taken))
    run.table.add(line)
    var resident = Line("open/keyring-resident", "resident after it, at most", fixture.items)
    resident.other = Line.Cell("gnome-keyring, its bus", ["", "", ""])
    resident.value = Double(ProcessFacts(keyring.process).residentPeak) / 1_024
    resident.unit = "MiB"
    run.table.add(resident)
  }

  /// Runs in the new process and prints nanoseconds and kilobytes.
  static func part(_ name: String, _ directory: String, _ word: String) throws {
    let took: Int64
    // Both sides close their store after the clock has stopped.
    var session: Session?
    var reader: RawReader?
    if name == "open" {
      guard let index = Int(word) else { throw BenchError(what: "no item") }
      took = try nanoseconds {
        let opened = try Fixture.open(directory)
        try Fixture.copy(index, from: opened)
        session = opened
      }
    } else {
      let slot = word.split(separator: ",").compactMap { UInt8($0) }
      let values = [Names.service(1), Names.account(1), "group"].map { Array($0.utf8) }
      let question = RawReader.Question(
        slot: slot, values: Array(values.prefix(EngineWork.codesOfCopy)))
      took = try nanoseconds {
        let opened = try RawReader(Fixture.rawPath(directory))
        try opened.copy(question)
        reader = opened
      }
    }
    print(took, ProcessFacts().residentPeak)
    withExtendedLifetime((session, reader)) {}
  }
}
