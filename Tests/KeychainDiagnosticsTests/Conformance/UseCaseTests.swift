// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainDiagnostics
import KeychainTesting
import LocalAuthentication
import Security
import TestPatience
import Testing

/// Tests of reports about calls with keys and contexts (Specification/diagnostics.md, "Tracing a
/// running program", "Lock state and authentication findings").
@Suite("diagnosis: keys and contexts")
struct UseCaseTests {
  /// Makes a private key of the secure element.
  static func elementKey(
    _ stage: Stage, _ flags: SecAccessControlCreateFlags,
    _ protection: CFString = kSecAttrAccessibleWhenUnlockedThisDeviceOnly, isStored: Bool = true
  ) throws -> SecKey {
    let terms = try control(flags.union(.privateKeyUsage), protection)
    let key = stage.phone.run {
      SecKeyCreateRandomKey(
        [
          kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
          kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
          kSecPrivateKeyAttrs: [
            kSecAttrIsPermanent: isStored, kSecAttrAccessControl: terms,
          ] as [CFString: Any],
        ] as CFDictionary, nil)
    }
    return try #require(key)
  }

  static func sign(_ key: SecKey, _ stage: Stage) -> Int {
    var error: Unmanaged<CFError>?
    let signature = stage.phone.run {
      unsafe SecKeyCreateSignature(
        key, .ecdsaSignatureMessageX962SHA256, Data("canary-data".utf8) as CFData, &error)
    }
    guard signature == nil else { return 0 }
    return unsafe (error?.takeRetainedValue()).map { Int($0.code) } ?? 1
  }

  private func recordOfSigning(_ key: SecKey, _ stage: Stage) -> CallRecord? {
    var code = 0
    let calls = stage.record { code = Self.sign(key, stage) }
    #expect(calls.count == 1 && Int(calls[0].status) == code)
    #expect(calls.first?.function == "SecKeyCreateSignature")
    return calls.first
  }

  @Test("a key whose class is locked, and one before the first unlock", arguments: [false, true])
  func locked(_ isStored: Bool) throws {
    let stage = Stage()
    let unlocked = try Self.elementKey(stage, [], isStored: isStored)
    let first = try Self.elementKey(
      stage, [], kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly, isStored: isStored)
    stage.phone.lock()
    let call = try #require(recordOfSigning(unlocked, stage))
    #expect(call.status == errSecInteractionNotAllowed && call.telling == ["K301"])
    #expect(call.findings.first?.text.contains("protection aku (when unlocked)") == true)
    stage.phone.reboot()
    #expect(recordOfSigning(first, stage)?.telling == ["K302"])
  }

  @Test("a key that needs a person: background, nobody to ask, cancelled, not recognised")
  func person() throws {
    let stage = Stage()
    let key = try Self.elementKey(stage, .biometryCurrentSet)
    stage.phone.enterBackground()
    let hidden = try #require(recordOfSigning(key, stage))
    #expect(hidden.status == -1004 && hidden.telling == ["K309"])
    #expect(hidden.explanation.text.contains("answered -1004 LAError.notInteractive"))
    try stage.phone.enterForeground(stage.app)
    stage.phone.setInteractive(false)
    #expect(recordOfSigning(key, stage)?.telling == ["K308"])
    stage.phone.setInteractive(true)
    stage.phone.answer(.cancel)
    #expect(recordOfSigning(key, stage)?.telling == ["K313"])
    try stage.phone.failBiometry(times: 5)
    let failed = try #require(recordOfSigning(key, stage))
    #expect(failed.status == -8 && failed.telling == ["K312"])
    #expect(failed.findings.first?.text.contains("LA code -8") == true)
  }

  @Test("what a key is made of is told, and an add that fails within tells why the key is not made")
  func making() throws {
    let stage = Stage()
    let label = [kSecAttrLabel: "canary-label"] as [CFString: Any]
    let parameters =
      [
        kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
        kSecPrivateKeyAttrs: label.merging([kSecAttrIsPermanent: true]) { $1 },
      ] as CFDictionary
    stage.phone.lock()
    let calls = stage.record {
      _ = stage.phone.run { SecKeyCreateRandomKey(parameters, nil) }
    }
    #expect(calls.map(\.function) == ["SecItemAdd", "SecKeyCreateRandomKey"])
    #expect(calls.map(\.telling) == [["K304"], ["K304"]])
    let last = stage.phone.run { lastFailure() }
    #expect(last?.text.hasPrefix("SecKeyCreateRandomKey answered -25308") == true)
    #expect(last?.telling == ["K304"])
    let element: [CFString: Any] = [
      kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
      kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
    ]
    let made = stage.record {
      _ = stage.phone.run { SecKeyCreateRandomKey(element as CFDictionary, nil) }
    }
    #expect(made.map(\.telling) == [["K304"]])
  }

  @Test("without a passcode no key is made that needs one, and no group that is not held")
  func refusedMaking() throws {
    let stage = Stage(passcode: nil)
    func make(_ more: [CFString: Any]) throws -> CallRecord {
      var attributes = more
      attributes[kSecAttrIsPermanent] = true
      let calls = stage.record {
        _ = stage.phone.run {
          SecKeyCreateRandomKey(
            [
              kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
              kSecAttrTokenID: kSecAttrTokenIDSecureEnclave, kSecPrivateKeyAttrs: attributes,
            ] as CFDictionary, nil)
        }
      }
      return try #require(calls.first)
    }
    let terms = try control(.privateKeyUsage, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly)
    #expect(try make([kSecAttrAccessControl: terms]).telling == ["K314"])
    #expect(try make([kSecAttrAccessGroup: "ABCDE12345.x"]).telling == ["K401"])
  }

