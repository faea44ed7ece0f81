// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import KeychainTypes
import LocalAuthentication
import SecureMemory
import TestPatience
import Testing

/// Tests of the four SecItem calls on constrained items.
///
/// Specification/access-control.md, "Conformance cases", cases 37 to 53 as far as no lock state is
/// needed, "Evidence of a context, and SecItem"; Specification/secitem.md, "Authentication loop".
@Suite("SecItem and evidence", .timeLimit(.minutes(10)))
struct ItemTests {
  private let phone: Phone
  private var device: ScriptedAuthenticator { phone.device }

  init() throws {
    phone = Phone(keychain: try TemporaryKeychain())
  }

  /// Adds an item after deleting the account's earlier one.
  @discardableResult
  private func add(
    _ flags: SecAccessControlCreateFlags?, _ account: String = "a",
    _ more: [CFString: Any] = [:], protection: CFString = kSecAttrAccessibleWhenUnlocked
  ) -> OSStatus {
    phone.run {
      var item: [CFString: Any] = [
        kSecClass: kSecClassGenericPassword, kSecAttrAccount: account,
        kSecValueData: Data(account.utf8),
      ]
      item.merge(more) { $1 }
      if let flags {
        item[kSecAttrAccessControl] = SecAccessControlCreateWithFlags(nil, protection, flags, nil)
      }
      return SecItemAdd(item as NSDictionary, nil)
    }
  }

  /// Reads the secret of an item, and returns the status.
  private func read(_ account: String? = "a", _ more: [CFString: Any] = [:]) -> OSStatus {
    find(account, more).0
  }

