// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTypes
import Security
import Testing

/// Tests of dictionaries that no caller should make.
///
/// The process must survive each of them.
@Suite("Hostile dictionaries")
struct HostileTests {
  /// Makes all calls with a value under a key of each sort.
  private func expectAnswers(_ value: Any) {
    let keys = [
      "class", "acct", "labl", "sync", "tomb", "agrp", "pdmn", "accc", "cdat", "musr", "sha1",
      "issr", "type", "UUID", "data", "nleg", "dspk", "m_Limit", "m_Issuers", "m_Policy",
      "m_ValidOnDate", "m_TrustedOnly", "m_HostOrSubdomainOfHost", "m_EmailAddressIfPresent",
      "m_ItemList", "m_Nonsense", "f_any", "r_Data", "r_Ref", "u_AuthUI", "u_NoAuthUI",
      "u_AuthCtx", "u_CredRef", "u_Tomb", "u_ItemList", "u_OpPrompt", "v_Data", "v_Ref",
      "v_PersistentRef", "xx", "",
    ]
    for profile in [Profile.dataProtection, .quirks] {
      let service = RecordingService()
      service.run(profile) {
        for key in keys {
          for itemClass in ["genp", "cert"] {
            let query = NSMutableDictionary()
            query["class"] = itemClass
            query[key] = value
            SecItemAdd(query, nil)
            SecItemCopyMatching(query, nil)
            SecItemUpdate(query, [:] as CFDictionary)
            SecItemUpdate(["class": itemClass] as CFDictionary, query)
            SecItemDelete(query)
          }
        }
      }
    }
  }

  @Test("with arrays that hold themselves")
  func cyclicArray() {
    let array = NSMutableArray()
    array.add("a")
    array.add(array)
    expectAnswers(array)
  }

  @Test("with dictionaries that hold themselves, as value and as the whole")
  func cyclicDictionary() {
    let dictionary = NSMutableDictionary()
    dictionary["acct"] = dictionary
    expectAnswers(dictionary)
    RecordingService().run {
      dictionary["class"] = "genp"
      #expect(SecItemCopyMatching(dictionary, nil) == errSecParam)
    }
  }

  @Test("with containers nested deep, or wide through sharing")
  func nested() {
    var deep: Any = "a"
    for _ in 0..<1_000 { deep = NSArray(object: deep) }
    expectAnswers(deep)
    let wide = NSMutableArray(object: "a")
    var level = wide
    for _ in 0..<40 {
      let next = NSMutableArray()
      next.add(level)
      next.add(level)
      level = next
    }
    expectAnswers(level)
  }

  /// A dictionary that claims more pairs than it lists, and makes its values anew each time.
  private final class Boaster: NSDictionary {
    override var count: Int { 9 }
    override func object(forKey key: Any) -> Any? { NSString(string: "value of \(key)") }
    override func keyEnumerator() -> NSEnumerator {
      NSArray(array: ["class", "acct"].map { NSString(string: $0) }).objectEnumerator()
    }
  }

  @Test("as they may be made: fixed, mutable, empty, of a subclass that boasts")
  func kinds() throws {
    let pairs: [String: Any] = ["class": "genp", "acct": "a", "svce": Data([0x73]), "r_Data": true]
    let asked = RecordingService()
    asked.run { #expect(SecItemCopyMatching(pairs as CFDictionary, nil) == errSecItemNotFound) }
    let wanted = try #require(asked.query).outcome.get()
    #expect(wanted.predicates.count == 2 && wanted.returns == .secret)
    let same: [NSDictionary] = [
      NSDictionary(dictionary: pairs), NSMutableDictionary(dictionary: pairs),
      NSMutableDictionary(dictionary: pairs).copy() as? NSDictionary ?? [:],
      NSDictionary(
        objects: Array(pairs.values),
        forKeys: pairs.keys.map { NSMutableString(string: $0) as NSString }),
    ]
    for dictionary in same {
      let service = RecordingService()
      service.run { #expect(SecItemCopyMatching(dictionary, nil) == errSecItemNotFound) }
      let read = try #require(service.query).outcome.get()
      #expect(read.predicates == wanted.predicates && read.returns == wanted.returns)
    }
    RecordingService().run {
      #expect(SecItemCopyMatching(NSDictionary(), nil) == errSecParam)
      #expect(SecItemCopyMatching(Boaster(), nil) == errSecNoSuchClass)
    }
  }

  @Test("with keys that are containers")
  func containerKeys() {
    let array = NSMutableArray()
    array.add(array)
    let query = NSMutableDictionary()
    query["class"] = "genp"
    query[array] = "a"
    RecordingService().run { #expect(SecItemCopyMatching(query, nil) == errSecParam) }
  }

  @Test(
    "with numbers at the edge",
    arguments: [
      NSNumber(value: Double.nan), NSNumber(value: Double.infinity),
      NSNumber(value: -Double.greatestFiniteMagnitude), NSNumber(value: UInt64.max),
      NSNumber(value: Int64.min), NSNumber(value: Int64.max), NSNumber(value: Float.nan),
      NSDecimalNumber.notANumber, NSDecimalNumber(string: "1e127"), NSNumber(value: -0.0),
      NSNumber(value: true), NSNumber(value: Int8(1)),
    ])
  func numbers(_ number: NSNumber) {
    expectAnswers(number)
  }

  @Test("with text that is no text")
  func text() {
    expectAnswers(String(repeating: "\u{0}", count: 4))
    expectAnswers("\u{FFFD}\u{10FFFF}")
    // Half of a surrogate pair, which Foundation accepts in a string.
    let half: [UInt16] = [0xD83D]
    expectAnswers(unsafe NSString(characters: half, length: 1))
    expectAnswers(String(repeating: "ü", count: 600_000))
  }

  @Test("with values of other types")
  func others() {
    struct Plain {}
    expectAnswers(NSNull())
    expectAnswers(NSObject())
    expectAnswers(Plain())
    expectAnswers(Optional<String>.none as Any)
    expectAnswers(NSError(domain: "a", code: 1))
    expectAnswers(Date.distantPast)
    expectAnswers(Date(timeIntervalSinceReferenceDate: .nan))
    expectAnswers(UUID())
    expectAnswers(NSSet(array: [1, "a"]))
    expectAnswers(URL(fileURLWithPath: "/"))
    expectAnswers({ 1 } as () -> Int)
  }

  /// A call copies large data in one piece, or not at all: byte by byte this test takes minutes.
  @Test("with data of 100 MB")
  func large() {
    expectAnswers(Data(count: 100 << 20) as NSData)
  }
}
