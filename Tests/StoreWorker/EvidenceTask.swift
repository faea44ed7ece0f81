// SPDX-License-Identifier: Apache-2.0
import Authentication
import Foundation
import Glibc
import Keybag
import KeychainEngine
import KeychainTypes
import LocalAuthentication
import SecureMemory
import Security
import TestPatience

/// `evidence WORD...`: works with items that need evidence, on the store of LATCHKEY_HOME.
///
/// - `passcode TEXT` sets the first passcode, and `remove TEXT` removes the passcode.
/// - `make FLAGS` adds an item. `read` finds its secret and prints the status.
/// - `lock` locks the store, `forget` drops all its keys, `unlock TEXT` restores them, and `state`
///   prints whether they are available.
/// - `failures` prints the number of failed matches, and `count COUNT` records COUNT failed
///   matches.
/// - `ask COUNT` reads COUNT times without waiting for a reader. `fail` does so too, with prompts
///   disabled.
/// - `look` prints how long two looks for the reader took. The first may take longer than its
///   answer remains valid.
/// - `can` prints how long `canEvaluatePolicy` took.
/// - `observe` prints the changes of the passcode that an observer was told of.
/// - `owner` prints the calls that succeed in a store without a passcode.
/// - `keep FILE` evaluates the owner's policy, removes FILE, and reads with the evidence from the
///   evaluation.
enum EvidenceTask {
  static func run(_ arguments: [String]) -> Int32 {
    do {
      switch (arguments.first, arguments.dropFirst().first) {
      case ("passcode", let text?):
        try session().setPasscode(passcode(text), for: .standard)
      case ("unlock", let text?):
        try session().unlockStore(passcode(text), at: .prompt, for: .standard)
      case ("make", let flags?): return make(flags)
      case ("read", _): return try read()
      case ("ask", let count): for _ in 0..<(count.flatMap { Int($0) } ?? 1) { readOnce() }
      case ("fail", _): readOnce(kSecUseAuthenticationUIFail)
      case ("lock", _): try session().lockStore(all: false)
      case ("forget", _): try session().lockStore(all: true)
      case ("state", _): say("\(try session().lockStatus().state)")
      case ("look", _): look()
      case ("can", _): canEvaluate()
      case ("remove", let text?):
        try session().removePasscode(passcode(text), at: .prompt)
      case ("observe", _): observe()
      case ("owner", _): lookAtOwner()
      case ("count", let count?):
        for _ in 0..<(Int(count) ?? 0) { _ = try session().countBiometry(1) }
      case ("keep", let file?): keep(file)
      case ("failures", _): say("\(try attempts().biometryFailures)")
      default: return 2
      }
      return 0
    } catch {
      say("\(error)")
      return 1
    }
  }

  private static var query: [CFString: Any] {
    [
      kSecClass: kSecClassGenericPassword, kSecAttrService: "worker",
      kSecAttrAccount: "evidence",
    ]
  }

  private static func passcode(_ text: String) throws -> Passcode {
    try Passcode(SecretBytes(copying: Array(text.utf8)))
  }

  private static func session() throws(KeychainError) -> Session {
    try EmbeddedEngine.session(in: .dataProtection)
  }

  private static func attempts() throws -> PasscodeThrottle {
    let environment = Environment.system
    let keys = KeybagFiles(
      directory: try StoreLocation(.ofThisProcess).directory, files: environment.files,
      holder: environment.holder)
    return try keys.readAttempts(at: environment.clock.bootMoment)
  }

  private static func make(_ name: String) -> Int32 {
    let flags: [String: SecAccessControlCreateFlags] = [
      "presence": .userPresence, "biometry": .biometryAny, "current": .biometryCurrentSet,
      "password": .applicationPassword,
    ]
    guard let flags = flags[name] else { return 2 }
    if flags != .userPresence, flags != .applicationPassword { awaitReader() }
    var item = query
    item[kSecValueData] = Data("secret".utf8)
    item[kSecAttrAccessControl] = SecAccessControlCreateWithFlags(
      nil, kSecAttrAccessibleWhenUnlocked, flags, nil)
    let status = SecItemAdd(item as CFDictionary, nil)
    say("status \(status)")
    return status == 0 ? 0 : 1
  }

  private static func read() throws -> Int32 {
    if try attempts().biometryFailures < PasscodeThrottle.biometryLimit,
      unsafe getenv("LATCHKEY_PROMPT_HELPER") != nil
    {
      awaitReader()
    }
    readOnce()
    return 0
  }

