// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import LocalAuthentication
import Security
import Testing

/// Tests of saved rights on a simulated device (Specification/access-control.md, "Rights of
/// LocalAuthentication").
@Suite("LARightStore", .timeLimit(.minutes(10)))
struct StoredRightTests {
  private let phone = SimulatedDevice.phone()
  private static let secret = Data("secret".utf8)
  private static let text = Data("a text".utf8)
  private static let signature = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256
  private static let encryption = SecKeyAlgorithm.eciesEncryptionStandardX963SHA256AESGCM

  private func save(
    _ requirement: LAAuthenticationRequirement = .default, _ identifier: String = "right",
    secret: Data = secret
  ) async throws -> LAPersistedRight {

    return try await phone.run {
      try await LARightStore.shared.saveRight(
        LARight(requirement: requirement), identifier: identifier, secret: secret)
    }
  }

  private func load(_ identifier: String = "right") async throws -> LAPersistedRight {
    try await phone.run { try await LARightStore.shared.right(forIdentifier: identifier) }
  }

  /// Returns the number of items on the device.
  private func items() -> Int {
    var count = 0
    for itemClass in [kSecClassKey, kSecClassGenericPassword] {
      let query: [String: Any] = [
        kSecClass as String: itemClass, kSecMatchLimit as String: kSecMatchLimitAll,
        kSecReturnAttributes as String: true,
      ]
      var result: CFTypeRef?
      _ = phone.run { unsafe SecItemCopyMatching(query as CFDictionary, &result) }
      count += (result as? [Any])?.count ?? 0
    }
    return count
  }

