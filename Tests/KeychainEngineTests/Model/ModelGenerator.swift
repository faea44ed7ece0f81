// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Random numbers that depend only on the seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// Picks one of some choices.
  ///
  /// The array must not be empty.
  mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int(next() % UInt64(choices.count))]
  }
}

/// Draws the steps of a sequence from a small alphabet, so that they often affect one another.
struct ModelGenerator {
  var random: SeededGenerator
  private let classes: [ItemClass]
  /// The percentage of steps that lock and unlock, or nil if there is never a passcode.
  private let lockShare: Int?
  private let faultShare: Int
  /// The attributes that this sequence is about.
  ///
  /// Other attributes appear seldom.
  private let topics: Set<Attribute>
  private var number = 0
  private var isLocked = false
  private var backups = 0
  /// The rows of the store before the step, as targets.
  private var rows: [ModelRow] = []
  /// The numbers of steps that added an item, so that references hit.
  private var adds: [Int] = []

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let main = random.pick(ItemClass.stored)
    // Half of all sequences are about one class, so that items collide. Some sequences lock often.
    classes = random.next() % 2 == 0 ? [main] : [.genericPassword, main, main]
    lockShare = random.pick([nil, 12, 25])
    faultShare = random.pick([0, 0, 10])
    var topics: Set<Attribute> = []
    for itemClass in Set(classes).sorted(by: { $0.number < $1.number }) {
      let rows = ModelTables.rows(of: itemClass)
      let keys = rows.filter { $0.isKey && $0.fallback != nil && $0.attribute != .multiUser }
      for row in keys.shuffled(using: &random).prefix(2) + [random.pick(rows)] {
        topics.insert(row.attribute)
      }
    }
    self.topics = topics.subtracting([.accessGroup, .systemBound])
    self.random = random
  }

  /// Draws the next step, for a store with the content of the model.
  mutating func step(seeing model: Model) -> ModelStep {
    number += 1
    rows = model.rows
    isLocked = model.lock != .unlocked
    backups = model.backups.count
    let call =
      lockShare.map { chance(number == 1 ? 80 : $0) } ?? false
      ? lockCall(seeing: model) : call()
    if case .add = call { adds.append(number) }
    return ModelStep(
      number: number, call: call,
      caller: chance(93)
        ? pick([.first, .first, .first, .second, .other])
        : pick(ModelCaller.allCases),
      engine: chance(80) ? 0 : 1, fault: call.mayFail && chance(faultShare) ? fault() : nil)
  }

  private mutating func call() -> ModelStep.Call {
    // Makes tombstones, so that there are some to finish.
    if isLocked, chance(20) { return .delete(deleting(), frame()) }
    if chance(5), rows.contains(where: \.isUnfinished) { return .finishTombstones }
    switch percent() {
    case ..<38:
      let row = target(30)
      return .add(draft(over: row), frame(in: row, 60))
    case ..<60: return .copy(copying(), frame())
    case ..<82:
      let row = target(40)
      return .update(question(topics: 30), frame(), edit(onto: row), frame(in: row, 40))
    case ..<91: return .delete(deleting(), frame())
    case ..<92: return .finishTombstones
    case ..<94: return backups > 0 && chance(50) ? .restore(pick(Array(0..<backups))) : .backUp
    case ..<98: return .moveClock(pick([1, 500, 1_000, 1_000_000, 70_000_000, -5_000]))
    case 98: return chance(30) ? .reopen : .checkpoint
    default: return .inspect
    }
  }
}

// Choices.
extension ModelGenerator {
  mutating func percent() -> Int { Int(random.next() % 100) }
  mutating func chance(_ share: Int) -> Bool { percent() < share }
  mutating func pick<Element>(_ choices: [Element]) -> Element {
    random.pick(choices)
  }