  private static func readOnce(_ interaction: CFString? = nil) {
    var asked = query
    if let interaction { asked[kSecUseAuthenticationUI] = interaction }
    asked[kSecReturnData] = true
    asked[kSecUseOperationPrompt] = "to \"test\" it"
    var result: CFTypeRef?
    let stopwatch = Stopwatch()
    let status = unsafe SecItemCopyMatching(asked as CFDictionary, &result)
    let text = (result as? Data).map { String(decoding: $0, as: UTF8.self) } ?? ""
    say("status \(status) \(text)")
    say("milliseconds \(stopwatch.milliseconds)")
    let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    say("descriptors \(open.count)")
  }

  private static func look() {
    var means = PromptMeans(helper: HelperProgram.installed(at: variable("LATCHKEY_PROMPT_HELPER")))
    (means.finding, means.sensorLife) = (1_500, 1_000_000)
    let asks = MachineAuthenticator(means) { () throws(KeychainError) in try session() }
    for _ in 0..<2 {
      let stopwatch = Stopwatch()
      _ = asks.facts(for: Caller(identifier: "", groups: []))
      say("milliseconds \(stopwatch.milliseconds)")
    }
  }

  private static func canEvaluate() {
    let stopwatch = Stopwatch()
    var error: NSError?
    let can = unsafe LAContext().canEvaluatePolicy(
      .deviceOwnerAuthenticationWithBiometrics, error: &error)
    say("status \(can)")
    say("milliseconds \(stopwatch.milliseconds)")
  }

  private static func keep(_ file: String) {
    let context = LAContext()
    let done = DispatchSemaphore(value: 0)
    context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "to keep it") {
      yes, error in
      say("evaluated \(yes ? 0 : (error as? LAError)?.code.rawValue ?? 1)")
      done.signal()
    }
    done.wait()
    var asked = query
    asked[kSecReturnData] = true
    asked[kSecUseAuthenticationContext] = context
    asked[kSecUseAuthenticationUI] = kSecUseAuthenticationUIFail
    var result: CFTypeRef?
    say("status \(unsafe SecItemCopyMatching(asked as CFDictionary, &result))")
    unsafe unlink(file)
    // The last look at the machine stays valid for a while.
    var status: Int32 = 0
    Patience.waitOrExit(for: "the service file's removal to count") {
      status = unsafe SecItemCopyMatching(asked as CFDictionary, &result)
      return status != 0
    }
    say("status \(status)")
  }

  /// Tries the policy of the device's owner, a saved right, and an item of the passcode's class.
  private static func lookAtOwner() {
    say("owner \(unsafe LAContext().canEvaluatePolicy(.deviceOwnerAuthentication, error: nil))")
    let done = DispatchSemaphore(value: 0)
    LARightStore.shared.saveRight(LARight(), identifier: "worker") { _, error in
      say("right \((error as? LAError)?.code.rawValue ?? 0)")
      done.signal()
    }
    done.wait()
    var item = query
    item[kSecValueData] = Data("secret".utf8)
    item[kSecAttrAccessible] = kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly
    say("item \(SecItemAdd(item as CFDictionary, nil))")
  }

  /// Observes the environment until two changes were reported.
  private static func observe() {
    let observer = Observer()
    LAEnvironment.currentUser.addObserver(observer)
    say("observes")
    Patience.waitOrExit(for: "two changes to be told") { observer.count >= 2 }
    LAEnvironment.currentUser.removeObserver(observer)
  }

  private final class Observer: NSObject, LAEnvironmentObserver, Sendable {
    private let told = Lock(0)
    var count: Int { told.withLock { $0 } }

    func environment(
      _ environment: LAEnvironment, stateDidChangeFromOldState oldState: LAEnvironment.State
    ) {
      let (old, new) = (oldState.userPassword?.isSet, environment.state.userPassword?.isSet)
      say("passcode \(old == true) \(new == true)")
      told.withLock { $0 += 1 }
    }
  }

  private static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// Waits for the fingerprint reader: on a busy machine the first look for it may take longer than
  /// a call waits.
  private static func awaitReader() {
    Patience.waitOrExit(for: "the fingerprint reader") {
      let facts = try? EmbeddedEngine.authenticator().facts(for: session().caller)
      return facts?.biometry != nil
    }
  }

  static func say(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = unsafe line.withUnsafeBytes { bytes in unsafe write(1, bytes.baseAddress, bytes.count) }
  }
}