  private func find(_ account: String?, _ more: [CFString: Any]) -> (OSStatus, CFTypeRef?) {
    phone.run {
      var query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecReturnData: true]
      query[kSecAttrAccount] = account
      query.merge(more) { $1 }
      var result: CFTypeRef?
      let status = unsafe SecItemCopyMatching(query as NSDictionary, &result)
      return (status, result)
    }
  }

  @Test("37: without a passcode")
  func noPasscode() {
    device.change { $0.hasPasscode = false }
    #expect(add(nil, "p", [kSecAttrAccessible: "akpu" as CFString]) == errSecNotAvailable)
    #expect(add(.userPresence) == errSecAuthFailed)
    #expect(add(.devicePasscode) == errSecAuthFailed)
    #expect(read() == errSecItemNotFound)
  }

  @Test("39: a lockout leaves the passcode")
  func lockout() {
    #expect(add(.userPresence) == errSecSuccess)
    device.failBiometry(times: 5)
    device.answer(.rightPasscode)
    #expect(read() == errSecSuccess && device.failures == 0)
    #expect(device.prompts.map(\.stages) == [[.passcode]])
  }

  @Test("40: any enrolled finger")
  func anyFinger() {
    #expect(add(.biometryAny) == errSecSuccess)
    device.enrol(["left"])
    device.answer(.match)
    #expect(read() == errSecSuccess)
    device.enrol([])
    #expect(read() == errSecAuthFailed && device.prompts.count == 1)
    #expect(add(.biometryAny, "b") == errSecAuthFailed)
  }

  @Test("41: the enrolled fingers only; another enrolment loses the item")
  func currentSet() {
    #expect(add(.biometryCurrentSet) == errSecSuccess)
    device.answer(.match)
    #expect(read() == errSecSuccess)
    #expect(add(nil) == errSecDuplicateItem)
    device.enrol(["left", "right index"])
    for interaction in [kSecUseAuthenticationUIAllow, kSecUseAuthenticationUIFail] {
      #expect(read("a", [kSecUseAuthenticationUI: interaction]) == errSecItemNotFound)
    }
    #expect(phone.run { SecItemUpdate(query("a"), ["labl": "x"] as NSDictionary) } == -25300)
    device.enrol(["right index"])
    #expect(read() == errSecItemNotFound && device.prompts.count == 1)
    #expect(add(.biometryCurrentSet) == errSecSuccess)
    device.answer(.match)
    #expect(read() == errSecSuccess)
  }

  @Test("41: a lost item gives way to a plain one and to one that moves")
  func makesWay() {
    #expect(add(.biometryCurrentSet) == errSecSuccess)
    #expect(add(nil, "b") == errSecSuccess)
    let changes = [kSecAttrAccount: "a"] as NSDictionary
    #expect(phone.run { SecItemUpdate(query("b"), changes) } == errSecDuplicateItem)
    device.enrol(["left"])
    #expect(phone.run { SecItemUpdate(query("b"), changes) } == errSecSuccess)
    #expect(find("a", [:]).1 as? Data == Data("b".utf8))
    #expect(add(.biometryCurrentSet, "c") == errSecSuccess)
    device.enrol(["right"])
    #expect(add(nil, "c") == errSecSuccess && read("c") == errSecSuccess)
    #expect(add(.biometryCurrentSet, "d") == errSecSuccess)
    device.enrol(["left"])
    #expect(phone.run { SecItemDelete(query("d")) } == errSecSuccess)
    #expect(device.prompts.isEmpty)
  }

  @Test("43: the passcode stays as the other branch")
  func otherBranch() {
    #expect(add([.biometryCurrentSet, .or, .devicePasscode]) == errSecSuccess)
    device.enrol(["left"])
    device.answer(.rightPasscode)
    #expect(read() == errSecSuccess)
    #expect(device.prompts.map(\.stages) == [[.passcode]])
  }

  @Test("44, 45: all factors, and none for another")
  func factors() {
    #expect(add([.biometryAny, .and, .devicePasscode]) == errSecSuccess)
    #expect(add(.devicePasscode, "b") == errSecSuccess)
    device.answer(.match, .rightPasscode)
    #expect(read() == errSecSuccess && device.prompts.count == 1)
    device.answer(.match, .cancel)
    #expect(read() == errSecUserCanceled)
    device.answer(.match, .match, .rightPasscode)
    #expect(read("b") == errSecSuccess)
    device.answer(.noMatch, .noMatch, .noMatch)
    #expect(read() == errSecAuthFailed)
  }

  @Test("46: a companion")
  func companion() {
    #expect(add(.companion) == errSecSuccess)
    #expect(read() == errSecAuthFailed && device.prompts.isEmpty)
    device.change { $0.companions[.watch] = .init(isInReach: true, pairing: .zero) }
    device.answer(.companionConfirms)
    #expect(read() == errSecSuccess)
  }

  @Test("47: an application password: given, typed, or nobody there to type it")
  func password() {
    let context = phone.context()
    let fail: [CFString: Any] = [kSecUseAuthenticationUI: kSecUseAuthenticationUIFail]
    #expect(add(.applicationPassword, "a", fail) == errSecInteractionNotAllowed)
    device.change { $0.isInteractive = false }
    #expect(add(.applicationPassword) == errSecInteractionNotAllowed)
    #expect(context.setCredential(Data("a".utf8), type: .applicationPassword))
    let given: [CFString: Any] = [kSecUseAuthenticationContext: context]
    #expect(add(.applicationPassword, "a", given) == errSecSuccess)
    #expect(read("a", given) == errSecSuccess)
    #expect(read() == errSecInteractionNotAllowed)
    device.change { $0.isInteractive = true }
    device.answer(.applicationPassword(Array("a".utf8)))
    #expect(read() == errSecSuccess && device.prompts.map(\.stages) == [[.applicationPassword]])
    // Adding asks only for the password, reading also for user presence.
    device.answer(.applicationPassword(Array("b".utf8)))
    #expect(add([.userPresence, .applicationPassword], "b") == errSecSuccess)
    let other = phone.context()
    #expect(other.setCredential(Data("b".utf8), type: .applicationPassword))
    device.answer(.match)
    #expect(read("b", [kSecUseAuthenticationContext: other]) == errSecSuccess)
    let stages = device.prompts.map(\.stages)
    #expect(stages == [[.applicationPassword], [.applicationPassword], [.biometry]])
  }

  @Test("48: cancelled, and every other outcome")
  func outcomes() {
    #expect(add(.userPresence) == errSecSuccess)
    #expect(add(.biometryAny, "b") == errSecSuccess)
    device.answer(.cancel)
    #expect(read() == errSecUserCanceled)
    device.answer(.fallback)
    #expect(read("b") == errSecAuthFailed)
    device.answer(.systemCancel)
    #expect(read("b") == errSecAuthFailed)
    device.change { $0.isInteractive = false }
    let count = device.prompts.count
    #expect(read() == errSecInteractionNotAllowed && device.prompts.count == count)
  }

  @Test("49, 50: what a context brings")
  func contexts() async throws {
    #expect(add(.userPresence) == errSecSuccess && add(nil, "plain") == errSecSuccess)
    func read(_ context: LAContext?, _ interaction: CFString? = nil, _ account: String = "a")
      -> OSStatus
    {
      var more: [CFString: Any] = [:]
      more[kSecUseAuthenticationContext] = context
      more[kSecUseAuthenticationUI] = interaction
      return self.read(account, more)
    }
    #expect(read(nil, kSecUseAuthenticationUIFail) == errSecInteractionNotAllowed)
    #expect(read(nil, kSecUseAuthenticationUISkip) == errSecItemNotFound)
    let silent = phone.context()
    silent.interactionNotAllowed = true
    #expect(read(silent) == errSecInteractionNotAllowed)
    let context = phone.context()
    let made = SecAccessControlCreateWithFlags(
      nil, kSecAttrAccessibleWhenUnlocked, .userPresence, nil)
    let control = try #require(made)
    device.answer(.match)
    try await context.evaluateAccessControl(control, operation: .useItem, localizedReason: "once")
    for interaction in [nil, kSecUseAuthenticationUISkip, kSecUseAuthenticationUIFail] {
      #expect(read(context, interaction) == errSecSuccess)
    }
    #expect(device.prompts.count == 1)
    context.invalidate()
    #expect(read(context) == errSecAuthFailed)
    #expect(read(context, nil, "plain") == errSecSuccess)
    #expect(device.prompts.count == 1)
  }

  @Test("a prompt in a call speaks the context's words, the query's before them")
  func words() {
    #expect(add(.userPresence) == errSecSuccess)
    let context = phone.context()
    context.localizedReason = "mine"
    context.localizedCancelTitle = "No"
    device.answer(.match)
    #expect(read("a", [kSecUseAuthenticationContext: context]) == errSecSuccess)
    #expect(read("a", [kSecUseAuthenticationContext: context]) == errSecSuccess)
    device.answer(.match)
    #expect(read("a", [kSecUseOperationPrompt: "the query's"]) == errSecSuccess)
    context.localizedReason = "again"
    device.lock()
    device.answer(.match)
    let both: [CFString: Any] = [
      kSecUseAuthenticationContext: context, kSecUseOperationPrompt: "wins",
    ]
    #expect(read("a", both) == errSecSuccess)
    #expect(device.prompts.map(\.reason) == ["mine", "the query's", "wins"])
    #expect(device.prompts.map(\.cancelTitle) == ["No", nil, "No"])
  }

  @Test("51, 52: several items, one prompt")
  func several() {
    for account in ["a", "b"] { #expect(add(.userPresence, account) == errSecSuccess) }
    #expect(add(nil, "c") == errSecSuccess)
    device.answer(.match)
    let (status, result) = find(nil, [kSecMatchLimit: kSecMatchLimitAll])
    #expect(status == errSecSuccess && (result as? [Data])?.count == 3)
    #expect(device.prompts.count == 1)
    let skip: [CFString: Any] = [
      kSecMatchLimit: kSecMatchLimitAll, kSecUseAuthenticationUI: kSecUseAuthenticationUISkip,
    ]
    #expect((find(nil, skip).1 as? [Data])?.count == 1)
    // The limit is applied before items are skipped.
    let first = [kSecUseAuthenticationUI: kSecUseAuthenticationUISkip]
    #expect(read(nil, first) == errSecItemNotFound && read("c", first) == errSecSuccess)
    #expect(add(.devicePasscode, "d") == errSecSuccess)
    device.answer(.match, .rightPasscode)
    #expect(read(nil, [kSecMatchLimit: kSecMatchLimitAll]) == errSecSuccess)
    #expect(device.prompts.count == 3)
    device.answer(.match, .cancel)
    #expect(read(nil, [kSecMatchLimit: kSecMatchLimitAll]) == errSecUserCanceled)
  }

  @Test("53: deleting asks nobody; updating does, and binds")
  func changes() {
    #expect(add(.userPresence) == errSecSuccess && add(nil, "b") == errSecSuccess)
    device.answer(.match)
    let label = [kSecAttrLabel: "l"] as NSDictionary
    #expect(phone.run { SecItemUpdate(query("a"), label) } == errSecSuccess)
    #expect(device.prompts.count == 1)
    #expect(phone.run { SecItemDelete(query("a")) } == errSecSuccess && device.prompts.count == 1)
    let control = SecAccessControlCreateWithFlags(
      nil, kSecAttrAccessibleWhenUnlocked, .biometryCurrentSet, nil)
    let constrain = [kSecAttrAccessControl: control as Any] as NSDictionary
    #expect(phone.run { SecItemUpdate(query("b"), constrain) } == errSecSuccess)
    device.answer(.match)
    #expect(read("b") == errSecSuccess && device.prompts.count == 2)
    device.enrol([])
    #expect(add(nil, "c") == errSecSuccess)
    #expect(phone.run { SecItemUpdate(query("c"), constrain) } == errSecAuthFailed)
    #expect(read("b") == errSecItemNotFound && read("c") == errSecSuccess)
  }

  @Test("a call that needs the prompt ends the evaluation that has it")
  func preempts() async {
    #expect(add(.userPresence) == errSecSuccess)
    let context = phone.context()
    let outcome = context.begin(1)
    #expect(await Patience.suspend { !device.prompts.isEmpty })
    let status = Lock<OSStatus?>(nil)
    Thread.detachNewThread { [self] in
      let found = read()
      status.withLock { $0 = found }
    }
    #expect(await outcome.code == -4)
    device.answer(.match)
    #expect(await Patience.suspend { status.withLock { $0 } != nil })
    #expect(status.withLock { $0 } == errSecSuccess && context.can(1) == 0)
  }

  @Test("objects go home from a thread that has nothing in reach")
  func threads() async {
    #expect(add(.userPresence) == errSecSuccess)
    let context = phone.context()
    nonisolated(unsafe) let query = self.query("a", [kSecUseAuthenticationContext: context])
    nonisolated(unsafe) let plain = self.query("a")
    device.answer(.match)
    let statuses = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          returning: unsafe [
            SecItemCopyMatching(query, nil), SecItemCopyMatching(plain, nil),
          ])
      }
    }
    #expect(statuses == [errSecSuccess, errSecNotAvailable] && device.prompts.count == 1)
  }

  @Test("wrong words: a context that is none, a context beside a handle")
  func parameters() {
    let context = phone.context()
    #expect(read("a", [kSecUseAuthenticationContext: "c"]) == errSecParam)
    let both: [CFString: Any] = [
      kSecUseAuthenticationContext: context, "u_CredRef" as CFString: Data([1]),
    ]
    #expect(read("a", both) == errSecParam)
    for interaction in [kSecUseAuthenticationUISkip] {
      #expect(add(nil, "s", [kSecUseAuthenticationUI: interaction]) == errSecParam)
    }
    #expect(read("a", [kSecUseAuthenticationContext: context]) == errSecItemNotFound)
  }

  private func query(_ account: String, _ more: [CFString: Any] = [:]) -> NSDictionary {
    var query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: account]
    query.merge(more) { $1 }
    return query as NSDictionary
  }
}
