// SPDX-License-Identifier: Apache-2.0
import Foundation
import Keybag
import KeychainEngine
import KeychainStorage
import KeychainTypes
import SecureMemory
import Testing

/// Tests a rotation that is cut off, and other programs that work in the middle of one.
@Suite("key rotation, step by step")
struct RotationStepTests {
  @Test("cut off after any step, the store is whole to everybody, and the next call goes on")
  func cutOff() throws {
    let template = try RotationStore(passwords: 4)
    try template.fill()
    var at = 0
    while true {
      let store = try RotationStore(copying: template)
      let before = try store.session.state()
      var steps = 0
      let isCut =
        (try? store.session.rotateKeys { (_) throws(KeychainError) in
          steps += 1
          if steps > at { throw CutOff.error }
        }) == nil
      let place: Comment = "cut off after step \(at + 1)"
      for session in [store.session, try store.other()] {
        #expect(try session.check().findings == [], place)
        #expect(try before.isSame(as: session.state()), place)
        #expect(try session.copyMatching(query("s", "u2", .secret)).count == 1, place)
        #expect(status { _ = try session.add(password("s", "u2")) } == -25299, place)
      }
      let report = try store.other().rotateKeys()
      #expect(report.isComplete, place)
      #expect(try store.epochs() == [report.epoch: store.epochs().values.reduce(0, +)], place)
      #expect(try store.keybag().allEpochs == [report.epoch], place)
      #expect(try store.session.check().findings == [], place)
      #expect(try before.isSame(as: store.session.state()), place)
      guard isCut else { break }
      at += 1
    }
    #expect(at >= 6, "prepared, begun, batches, settled, forgotten")
  }

  @Test("a disk that fails at any write, and from then on, leaves a store to go on with")
  func failingDisk() throws {
    let template = try RotationStore(passwords: 1)
    try template.fill()
    let before = try template.session.state()
    var at = 0
    while true {
      let left = Lock(Int.max)
      var environment = Environment(clock: template.store.clock)
      environment.store.gate = { operation in
        left.withLock { left in
          guard operation.isChange else { return nil }
          left -= 1
          return left < 0 ? .failure : nil
        }
      }
      let store = try RotationStore(copying: template, environment: environment)
      left.withLock { $0 = at }
      let outcome = status { _ = try store.session.rotateKeys() }
      left.withLock { $0 = Int.max }
      let place: Comment = "write \(at)"
      let other = try store.other()
      #expect(try other.check().findings == [], place)
      #expect(try before.isSame(as: other.state()), place)
      #expect(try other.rotateKeys().isComplete, place)
      #expect(try before.isSame(as: store.session.state()), place)
      #expect(try store.session.check().findings == [], place)
      guard outcome != 0 else { break }
      #expect([-36, -20].contains(outcome), place)
      at += 7
    }
    #expect(at > 12)
  }

  @Test("others find, add, update and delete between any two steps, with engines of before")
  func interleaved() throws {
    let store = try RotationStore(passwords: 12)
    try store.fill()
    let other = try store.other()
    _ = try other.copyMatching(query("s", "u1"))
    var number = 0
    let report = try store.other().rotateKeys { (step) throws(KeychainError) in
      number += 1
      for (name, session) in [("one", store.session), ("two", other)] {
        let account = "\(name) \(number)"
        _ = try session.add(password("t", account, "first"))
        guard status({ _ = try session.add(password("t", account)) }) == -25299,
          status({ _ = try session.add(password("s", "u11")) }) == -25299,
          status({ _ = try session.copyMatching(query("s", "none")) }) == -25300
        else { throw CutOff.error }
        var changes = Changes()
        changes.secret = SecretBytes(copying: Array("second".utf8))
        try session.update(query("t", account), setting: changes)
        try session.update(query("s", "u\(number)"), setting: changes)
        if number > 1 { try session.delete(query("t", "\(name) \(number - 1)")) }
        let found = try session.copyMatching(query("t", account, .secret))
        guard found.first?.secret?.text == "second",
          try session.copyMatching(query("s")).count == 12
        else { throw CutOff.error }
      }
    }
    #expect(report.isComplete && number >= 5)
    #expect(try store.epochs().keys.sorted() == [2])
    #expect(try other.check().findings == [])
    #expect(try other.copyMatching(query("s", nil, .secret)).count == 12)
    #expect(try store.keybag().allEpochs == [2])
  }

  @Test("two rotations at once are one, or two one after the other")
  func together() throws {
    let store = try RotationStore(passwords: 4)
    try store.fill()
    let other = try store.other()
    var inner: [RotationReport] = []
    let report = try store.session.rotateKeys { (step) throws(KeychainError) in
      if inner.isEmpty, case .batch = step { inner.append(try other.rotateKeys()) }
    }
    #expect(inner.first?.isComplete == true && inner.first?.hasNewKeys == false)
    #expect(report.isComplete && report.epoch == 2)
    #expect(try store.keybag().allEpochs == [2])
    #expect(try store.session.check().findings == [])
  }

  @Test("rows that do not open keep their keys and are told, and so are those moved aside")
  func damagedRows() throws {
    let store = try RotationStore(passwords: 4)
    do {
      let connection = try Connection(store.store.directory + "/store.db")
      try connection.execute("UPDATE genp SET meta = zeroblob(60) WHERE id = 2")
      try connection.execute("UPDATE genp SET secret = zeroblob(90) WHERE id = 3")
    }
    let report = try store.session.rotateKeys()
    #expect(report.rowsDamaged == 2 && report.rowsResealed == 2 && report.waiting.isEmpty)
    #expect(status { _ = try store.session.copyMatching(query("s", "u1", .secret)) } == -26275)
    #expect(status { _ = try store.session.copyMatching(query("s", "u2", .secret)) } == -26275)
    #expect(try store.session.copyMatching(query("s", "u0", .secret)).count == 1)
    _ = try store.session.add(password("s", "u1", "again"))
    try store.session.delete(query("s", "u2"))
    let next = try store.session.rotateKeys()
    #expect(next.isComplete && !next.hasNewKeys && next.rowsAside == 1)
    #expect(try store.keybag().allEpochs == [1, 2], "the row aside keeps its keys")
    let third = try store.session.rotateKeys()
    #expect(third.hasNewKeys && third.epoch == 3 && third.rowsAside == 1)
    #expect(try store.keybag().allEpochs == [1, 3])
    #expect(try store.session.check().findings == [])
  }

  @Test("a history that was tampered with is so afterwards too, and a whole one is whole")
  func history() throws {
    let attacks = [
      "", "UPDATE history SET time = time + 1 WHERE write = 2",
      "UPDATE meta SET head = zeroblob(72)",
    ]
    for attack in attacks {
      let store = try RotationStore(passwords: 4)
      if !attack.isEmpty {
        try Connection(store.store.directory + "/store.db").execute(attack)
      }
      let before = try store.session.check().findings.map(\.kind)
      #expect(before.isEmpty == attack.isEmpty)
      #expect(try store.session.rotateKeys().isComplete)
      #expect(try store.session.check().findings.map(\.kind) == before)
    }
  }
}
