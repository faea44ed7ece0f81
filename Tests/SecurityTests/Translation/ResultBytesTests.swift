// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import Security
import Testing

/// Tests that a returned data object behaves like any other data object.
@Suite("Returned data")
struct ResultBytesTests {
  /// Returns a stored secret of this many bytes, and an ordinary object with equal bytes.
  private func secret(_ count: Int) throws -> (found: NSData, plain: NSData) {
    let plain = NSData(data: Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }))
    let name: [String: Any] = ["class": "genp", "svce": "s", "acct": "a"]
    let found = try TemporaryKeychain().run { () -> AnyObject? in
      #expect(Calls.add(name.merging(["v_Data": plain]) { $1 }) == errSecSuccess)
      return Calls.copy(name.merging(["r_Data": true]) { $1 }).result
    }
    return (try #require(found as? NSData), plain)
  }

  @Test("equals any other object of its bytes", arguments: [0, 1, 14, 15, 4_096])
  func equality(count: Int) throws {
    let (found, plain) = try secret(count)
    #expect(found.length == count)
    #expect(found.isEqual(plain) && plain.isEqual(found) && found.hash == plain.hash)
    #expect(CFEqual(found, plain) && CFGetTypeID(found) == CFDataGetTypeID())
    #expect(found.description == plain.description)
    #expect(found.base64EncodedString() == plain.base64EncodedString())
  }

  @Test("becomes Data, and a copy that can be changed", arguments: [0, 1, 14, 15, 4_096])
  func copies(count: Int) throws {
    let (found, plain) = try secret(count)
    #expect((found as AnyObject) as? Data == plain as Data)
    #expect(Data(referencing: found) == plain as Data)
    #expect([UInt8](found as Data) == [UInt8](plain as Data))
    #expect(found.copy() as? NSData == plain)
    let changed = try #require(found.mutableCopy() as? NSMutableData)
    changed.append(Data([1]))
    #expect(changed.length == count + 1 && found == plain)
    let half = NSRange(location: count / 2, length: count - count / 2)
    #expect(found.subdata(with: half) == plain.subdata(with: half))
  }

  @Test("is archived as plain data")
  func archive() throws {
    let (found, plain) = try secret(25)
    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: found, requiringSecureCoding: true)
    let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSData.self, from: archive)
    #expect(read == plain)
  }

  @Test("outlives the store that it came from, and may be passed on as part of a property list")
  func propertyList() throws {
    let (found, plain) = try secret(25)
    let list = try PropertyListSerialization.data(
      fromPropertyList: ["key": found], format: .binary, options: 0)
    let read = try unsafe PropertyListSerialization.propertyList(from: list, format: nil)
    #expect((read as? [String: Any])?["key"] as? Data == plain as Data)
  }
}