  @Test("what is refused for itself has no finding: the reason stands in the report")
  func reasons() throws {
    let stage = Stage()
    let key = try Self.elementKey(stage, [])
    let calls = stage.record {
      stage.phone.run {
        _ = SecKeyCopyExternalRepresentation(key, nil)
        _ = SecKeyCreateEncryptedData(key, .rsaEncryptionPKCS1, Data() as CFData, nil)
        _ = SecKeyCopyPublicKey(key)
        let name = SecKeyAlgorithm(rawValue: "canary-algorithm" as CFString)
        _ = SecKeyCreateSignature(key, name, Data() as CFData, nil)
      }
    }
    #expect(calls.map(\.status) == [errSecUnimplemented, errSecParam, 0, errSecParam])
    #expect(calls.allSatisfy { $0.telling.isEmpty })
    let text = calls[0].explanation.text
    #expect(text.contains("decided: a key of the secure element cannot be read"))
    #expect(text.contains("key <EC 256 private com.apple.setoken #"))
    #expect(calls[3].explanation.text.contains("algorithm unknown"))
  }

  @Test("a policy: no passcode, forbidden, in background, cancelled, and success")
  func policies() throws {
    let stage = Stage(passcode: nil, finger: false)
    func record(_ body: () -> Void) throws -> CallRecord {
      try #require(stage.record { stage.phone.run(body) }.first)
    }
    let without = try record {
      _ = unsafe LAContext().canEvaluatePolicy(.deviceOwnerAuthentication, error: nil)
    }
    #expect(without.function == "LAContext.canEvaluatePolicy")
    #expect(without.status == -5 && without.telling == ["K312"])
    #expect(without.findings.first?.text == "No passcode. LA code -5.")
    try stage.phone.setPasscode("1234")
    let forbidden = try record {
      let context = LAContext()
      context.interactionNotAllowed = true
      Self.evaluate(context)
    }
    #expect(forbidden.status == -1004 && forbidden.telling == ["K307"])
    #expect(forbidden.explanation.text.contains("policy deviceOwnerAuthentication"))
    stage.phone.answer(.cancel)
    #expect(try record { Self.evaluate(LAContext()) }.telling == ["K313"])
    stage.phone.answer(.passcode("1234"))
    let allowed = try record { Self.evaluate(LAContext()) }
    #expect(allowed.status == 0 && allowed.telling.isEmpty)
    stage.phone.enterBackground()
    #expect(try record { Self.evaluate(LAContext()) }.telling == ["K309"])
  }

  /// Evaluates a context and waits for the reply.
  static func evaluate(_ context: LAContext, _ reason: String = "canary-reason") {
    let done = DispatchSemaphore(value: 0)
    context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: reason) { _, _ in
      done.signal()
    }
    #expect(Patience.wait { done.wait(timeout: .now()) == .success })
  }

  @Test("case 81: the lock ended what the context proved, and so does the time")
  func lapsed() throws {
    let stage = Stage(finger: false)
    stage.add(["svce": "a", "accc": try control(.userPresence)])
    let context = stage.phone.run { LAContext() }
    let search = stage.search(["svce": "a", "r_Data": true, "context": context])
    stage.phone.answer(.passcode("1234"))
    stage.phone.run { Self.evaluate(context) }
    context.interactionNotAllowed = true
    #expect(stage.explain(search).status == errSecSuccess)
    stage.phone.lock()
    let unlocked = try stage.phone.unlock(passcode: "1234")
    #expect(unlocked)
    let found = stage.explain(search)
    #expect(found.status == errSecInteractionNotAllowed && found.telling == ["K307", "K316"])
    let text = found.findings.first { $0.code == .evidenceExpired }?.text
    #expect(text?.hasSuffix("evidence holds 600 s, and the lock ended it.") == true)
    // A context that was never evaluated has no evidence that could lapse.
    let fresh = stage.phone.run { LAContext() }
    fresh.interactionNotAllowed = true
    let other = stage.explain(stage.search(["svce": "a", "r_Data": true, "context": fresh]))
    #expect(other.telling == ["K307"])
  }

  @Test("evidence that is too old: of a context, and of a call that forbids asking")
  func old() throws {
    let stage = Stage(finger: false)
    stage.add(["svce": "a", "accc": try control(.userPresence)])
    let context = stage.phone.run { LAContext() }
    stage.phone.answer(.passcode("1234"))
    stage.phone.run { Self.evaluate(context) }
    try stage.phone.advance(by: .seconds(700))
    let search = stage.search([
      "svce": "a", "r_Data": true, "context": context, "ui": kSecUseAuthenticationUIFail,
    ])
    let found = stage.explain(search)
    #expect(found.telling == ["K307", "K316"])
    context.interactionNotAllowed = true
    let calls = stage.record { stage.phone.run { Self.evaluate(context) } }
    #expect(calls.first?.telling == ["K307", "K316"])
    #expect(
      calls.first?.findings.last { $0.code == .evidenceExpired }?.text.contains(
        "evidence holds 600 s.") == true)
  }
}
