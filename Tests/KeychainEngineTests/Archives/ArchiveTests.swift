// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainEngine
import KeychainRows
import KeychainStorage
import KeychainTypes
import SecureMemory
import Testing

/// Tests that stores of every format open, are undamaged, and still have their content.
@Suite("archived stores")
struct ArchiveTests {
  @Test("the format and the keybag version that are written now have an archive")
  func complete() throws {
    let formats = try Archive.formats()
    #expect(formats.count == SchemaText.formatVersion)
    for (place, format) in formats.enumerated() {
      #expect(format == "format-\(place + 1)")
      #expect(try Archive(format, "closed").numbers["format"] == place + 1)
    }
    let last = try Archive("format-\(SchemaText.formatVersion)", "closed")
    #expect(last.numbers["keybag"] == Int(KeybagImage.version), "make-archive.sh makes one")
  }

  @Test("every release has archives of the formats that it writes")
  func released() throws {
    let releases = try Archive.releases()
    #expect(releases.map(\.version).contains("0.1.0"))
    let formats = try Archive.formats()
    for release in releases {
      #expect(formats.contains(release.store), "\(release.version): \(release.store)")
      let locked = try Archive(release.keybag, "closed")
      #expect(locked.numbers["keybag"] != nil, "\(release.version): \(release.keybag)")
    }
  }

  @Test("an archive opens, is checked clean and holds every item of its manifest and no other")
  func contents() throws {
    for format in try Archive.formats() {
      for variant in ["closed", "log"] {
        let archive = try Archive(format, variant)
        #expect((archive.size("store.db-wal") ?? 0 > 0) == (variant == "log"))
        let place = "\(format), \(variant)"
        let engine = try archive.open()
        try compare(engine, with: archive, place)
        let session = engine.session(
          as: Caller(identifier: "tool", groups: ["archive.first"], seesAllGroups: true))
        let report = try session.check()
        #expect(report.findings.isEmpty, "\(place): \(report.findings)")
        #expect(report.rowsAside == archive.numbers["count aside"], "\(place)")
        try checkPrograms(engine, archive.numbers["count programs"] ?? 0)
        try use(session, place)
      }
    }
  }

  /// Compares the items that open with the manifest, block by block.
  private func compare(_ engine: Engine, with archive: Archive, _ place: String) throws {
    var left = archive.blocks
    for itemClass in ItemClass.stored {
      var plan = StorePlan(itemClass, contents: [.secret, .digests])
      plan.rows = .both
      for row in try engine.store.fetch(plan) {
        guard case .item(let item) = engine.codec.open(row) else {
          Issue.record("\(place): a row does not open")
          continue
        }
        let secret = try engine.codec.openSecret(of: item)?.withBytes { bytes in
          bytes.indices.map { bytes[$0] }
        }
        let lines = item.lines(secret: secret)
        // Compared byte by byte: two Unicode spellings of one word are equal texts, but two items.
        let found = left.firstIndex { block in
          block.allSatisfy { line in lines.contains { $0.utf8.elementsEqual(line.utf8) } }
        }
        #expect(found != nil, "\(place): \(lines.sorted())")
        if let found { left.remove(at: found) }
      }
    }
    #expect(left.isEmpty, "\(place) lacks \(left)")
  }

  /// Checks that the records of programs open, with the changes of each program.
  private func checkPrograms(_ engine: Engine, _ count: Int) throws {
    let rows = try engine.store.read { (reader) throws(StorageError) in
      try reader.registryRows()
    }
    let seal = RegistrySeal(engine.codec.keybag)
    let histories = rows.compactMap { seal.history(in: $0) }
    #expect(rows.count == count && histories.count == count)
    for history in histories {
      #expect(history.identifier == "org.example.archive")
      let groups = ["archive.first", "archive.second"]
      #expect(history.generations.map(\.groups) == [groups, ["archive.second"]])
      #expect(history.generations.map(\.version) == [nil, "2.0"])
    }
  }

  /// Checks that the store goes on working: look-up by digest, a change, and the items that waited
  /// for their key.
  private func use(_ session: Session, _ place: String) throws {
    let found = try session.copyMatching(query("archive", "large secret", .secret))
    #expect(found.first?.secret?.count == 10_000, "\(place)")
    #expect(status { _ = try session.add(password("archive", "large secret")) } == -25299)
    _ = try session.add(password("archive", "added to an archive", "x", sync: true))
    #expect(try session.finishTombstones() == 1)
    #expect(try session.check().findings.isEmpty, "\(place) after changes")
    #expect(try session.rotateKeys().isComplete, "\(place)")
    #expect(try session.copyMatching(query("archive", "large secret")).count == 1, "\(place)")
    #expect(try session.check().findings.isEmpty, "\(place) under new keys")
  }
}