  private mutating func frame(in row: ModelRow? = nil, _ share: Int = 0) -> ModelFrame {
    var frame = ModelFrame()
    if let row, chance(share) {
      frame.group = .named(row.group)
    } else if chance(25) {
      frame.group = pick(
        chance(85)
          ? [.named("g2"), .named("g2"), .named("g1")]
          : [
            .named("G1"), .named("caf\u{E9}"), .named("cafe\u{301}"), .named("com.apple.token"),
            .named("com.apple.apsd"), .unusable,
          ])
    }
    frame.profile = pick([.dataProtection, .dataProtection, .ios, .quirks, .quirks])
    if chance(2) { frame.refusal = pick([-50, -25303]) }
    if chance(2) { frame.lateRefusal = pick([-4, -25299]) }
    return frame
  }

  private mutating func itemClass() -> ItemClass { chance(1) ? .identity : pick(classes) }

  /// Draws a value that an attribute of a kind may hold, mostly one of two.
  private mutating func value(_ row: ModelTables.Row) -> AttributeValue {
    switch row.kind {
    case .blob:
      if chance(80) { return pick([.text("a"), .text("a"), .text("b")]) }
      return pick([
        .text(""), .bytes([]), .bytes([0x61]), .number(97), .bytes([97, 0, 0, 0]),
        .text("x.a"), .text("xa"), .text("caf\u{E9}"), .text("cafe\u{301}"),
      ])
    case .bytes: return pick([.bytes([]), .bytes([1]), .bytes([2])])
    case .text: return pick([.text(""), .text("v")])
    case .number: return pick([.number(0), .number(1), .number(1), .text("1"), .real(1.5)])
    case .date:
      return pick([.date(.reference), .date(Instant(microseconds: 800_000_000_000_000))])
    case .user: return .bytes(chance(70) ? [] : Array(repeating: 7, count: 16))
    }
  }

  /// Draws attributes with values: the topics of the sequence with probability `share`, others with
  /// `others`.
  private mutating func attributes(_ itemClass: ItemClass, topics share: Int, others: Int)
    -> [Attribute: AttributeValue]
  {
    var result: [Attribute: AttributeValue] = [:]
    for row in ModelTables.rows(of: itemClass) where row.attribute != .accessGroup {
      if chance(topics.contains(row.attribute) ? share : others) {
        result[row.attribute] = value(row)
      }
    }
    return result
  }

  private mutating func name() -> Int {
    (adds.randomElement(using: &random) ?? 0) * 1_000 + pick([1, 1, 1, 2, 3, 4])
  }
}

// The arguments of the verbs.
extension ModelGenerator {
  /// Draws an existing row, so that calls find it.
  private mutating func target(_ share: Int) -> ModelRow? {
    guard chance(share) else { return nil }
    let tombstones = chance(30) ? rows.filter(\.isTombstone) : []
    return (tombstones.isEmpty ? rows : tombstones).randomElement(using: &random)
  }

  /// Draws attributes of a target that the sequence is about.
  private mutating func attributes(of row: ModelRow, share: Int) -> [Attribute: AttributeValue] {
    var result: [Attribute: AttributeValue] = [:]
    for attribute in topics.sorted() {
      if chance(share), let value = row.attributes[attribute] { result[attribute] = value }
    }
    return result
  }

  private mutating func draft(over row: ModelRow?) -> ModelDraft {
    var draft = ModelDraft(itemClass: itemClass())
    draft.attributes = attributes(draft.itemClass, topics: 60, others: 2)
    (draft.protectionName, draft.control) = protection(share: 45)
    draft.isSynchronizable = chance(55)
    draft.tombstone = chance(4) ? true : chance(4) ? false : nil
    draft.secret = secret(share: 80)
    draft.returns = Returns(rawValue: UInt8(random.next() % 16))
    draft.hasNoEffect = chance(1)
    if chance(60) { draft.evidence = evidence() }
    if let row {
      draft.itemClass = row.itemClass
      draft.attributes = attributes(of: row, share: 100)
      draft.isSynchronizable = row.isSynchronizable
    }
    return draft
  }

