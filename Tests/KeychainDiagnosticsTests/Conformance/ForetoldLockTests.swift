// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainDiagnostics
import KeychainTesting
import Security
import Testing

/// Tests that the status predicted for a locked device is the status that the call answers.
///
/// Specification/secitem.md, "The 60 most discriminating conformance cases", cases 45 to 51.
/// `Stage.explain` makes each call and compares.
@Suite("foretold while locked")
struct ForetoldLockTests {
  static let profiles: [SimulatedDevice.Profile] = [.dataProtection, .ios, .quirks]

  private func expect(
    _ stage: Stage, _ call: KeychainCall, _ status: OSStatus,
    at location: Testing.SourceLocation = #_sourceLocation
  ) {
    let found = stage.explain(call, at: location)
    #expect(found.status == status, "\(found.text)", sourceLocation: location)
  }

  @Test("secitem 45: whatever is asked of a locked item", arguments: profiles)
  func results(_ profile: SimulatedDevice.Profile) {
    let stage = Stage(profile: profile)
    stage.add(["svce": "a", "acct": "b"])
    stage.phone.lock()
    let results: [[NSString: Any]] = [
      [kSecReturnData: true], [kSecReturnAttributes: true], [kSecReturnPersistentRef: true], [:],
    ]
    for result in results {
      let query = ["svce": "a" as Any].merging(result) { $1 }
      expect(stage, stage.search(query), errSecInteractionNotAllowed)
      let other = query.merging(["acct": "none"]) { $1 }
      expect(stage, stage.search(other), errSecItemNotFound)
    }
  }

  @Test("secitem 46: a locked item beside one that is always there", arguments: profiles)
  func beside(_ profile: SimulatedDevice.Profile) {
    let stage = Stage(profile: profile)
    stage.add(["svce": "a", "acct": "1"])
    stage.add(["svce": "a", "acct": "2", "pdmn": "dk"])
    stage.phone.lock()
    let all: [NSString: Any] = ["svce": "a", "limit": kSecMatchLimitAll, "r_Data": true]
    expect(stage, stage.search(all), errSecInteractionNotAllowed)
    expect(stage, stage.search(all.merging(["pdmn": "dk"]) { $1 }), errSecSuccess)
  }

  @Test("secitem 47: changes while locked", arguments: profiles)
  func changes(_ profile: SimulatedDevice.Profile) {
    let stage = Stage(profile: profile)
    stage.add(["svce": "a", "acct": "b"])
    stage.phone.lock()
    let query = Stage.password(["svce": "a"])
    expect(
      stage, .update(query, setting: [kSecAttrLabel: "x"] as NSDictionary),
      errSecInteractionNotAllowed)
    expect(stage, .delete(query), errSecSuccess)
    expect(stage, stage.adding(["svce": "new"]), errSecInteractionNotAllowed)
    let open: [NSString: Any] = ["svce": "new", "pdmn": kSecAttrAccessibleAfterFirstUnlock]
    expect(stage, stage.adding(open), errSecSuccess)
  }

  @Test("secitem 48: a place that a locked item holds", arguments: profiles)
  func place(_ profile: SimulatedDevice.Profile) {
    let stage = Stage(profile: profile)
    stage.add(["svce": "a", "acct": "b"])
    stage.phone.lock()
    let other: [NSString: Any] = [
      "svce": "a", "acct": "b", "pdmn": kSecAttrAccessibleAfterFirstUnlock,
    ]
    expect(stage, stage.adding(other), errSecInteractionNotAllowed)
  }

  @Test("secitem 49: before the first unlock", arguments: profiles)
  func start(_ profile: SimulatedDevice.Profile) {
    let stage = Stage(profile: profile)
    for name in ["ck", "cku", "dk"] { stage.add(["svce": name, "pdmn": name]) }
    stage.phone.reboot()
    expect(stage, stage.search(["svce": "ck"]), errSecInteractionNotAllowed)
    expect(stage, stage.search(["svce": "cku"]), errSecInteractionNotAllowed)
    expect(stage, stage.search(["svce": "dk"]), errSecSuccess)
  }

  @Test("secitem 50: certificates are there while locked, keys are not", arguments: profiles)
  func identity(_ profile: SimulatedDevice.Profile) throws {
    let stage = Stage(profile: profile)
    let certificate = SecCertificateCreateWithData(nil, MadeCertificate.der as NSData)
    let reference: [NSString: Any] = [kSecValueRef: try #require(certificate)]
    #expect(stage.phone.run { SecItemAdd(reference as NSDictionary, nil) } == errSecSuccess)
    stage.phone.lock()
    let query: [NSString: Any] = [kSecClass: kSecClassCertificate, kSecReturnRef: true]
    expect(stage, .copyMatching(query as NSDictionary), errSecSuccess)
    let key: [NSString: Any] = [
      kSecClass: kSecClassKey, kSecAttrApplicationLabel: Data("k".utf8),
      kSecValueData: Data("x".utf8),
    ]
    expect(stage, .add(key as NSDictionary), errSecInteractionNotAllowed)
  }

  @Test("secitem 51: the passcode goes, and what was bound to it", arguments: profiles)
  func passcode(_ profile: SimulatedDevice.Profile) throws {
    let stage = Stage(profile: profile)
    let item: [NSString: Any] = [
      "svce": "a", "acct": "b", "pdmn": kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly,
    ]
    stage.add(item)
    try stage.phone.removePasscode("1234")
    expect(stage, stage.search(["svce": "a"]), errSecItemNotFound)
    expect(stage, stage.adding(item), errSecNotAvailable)
  }
}
