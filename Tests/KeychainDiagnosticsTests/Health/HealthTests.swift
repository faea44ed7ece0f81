// SPDX-License-Identifier: Apache-2.0
import KeychainCommands
import KeychainExplaining
import KeychainTypes
import SecureMemory
import Testing

/// Tests of the checks of `security doctor`, each with facts that the test makes
/// (Specification/diagnostics.md, "security doctor", "Store and surroundings").
@Suite("Health of a store and its surroundings")
struct HealthTests {
  /// The facts of a store with one item and no findings.
  static var sound: HealthFacts {
    var facts = HealthFacts(Wording(showsValues: false, groups: []) { _ in "" })
    facts.store.path = "/s"
    facts.store.isMade = true
    facts.store.mode = 0o700
    facts.store.freeBytes = 1 << 30
    facts.store.format = 2
    facts.caller = Caller(identifier: "T.a", groups: ["T.a"], origin: .simulated)
    facts.items = [item()]
    facts.lock = LockStatus(state: .unlocked, hasPasscode: true)
    facts.memory.traceScope = 1
    facts.trace = nil
    return facts
  }

  static func item(
    _ state: ItemSummary.State = .readable, _ protection: Protection = .whenUnlocked,
    sync: Bool = false
  ) -> ItemSummary {
    ItemSummary(
      itemClass: .genericPassword, identifier: Identifier16(high: 1, low: 2),
      protection: protection, isSynchronizable: sync, isConstrained: state == .prompt,
      state: state, attributes: AttributeSet())
  }

  private func codes(_ change: (inout HealthFacts) -> Void) -> (codes: [String], status: Int32) {
    var facts = Self.sound
    change(&facts)
    let checks = HealthCheck.all(facts)
    #expect(checks.count == 13)
    return (
      checks.flatMap(\.findings).filter { $0.code != .lockSummary }.map { "\($0.code)" },
      HealthCheck.exitStatus(checks)
    )
  }

  @Test("nothing is said of what is sound, but how it is locked")
  func nothing() {
    #expect(codes { _ in } == ([], 0))
    let lock = HealthCheck.all(Self.sound)[6]
    #expect(lock.findings.map(\.code) == [.lockSummary] && lock.verdict == .ok)
  }