  private mutating func edit(onto row: ModelRow?) -> ModelEdit {
    var edit = ModelEdit()
    // The reader refuses attributes that the item's class does not have. The engine leaves them
    // out.
    edit.attributes = attributes(pick(classes), topics: chance(60) ? 50 : 0, others: 2)
    (edit.protectionName, edit.control) = protection(share: 25)
    edit.isSynchronizable = chance(15) ? chance(50) : nil
    edit.tombstone = chance(4) ? chance(60) : nil
    edit.secret = secret(share: 40)
    if let row {
      edit.attributes = attributes(of: row, share: 90)
      if chance(50) { edit.isSynchronizable = row.isSynchronizable }
    }
    return edit
  }

  private mutating func evidence() -> ModelQuestion.Evidence? {
    pick([nil, .passcode, .match, .match, .replaced, .late, .ended, ModelQuestion.Evidence.none])
  }

  private mutating func secret(share: Int) -> [UInt8]? {
    guard chance(share) else { return nil }
    return chance(10) ? [] : [UInt8(truncatingIfNeeded: number), 2, 3]
  }

  private mutating func protection(share: Int) -> (String?, ModelControl?) {
    guard chance(share) else { return (nil, nil) }
    let name = pick([
      "ak", "ak", "ak", "ck", "ck", "ck", "dk", "aku", "cku", "dku", "akpu", "akpu", "akpu", "f",
    ])
    guard chance(25) else { return (name, nil) }
    let kind = pick([
      ModelControl.Kind.bare, .open, .userPresence, .enrolled, .enrolled, .privateKeyUsage,
    ])
    let control = ModelControl(kind: name == "f" ? .open : kind, protectionName: name)
    return (chance(50) ? name : nil, control)
  }

  private mutating func question(topics share: Int) -> ModelQuestion {
    let row = target(65)
    var question = ModelQuestion(itemClass: row?.itemClass ?? itemClass())
    question.predicates =
      row.map { attributes(of: $0, share: share) }
      ?? attributes(question.itemClass, topics: share, others: 1)
    if chance(6) { question.predicates[.protection] = .text(pick(["ak", "ck", "dk", "f"])) }
    if chance(2) { question.predicates[pick([.subject, .accessControl, .service])] = .text("a") }
    if chance(5) {
      question.dateOf = (row?.name ?? name(), pick([.creationDate, .modificationDate]))
    }
    question.references = references(row)
    question.sync = pick([.implied, .implied, .any, .any, .any, .only(true), .only(false)])
    if let row, chance(60) { question.sync = pick([.any, .only(row.isSynchronizable)]) }
    question.tombstones = chance(5) ? true : chance(5) ? false : nil
    if let row, row.isTombstone, chance(60) { question.tombstones = true }
    question.interaction = pick([.allow, .allow, .fail])
    if row?.control?.needsEvidence == true || chance(5) {
      question.evidence = evidence()
    }
    return question
  }

  private mutating func references(_ row: ModelRow?) -> [ModelQuestion.Reference] {
    guard chance(15) else { return [] }
    let first = row?.name ?? name()
    if chance(15) { return [.number(first)] }
    if chance(5) { return [pick([.token, .foreignClass])] }
    let more = (0..<pick([0, 0, 0, 1, 2])).map { _ in ModelQuestion.Reference.name(name()) }
    return more + [.name(first)] + (chance(10) ? [.token] : [])
  }

  private mutating func copying() -> ModelQuestion {
    var question = question(topics: chance(50) ? 0 : 40)
    question.returns = Returns(rawValue: UInt8(random.next() % 16))
    question.limit = pick([
      .all, .all, .all, .all, .one, Limit(count: 1, isImplied: true), Limit(count: 0),
      Limit(count: 2), Limit(count: 3),
    ])
    if question.itemClass == .internetPassword, chance(20) { question.host = pick(["a", "b"]) }
    if chance(20) { question.interaction = .skip }
    return question
  }

  private mutating func deleting() -> ModelQuestion {
    var question = question(topics: 70)
    question.leavesTombstone = chance(20) ? chance(50) : nil
    return question
  }
}
