// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Testing

/// The verdicts on a program, and the list after "Always Allow"
/// (Specification/file-keychain.md, "Access evaluation").
@Suite("judging by an access list") struct AccessJudgeTests {
  private static let one = KeychainWorld.client("one")
  private static let prompt = AccessSubject.prompt(.init(Array("mail".utf8)))
  private static let trusted = AccessSubject.program(one.trusted)

  private static func list(
    _ subject: AccessSubject, partitions: PartitionList? = PartitionList(["unsigned:"])
  ) -> AccessList {
    var list = AccessList(
      owner: .threshold(needed: 1, [prompt]), [AccessList.Entry(subject, [.decrypt])])
    list.partitions = partitions
    return list
  }

  private static func threshold(_ needed: UInt32, _ subjects: AccessSubject...) -> AccessSubject {
    .threshold(needed: needed, subjects)
  }

  static let rows: [(name: String, AccessSubject, AccessJudge.Verdict)] = [
    ("everybody", threshold(1, .any, prompt), .allowed),
    ("the program", threshold(1, trusted, prompt), .allowed),
    ("the user", threshold(1, prompt), .ask(.entry)),
    ("the program and the user", threshold(2, trusted, prompt), .ask(.entry)),
    ("nothing is needed", threshold(0), .denied(.entry)),
    ("nothing is needed, and the user could be asked", threshold(0, prompt), .denied(.entry)),
    ("nothing is needed of everybody", threshold(0, .any), .denied(.entry)),
    ("more than there is", threshold(3, .any, prompt), .denied(.entry)),
    ("a threshold of 0 within another", threshold(1, threshold(0, trusted)), .denied(.entry)),
    ("a process", .process(.init(mask: 1, user: 0, group: 0)), .denied(.entry)),
  ]

  @Test("the verdict of the entries", arguments: rows.indices)
  func entries(_ place: Int) {
    let (name, subject, verdict) = Self.rows[place]
    let judge = AccessJudge(Self.list(subject), Self.one, .partitioned)
    #expect(judge.entries(.decrypt) == verdict, "\(name)")
  }

  /// A list whose entry for partitions is given.
  private static func marked(_ entry: AccessSubject?) -> AccessList {
    var list = list(threshold(1, .any, prompt), partitions: nil)
    if let entry {
      list.entries.append(
        AccessList.Entry(entry, [.partitionList], tag: AccessList.partitionTag))
    }
    return list
  }

  static let gates: [(name: String, AccessSubject?, Authorization, AccessJudge.Verdict)] = [
    ("no entry", nil, .decrypt, .allowed),
    ("its own", .partition(PartitionList(["unsigned:"]).encode()), .decrypt, .allowed),
    ("another", .partition(PartitionList(["apple:"]).encode()), .decrypt, .ask(.partition)),
    ("no property list", .partition([1, 2, 3]), .decrypt, .ask(.partition)),
    ("no bytes", .partition([]), .decrypt, .ask(.partition)),
    ("an entry of another form", .any, .decrypt, .ask(.partition)),
    // The digest changes with the attributes, and the user is not asked about that.
    ("no entry, digest", nil, .integrity, .allowed),
    (
      "another, digest", .partition(PartitionList(["apple:"]).encode()), .integrity,
      .denied(.partition)
    ),
    ("an entry of another form, digest", .any, .integrity, .denied(.partition)),
  ]

  @Test("the verdict of the partition list", arguments: gates.indices)
  func partitions(_ place: Int) {
    let (name, entry, operation, verdict) = Self.gates[place]
    let list = Self.marked(entry)
    #expect(AccessJudge(list, Self.one, .partitioned).partition(operation) == verdict, "\(name)")
    #expect(AccessJudge(list, Self.one, .plain).partition(operation) == .allowed, "\(name)")
  }

  static let kept: [(name: String, AccessSubject, isKept: Bool)] = [
    ("everybody", threshold(1, .any, prompt), true),
    ("the program", threshold(1, trusted, prompt), true),
    ("the user", threshold(1, prompt), false),
  ]

  @Test("always allowing keeps an entry that lets the program pass", arguments: kept.indices)
  func always(_ place: Int) {
    let (name, subject, isKept) = Self.kept[place]
    let list = Self.list(subject, partitions: PartitionList(["apple:"]))
    let trusting = list.trusting(Self.one, for: .decrypt, .partitioned)
    let expected = isKept ? subject : Self.threshold(1, Self.trusted, Self.prompt)
    #expect(trusting.entries.first { $0.tag.isEmpty }?.subject == expected, "\(name)")
    // Functions of Apple's systems can still show the entry.
    #expect(trusting.entries.first { $0.tag.isEmpty }?.subject.simple != nil, "\(name)")
    #expect(trusting.partitions == PartitionList(["apple:", "unsigned:"]))
  }
}