  @Test("key and secret are used while the right is authorized, and nobody is asked by using them")
  func use() async throws {
    _ = try await save()
    let right = try await load()
    #expect(right.state == .unknown && phone.prompts.isEmpty)
    let sealed = try await right.key.publicKey.encrypt(Self.text, algorithm: Self.encryption)
    let other = try await save(.default, "other")
    let point = try await other.key.publicKey.bytes
    func expectRefused() async {
      #expect(await code { _ = try await right.secret.rawData } == -1004)
      #expect(
        await code { _ = try await right.key.sign(Self.text, algorithm: Self.signature) } == -1004)
      #expect(
        await code { _ = try await right.key.decrypt(sealed, algorithm: Self.encryption) } == -1004)
    }
    await expectRefused()
    phone.answer(CaseRun.finger)
    try await right.authorize(localizedReason: "test")
    #expect(try await right.secret.rawData == Self.secret)
    let signature = try await right.key.sign(Self.text, algorithm: Self.signature)
    let half = right.key.publicKey
    try await half.verify(Self.text, signature: signature, algorithm: Self.signature)
    #expect(
      await code {
        try await half.verify(Data(), signature: signature, algorithm: Self.signature)
      } == -67808)
    #expect(try await right.key.decrypt(sealed, algorithm: Self.encryption) == Self.text)
    let shared = try await right.key.exchangeKeys(
      publicKey: point, algorithm: .ecdhKeyExchangeStandard, parameters: [:])
    #expect(shared.count == 32)
    #expect(phone.prompts.count == 1)
    await right.deauthorize()
    await expectRefused()
    #expect(phone.prompts.count == 1)
  }

  @Test("the halves say what they can do")
  func support() async throws {
    let right = try await save()
    #expect(right.key.canSign(using: Self.signature))
    #expect(right.key.canDecrypt(using: Self.encryption))
    #expect(right.key.canExchangeKeys(using: .ecdhKeyExchangeCofactorX963SHA512))
    #expect(!right.key.canSign(using: .rsaSignatureRaw))
    #expect(right.key.publicKey.canEncrypt(using: Self.encryption))
    #expect(right.key.publicKey.canVerify(using: Self.signature))
    #expect(!right.key.publicKey.canVerify(using: .rsaSignatureRaw))
    #expect(try await right.key.publicKey.bytes.count == 65)
  }

  /// Leaves a key behind, as a process does that is killed before it names the key.
  private func leaveKey(_ identifier: String) throws {
    let half: [String: Any] = [
      kSecAttrIsPermanent as String: true,
      kSecAttrApplicationTag as String: Data(
        "com.apple.LocalAuthentication.right.\(identifier)".utf8),
    ]
    let parameters: [String: Any] = [
      kSecAttrKeyType as String: kSecAttrKeyTypeECSECPrimeRandom,
      kSecAttrKeySizeInBits as String: 256,
      kSecAttrTokenID as String: kSecAttrTokenIDSecureEnclave,
      kSecPrivateKeyAttrs as String: half,
    ]
    let key = phone.run { SecKeyCreateRandomKey(parameters as CFDictionary, nil) }
    _ = try #require(key)
  }

  @Test("keys that a killed process left go with the next save of the name, or with all rights")
  func lostKeys() async throws {
    try leaveKey("right")
    try leaveKey("other")
    _ = try await save()
    #expect(items() == 4)  // another process may be about to name it
    try phone.advance(by: .seconds(61))
    _ = try await save(secret: Data())
    #expect(items() == 3)
    let right = try await save(secret: Data())
    #expect(items() == 3)
    phone.answer(CaseRun.finger)
    try await right.authorize(localizedReason: "test")
    try await phone.run { try await LARightStore.shared.removeAllRights() }
    #expect(items() == 0)
  }

  @Test("a right of the same name is replaced with its key and secret; removed ones are gone")
  func replace() async throws {
    let first = try await save()
    let former = try await first.key.publicKey.bytes
    let second = try await save(secret: Data())
    #expect(try await second.key.publicKey.bytes != former && items() == 2)
    phone.answer(CaseRun.finger, CaseRun.finger)
    try await second.authorize(localizedReason: "test")
    #expect(try await second.secret.rawData.isEmpty)
    try await first.authorize(localizedReason: "test")
    #expect(await code { _ = try await first.secret.rawData } == -25300)
    try await phone.run { try await LARightStore.shared.removeRight(second) }
    #expect(items() == 0)
    #expect(await code { _ = try await load() } == -25300)
    let again = await code {
      try await phone.run { try await LARightStore.shared.removeRight(forIdentifier: "right") }
    }
    #expect(again == -25300)
    _ = try await save(.default, "one")
    _ = try await save(.biometry, "two")
    try await phone.run { try await LARightStore.shared.removeAllRights() }
    try await phone.run { try await LARightStore.shared.removeAllRights() }
    #expect(items() == 0)
  }

  @Test("a right needs a passcode, and goes with it")
  func passcode() async throws {
    _ = try await save()
    #expect(try phone.removePasscode("1234"))
    #expect(await code { _ = try await load() } == -25300)
    #expect(await code { _ = try await save() } == -5)
    #expect(items() == 0)
  }

  @Test("a locked device ends the authorization and gives nothing away")
  func locked() async throws {
    let right = try await save()
    phone.answer(CaseRun.finger)
    try await right.authorize(localizedReason: "test")
    phone.lock()
    #expect(await code { _ = try await right.secret.rawData } == -1004)
    #expect(await code { _ = try await right.key.sign(Data(), algorithm: Self.signature) } == -1004)
    phone.unlock()
    #expect(phone.prompts.count == 1)
  }

  @Test("another application has rights of its own, even in a group with this one")
  func applications() async throws {
    let one = SimulatedDevice.App("one", entitlements: .init(groups: ["TEST.shared"]))
    let other = SimulatedDevice.App("other", entitlements: .init(groups: ["TEST.shared"]))
    phone.install(one)
    phone.install(other)
    let right = try await phone.run(as: one) {
      try await LARightStore.shared.saveRight(LARight(), identifier: "r", secret: Self.secret)
    }
    try await phone.run(as: other) {
      #expect(await code { _ = try await LARightStore.shared.right(forIdentifier: "r") } == -25300)
      #expect(
        await code { try await LARightStore.shared.removeRight(forIdentifier: "r") } == -25300)
      _ = try await LARightStore.shared.saveRight(LARight(), identifier: "r", secret: Data())
      try await LARightStore.shared.removeAllRights()
    }
    phone.answer(CaseRun.finger)
    try phone.enterForeground(one)
    try await phone.run(as: one) {
      let again = try await LARightStore.shared.right(forIdentifier: "r")
      #expect(try await again.key.publicKey.bytes == right.key.publicKey.bytes)
      try await again.authorize(localizedReason: "test")
      #expect(try await again.secret.rawData == Self.secret)
    }
  }

  @Test("a saved right that is saved anew asks what it asked")
  func anew() async throws {
    let first = try await save(.biometryCurrentSet)
    let again = try await phone.run {
      try await LARightStore.shared.saveRight(first, identifier: "new", secret: Self.secret)
    }
    #expect(await code { _ = try await again.secret.rawData } == -1004)
    phone.answer(CaseRun.finger)
    try await again.authorize(localizedReason: "test")
    #expect(phone.prompts.count == 1)
    #expect(try await again.secret.rawData == Self.secret)
    // The right is still bound to the fingers enrolled at the first save.
    try phone.enrol("left index")
    let loaded = try await load("new")
    #expect(await code { try await loaded.checkCanAuthorize() } == -1)
    #expect(await code { try await loaded.authorize(localizedReason: "test") } == -1)
    #expect(await code { _ = try await loaded.secret.rawData } == -1004)
  }

  @Test("a key that is not stored is refused like a stored one when its fingers are gone")
  func fingersGone() throws {
    try phone.run {
      let control = SecAccessControlCreateWithFlags(
        nil, kSecAttrAccessibleWhenUnlocked, [.biometryCurrentSet, .privateKeyUsage], nil)
      for isStored in [true, false] {
        let parameters: [String: Any] = [
          kSecAttrKeyType as String: kSecAttrKeyTypeECSECPrimeRandom,
          kSecAttrKeySizeInBits as String: 256,
          kSecAttrTokenID as String: kSecAttrTokenIDSecureEnclave,
          kSecPrivateKeyAttrs as String: [
            kSecAttrIsPermanent as String: isStored,
            kSecAttrAccessControl as String: control as Any,
          ],
        ]
        let made = SecKeyCreateRandomKey(parameters as CFDictionary, nil)
        let key = try #require(made)
        try phone.enrol("finger \(isStored)")
        var error: Unmanaged<CFError>?
        #expect(unsafe SecKeyCreateSignature(key, Self.signature, NSData(), &error) == nil)
        let found = unsafe error?.takeRetainedValue()
        #expect(found?.domain == "NSOSStatusErrorDomain" && found?.code == -25293)
      }
    }
  }
}