  @Test("a store that does not open: damage is one reason, and each has its own code")
  func refusals() {
    let foreign = KeychainError(.notAvailable, "the store directory belongs to another user")
    #expect(
      codes {
        $0.store.refusal = foreign
        $0.store.otherOwner = "eve"
        $0.store.mode = 0o755
        $0.store.notWritable = .mode
      } == (["K903"], 4))
    #expect(codes { $0.store.refusal = KeychainError(.readOnly, "x") } == (["K904"], 4))
    #expect(codes { $0.store.refusal = KeychainError(.notAvailable, "x") } == (["K904"], 4))
    #expect(codes { $0.store.unreadable = KeychainError(.decode, "x") } == (["K908"], 4))
    #expect(codes { $0.store.keybagFlaw = "keybag is damaged; its copy is used" } == (["K908"], 1))
  }

  @Test("what to do about a directory that cannot be written depends on what is in the way")
  func remedies() {
    func fixes(_ change: (inout HealthFacts) -> Void) -> [String] {
      var facts = Self.sound
      change(&facts)
      return HealthCheck.all(facts).flatMap(\.findings).flatMap(\.lines)
        .filter { $0.label == .fix }.map(\.text)
    }
    #expect(fixes { $0.store.notWritable = .mode } == ["chmod 700 /s"])
    let withBlanks = fixes {
      $0.store.path = "/Anna's ö"
      $0.store.notWritable = .mode
    }
    #expect(withBlanks == [#"chmod 700 '/Anna'\''s ö'"#])
    #expect(fixes { $0.store.freeBytes = 1 } == ["Free space."])
    #expect(fixes { $0.store.notWritable = .readOnlyDisk }.first?.hasPrefix("Mount it") == true)
    let foreign = fixes {
      $0.store.otherOwner = "eve"
      $0.store.mode = 0o755
    }
    #expect(foreign.count == 1 && !foreign[0].contains("chmod"))
    let advised = KeychainError(.decode, "x", advice: "look; and look again")
    #expect(fixes { $0.store.refusal = advised } == ["Look; and look again."])
  }

  @Test("the store: permissions, owner, space, damage, age, place")
  func store() {
    #expect(codes { $0.store.mode = 0o755 } == (["K903"], 4))
    #expect(codes { $0.store.otherOwner = "eve" } == (["K903"], 4))
    #expect(codes { $0.store.notWritable = .readOnlyDisk } == (["K904"], 4))
    #expect(codes { $0.store.freeBytes = 4_096 } == (["K904"], 4))
    #expect(codes { $0.items.append(Self.item(.damaged)) } == (["K908"], 4))
    #expect(codes { $0.store.refusal = KeychainError(.decode, "x") } == (["K908"], 4))
    #expect(codes { $0.store.itemCount = 0 } == (["K902"], 0))
    #expect(codes { $0.store.isMade = false } == (["K902"], 0))
    #expect(codes { $0.store.others = ["/t"] } == (["K910"], 1))
    #expect(codes { $0.store.temporary = "tmpfs" } == (["K915"], 1))
    #expect(codes { $0.store.aheadSeconds = 7_200 } == (["K917"], 0))
    #expect(codes { $0.store.aheadSeconds = 299 } == ([], 0))
  }

  @Test("synchronizable and of this device only")
  func neverSyncing() {
    let bound = Protection.whenUnlockedThisDeviceOnly
    #expect(codes { $0.items.append(Self.item(.readable, bound, sync: true)) } == (["K720"], 1))
    #expect(codes { $0.items.append(Self.item(.readable, bound)) } == ([], 0))
    #expect(codes { $0.items.append(Self.item(sync: true)) } == ([], 0))
  }

  @Test("who answers, who asks, what is locked")
  func program() {
    let daemon = HealthFacts.Daemon(path: "/run/x", refusal: "refused")
    #expect(codes { $0.daemon = daemon } == (["K901"], 4))
    #expect(
      codes { $0.caller = Caller(identifier: "adhoc.a", groups: ["adhoc.a"], origin: .adHoc) }
        == (["K408"], 1))
    var unsigned = Self.sound
    unsigned.caller = Caller(identifier: "adhoc.a", groups: ["adhoc.a"], origin: .adHoc)
    let fixes = HealthCheck.all(unsigned).flatMap(\.findings).flatMap(\.fixes).map(\.text)
    #expect(fixes.contains { $0.contains("with adhoc.a as its first group") })
    let refusal = KeychainError(.missingEntitlement, "x", cause: .invalidIdentity)
    let file = Caller.Origin.entitlementsFile(path: "/a")
    let void = Caller(identifier: "", groups: [], origin: file, refusal: refusal)
    #expect(codes { $0.caller = void } == (["K405"], 4))
    #expect(
      codes { $0.caller = Caller(identifier: "", groups: [], origin: file) } == (["K404"], 4))
    #expect(codes { $0.deviceKeyIsFile = true } == (["K907"], 0))
    #expect(
      codes {
        $0.deviceKeyIsFile = true
        $0.lock = LockStatus(state: .unlocked, hasPasscode: false)
      } == (["K315", "K907"], 0))
    // A device that never locks proves nothing, wherever its device key is.
    #expect(
      codes { $0.lock = LockStatus(state: .unlocked, hasPasscode: false) } == (["K315"], 0))
    #expect(codes { $0.items.append(Self.item(.prompt)) } == (["K906"], 1))
    #expect(
      codes {
        $0.items.append(Self.item(.prompt))
        $0.canPrompt = true
      } == ([], 0))
  }

  @Test("what the environment and the system do")
  func surroundings() {
    #expect(
      codes { $0.variables = [("LATCHKEY_PROFILE", "ios", "changes rules")] } == (["K909"], 0))
    #expect(codes { $0.variables = [("LATCHKEY_PROFIL", "ios", nil)] } == (["K909"], 1))
    var mistaken = Self.sound
    mistaken.variables = [("LATCHKEY_PASSWORD", "canary-secret", nil)]
    for check in HealthCheck.all(mistaken) {
      #expect(!(check.text + check.findings.map(\.found).joined()).contains("canary-secret"))
    }
    let trace = HealthFacts.Trace(path: "/t", bytes: 3, showsValues: true, failures: [])
    #expect(codes { $0.trace = trace } == (["K916"], 1))
    #expect(
      codes {
        $0.memory.hasSwap = true
        $0.memory.lockable = 65_536
      } == (["K912"], 1))
    #expect(codes { $0.memory.lockable = 65_536 } == ([], 0))
    // Locked memory is refused, though the system has no swap now. Then marks that the kernel does
    // not know.
    let refused = codes {
      $0.memory.lockable = 0
      $0.memory.weakness = .swappable
    }
    #expect(refused == (["K912"], 0))
    #expect(codes { $0.memory.weakness = [.swappable, .dumpable] } == (["K912", "K912"], 1))
  }

  @Test("lines are at most 80 columns, and no control character leaves")
  func text() {
    var facts = Self.sound
    facts.store.path = "/\u{1B}[31m" + String(repeating: "long", count: 60)
    facts.store.mode = 0o777
    facts.variables = [("LATCHKEY_X", "\u{7}bell", nil)]
    for check in HealthCheck.all(facts) {
      #expect(!check.text.utf8.contains { $0 < 0x20 })
      for line in check.findings.flatMap({ $0.lines(isColoured: false) }) {
        #expect(line.count <= 80 || !line.contains(" "))
        #expect(!line.utf8.contains { $0 < 0x20 })
      }
    }
  }
}
