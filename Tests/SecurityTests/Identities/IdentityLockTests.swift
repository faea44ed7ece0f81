// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import Security
import Testing

/// Tests of identities with halves that are locked, need the user, or are in the secure element.
///
/// Specification/secitem.md, "Status by operation when the class key is unavailable", "Consequences
/// worth testing", "Authentication loop", "Token and Secure Enclave keys".
@Suite("Identities: locked, constrained and of the element", .timeLimit(.minutes(10)))
struct IdentityLockTests {
  private func identity(_ more: [String: Any] = [:]) -> (status: OSStatus, object: SecIdentity?) {
    let found = Calls.copy(["class": "idnt", "r_Ref": true].merging(more) { $1 })
    return (found.status, found.result as? SecIdentity)
  }

  @Test("50: a certificate is readable while its key is locked, the identity is not")
  func locked() throws {
    let device = SimulatedDevice.phone()
    let made = try MadeIdentity()
    device.run {
      made.add()
      #expect(identity().object == made.object)
    }
    device.lock()
    device.run {
      let query: [String: Any] = ["class": "cert", "r_Ref": true]
      #expect(Calls.copy(query).result as? SecCertificate == made.certificate)
      for more in [[:], ["labl": "leaf"], ["klbl": made.label], ["m_Limit": "m_LimitAll"]]
        as [[String: Any]]
      {
        #expect(identity(more).status == errSecInteractionNotAllowed, "\(more)")
      }
      #expect(Calls.find(["class": "idnt"]) == errSecInteractionNotAllowed)
      #expect(identity(["labl": "other"]).status == errSecItemNotFound)
      #expect(identity(["pdmn": "dk"]).status == errSecItemNotFound)
      let item: [String: Any] = ["v_Ref": made.object, "r_PersistentRef": true]
      // The certificate is a duplicate. The key is locked, so it cannot be compared.
      #expect(Calls.add(item) == errSecInteractionNotAllowed)
    }
    device.unlock()
    device.run { #expect(identity().object == made.object) }
  }

  @Test("explaining a delete makes no call, and counts what is locked of both halves")
  func explainedDelete() throws {
    let device = SimulatedDevice.phone()
    let made = try MadeIdentity()
    device.run {
      #expect(Calls.add(["v_Ref": made.certificate, "pdmn": "ak"]) == errSecSuccess)
      #expect(Calls.add(["v_Ref": made.key, "pdmn": "dk"]) == errSecSuccess)
    }
    // By reference, the call also looks whether another certificate needs the key.
    let open = device.journal
    let byReference = device.explain(.delete([kSecValueRef: made.object] as NSDictionary))
    #expect(byReference.status == errSecSuccess, "\(byReference.text)")
    #expect(device.journal == open)
    device.lock()
    let locked = device.journal
    // Only the first half, the certificate, is found. The second half has nothing locked.
    let found = device.explain(.delete([kSecClass: kSecClassIdentity] as NSDictionary))
    #expect(found.status == errSecSuccess, "\(found.text)")
    #expect(found.contains(FindingCode(rawValue: "K310")), "\(found.text)")
    #expect(device.journal == locked)
    device.unlock()
    device.run { #expect(Calls.find(["v_Ref": made.object]) == errSecSuccess) }
  }

  @Test("a locked key without a certificate stands in nobody's way; a locked certificate does")
  func lockedOthers() throws {
    let device = SimulatedDevice.phone()
    let made = try MadeIdentity()
    let lonely = try MadeIdentity { $0.serial = 2 }
    let closed = try MadeIdentity { $0.serial = 3 }
    device.run {
      #expect(Calls.add(["v_Ref": lonely.key]) == errSecSuccess)
      made.add(["pdmn": "dk"])
    }
    device.lock()
    device.run { #expect(identity(["m_Limit": 1]).object == made.object) }
    device.unlock()
    device.run {
      #expect(Calls.delete(["v_Ref": lonely.key]) == errSecSuccess)
      #expect(Calls.add(["v_Ref": closed.certificate, "pdmn": "ak", "labl": "c"]) == errSecSuccess)
      #expect(Calls.add(["v_Ref": closed.key, "pdmn": "dk", "labl": "c"]) == errSecSuccess)
    }
    device.lock()
    device.run {
      #expect(identity(["labl": "c"]).status == errSecInteractionNotAllowed)
      #expect(identity(["klbl": closed.label]).status == errSecInteractionNotAllowed)
      #expect(identity(["klbl": made.label]).object == made.object)
    }
  }

  @Test("deleting by object needs no key of a class; by reference the object is made first")
  func deletedWhileLocked() throws {
    let device = SimulatedDevice.phone()
    let made = try MadeIdentity()
    let reference = try device.run {
      made.add()
      let found = Calls.copy(["class": "idnt", "r_PersistentRef": true])
      return try #require(found.result as? Data)
    }
    device.lock()
    device.run {
      #expect(Calls.delete(["v_PersistentRef": reference]) == errSecInteractionNotAllowed)
      #expect(Calls.find(["v_Ref": made.certificate]) == errSecSuccess)
    }
    device.unlock()
    device.run {
      #expect(Calls.delete(["v_PersistentRef": reference]) == errSecSuccess)
      #expect(Calls.find(["class": "keys"]) == errSecItemNotFound)
    }
  }

  @Test("a key that needs the user asks once it belongs to a certificate")
  func constrained() throws {
    let device = SimulatedDevice.phone()
    let made = try MadeIdentity()
    let lonely = try MadeIdentity { $0.serial = 2 }
    let control = try #require(Calls.accessControl("ak", .userPresence))
    device.run {
      #expect(Calls.add(["v_Ref": lonely.key, "accc": control]) == errSecSuccess)
      #expect(Calls.add(["v_Ref": made.certificate]) == errSecSuccess)
      #expect(identity().status == errSecItemNotFound)
      #expect(Calls.add(["v_Ref": made.key, "accc": control]) == errSecSuccess)
      #expect(identity(["u_AuthUI": "u_AuthUIF"]).status == errSecInteractionNotAllowed)
      #expect(identity(["u_AuthUI": "u_AuthUIS"]).status == errSecItemNotFound)
      device.answer(.biometry("right index"))
      #expect(identity().object == made.object)
      device.answer(.cancel)
      #expect(identity().status == errSecUserCanceled)
      #expect(device.unusedSteps.isEmpty)
    }
  }

  @Test("a key of the secure element makes one, signs for it and is not read")
  func element() throws {
    let keychain = try TemporaryKeychain()
    try keychain.run {
      let parameters: [String: Any] = [
        kSecAttrTokenID as String: kSecAttrTokenIDSecureEnclave,
        kSecPrivateKeyAttrs as String: [kSecAttrIsPermanent as String: true],
      ]
      let key = try #require(KeyCalls.generate(kSecAttrKeyTypeEC, 256, parameters).object)
      let made = try MadeIdentity(for: key)
      #expect(Calls.add(["v_Ref": made.certificate]) == errSecSuccess)
      let found = try #require(identity().object)
      #expect(found == made.object)
      var own: SecKey?
      #expect(unsafe SecIdentityCopyPrivateKey(found, &own) == errSecSuccess)
      let text = Data("text".utf8)
      let algorithm = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256
      let signer = try #require(own)
      let signature = try #require(KeyCalls.sign(signer, algorithm, text).object)
      let half = try #require(SecKeyCopyPublicKey(key))
      #expect(KeyCalls.verify(half, algorithm, text, signature).object == true)
      let data = Calls.copy(["class": "idnt", "r_Data": true])
      #expect(data.status == errSecSuccess && data.result == nil)
      let row = Calls.copy(["class": "idnt", "r_Attributes": true]).result as? [String: Any]
      #expect(row?["tkid"] as? String == "com.apple.setoken" && row?["certtkid"] == nil)
      #expect(row?["toid"] == nil && row?["v_Data"] == nil)
      var alone: SecIdentity?
      #expect(
        unsafe SecIdentityCreateWithCertificate(nil, made.certificate, &alone) == errSecSuccess)
      #expect(alone == made.object)
      // The certificate, not the key, is asked for the token.
      let token: [String: Any] = ["tkid": kSecAttrTokenIDSecureEnclave]
      #expect(identity(token).status == errSecItemNotFound)
      #expect(Calls.delete(["v_Ref": found]) == errSecSuccess)
      #expect(Calls.find(["class": "keys"]) == errSecItemNotFound)
    }
  }
}
