// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainDiagnostics
import KeychainTesting
import LocalAuthentication
import Security
import Testing

/// Tests that a call answers the status that its explanation predicts, on random stores in random
/// states (Specification/diagnostics.md, "Code shape and order of work").
@Suite("an explanation never lies")
struct NeverLiesTests {
  /// The number of seeds, each with 500 calls: four in ordinary tests, 20 or more by `make
  /// simulate`.
  private static let worlds =
    ProcessInfo.processInfo.environment["LATCHKEY_MODEL_SEQUENCES"].flatMap(UInt64.init)
    .map { max(20, $0 / 50) } ?? 4

  @Test("random calls", arguments: 0..<worlds)
  func random(seed: UInt64) throws {
    var world = RandomWorld(seed: seed)
    var told = 0
    for step in 0..<500 {
      world.happen()
      let call = try world.call()
      let stage = world.stage
      let explanation = stage.phone.explain(call)
      let foretold = stage.phone.run { Foresight.status(of: call) }
      let status = stage.phone.run { Stage.perform(call) }
      #expect(explanation.codes.count == Set(explanation.codes).count || !explanation.codes.isEmpty)
      // Every placeholder is filled in.
      #expect(!explanation.findings.contains { $0.text.contains("{") })
      guard let foretold else { continue }
      told += 1
      #expect(foretold == status, "seed \(seed), call \(step): \(explanation.text)")
      let wide = explanation.text.split(separator: "\n").filter { $0.count > 80 }
      #expect(wide == [])
    }
    #expect(told > 400)
  }

  @Test("an explanation changes no byte of the store and no line of the journal")
  func leavesNoTrace() throws {
    var world = RandomWorld(seed: 99)
    for _ in 0..<60 {
      world.happen()
      let call = try world.call()
      _ = world.stage.phone.run { Stage.perform(call) }
    }
    let stage = world.stage
    let journal = stage.phone.journal
    let files = try contents(of: stage.phone)
    for _ in 0..<200 { _ = stage.phone.explain(try world.call()) }
    #expect(stage.phone.journal == journal)
    #expect(try contents(of: stage.phone) == files)
  }

  /// Returns the files of the store, except the index of the log, which lists its readers.
  private func contents(of phone: SimulatedDevice) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    let folder = URL(fileURLWithPath: phone.testOnlyPath)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where !name.hasSuffix("-shm") {
      contents[name] = try? Data(contentsOf: folder.appendingPathComponent(name))
    }
    #expect(contents.count > 2)
    return contents
  }
}

/// A phone on which random events happen, and random calls, most of them sensible.
struct RandomWorld {
  let stage: Stage
  private var state: UInt64

  init(seed: UInt64) {
    stage = Stage(profile: seed.isMultiple(of: 2) ? .dataProtection : .ios)
    state = seed &+ 0x9E37_79B9_7F4A_7C15
    stage.phone.whenAsked = .succeed
  }

  private mutating func draw(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(count))
  }

  private mutating func pick<T>(_ values: [T]) -> T { values[draw(values.count)] }

  /// Now and then lets an event happen to the phone.
  mutating func happen() {
    let phone = stage.phone
    switch draw(40) {
    case 0: phone.lock()
    case 1, 2: _ = phone.unlock()
    case 3: phone.reboot()
    case 4, 5: _ = try? phone.unlock(passcode: "1234")
    case 6: try? phone.enrol("finger \(draw(5))")
    default: break
    }
  }

  mutating func call() throws -> KeychainCall {
    switch draw(10) {
    case 0...3:
      var pairs = try attributes(forAdding: true)
      pairs["data"] = Data("x".utf8)
      if draw(5) == 0 { pairs[kSecReturnAttributes] = true }
      return .add(Stage.password(pairs))
    case 4...6:
      var pairs = try attributes(forAdding: false)
      if draw(2) == 0 { pairs[kSecReturnData] = true }
      if draw(3) == 0 { pairs["limit"] = pick([kSecMatchLimitAll, kSecMatchLimitOne]) }
      if draw(6) == 0 {
        pairs["ui"] = pick([kSecUseAuthenticationUIFail, kSecUseAuthenticationUISkip])
      }
      return .copyMatching(Stage.password(pairs))
    case 7, 8:
      var changes: [NSString: Any] = [:]
      changes[pick([kSecAttrLabel, kSecAttrAccount, kSecAttrService])] = pick(["a", "b", "B"])
      if draw(4) == 0 { changes[kSecAttrAccessible] = pick(protections) }
      if draw(12) == 0 { changes[kSecClass] = kSecClassKey }
      if draw(12) == 0 { changes[kSecAttrAccessGroup] = pick(groups) }
      return .update(
        Stage.password(try attributes(forAdding: false)),
        setting: NSDictionary(dictionary: changes))
    default: return .delete(Stage.password(try attributes(forAdding: false)))
    }
  }

  private var protections: [NSString] {
    [
      kSecAttrAccessibleWhenUnlocked, kSecAttrAccessibleAfterFirstUnlock, "dk",
      kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
      kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly,
    ]
  }

  private var groups: [String] {
    ["g1", "g2", "com.example.a", "x", "G1"].map(Stage.group) + ["com.apple.token"]
  }

  private mutating func attributes(forAdding: Bool) throws -> [NSString: Any] {
    var pairs: [NSString: Any] = [:]
    if draw(4) == 0 {
      pairs["class"] = kSecClassInternetPassword
      if draw(3) > 0 { pairs["srvr"] = pick(["a", "b", "A"]) }
    } else if draw(5) > 0 {
      pairs["svce"] = pick(["a", "b", "A", " a"])
    }
    if draw(4) > 0 { pairs["acct"] = pick(["a", "b", "c", "B", "a@b"]) }
    if draw(6) == 0 { pairs["labl"] = pick(["a", "b"]) }
    if draw(8) == 0 { pairs["gena"] = Data("a".utf8) }
    if draw(4) == 0 { pairs["sync"] = draw(2) == 0 }
    if draw(4) == 0 { pairs["agrp"] = pick(groups) }
    if forAdding ? draw(2) == 0 : draw(8) == 0 { pairs["pdmn"] = pick(protections) }
    if forAdding, pairs["pdmn"] == nil, draw(4) == 0 {
      pairs["accc"] = try control(
        pick([.userPresence, .biometryCurrentSet, []]), pick(protections))
    }
    if draw(40) == 0 { pairs["atag"] = "x" }
    if draw(40) == 0 { pairs["u_Foo"] = 1 }
    if draw(40) == 0 { pairs["m_Foo"] = 1 }
    return pairs
  }
}
