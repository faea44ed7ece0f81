// SPDX-License-Identifier: Apache-2.0

import CodeIdentity
import Foundation
import TestPatience
import Testing

@Suite("Entitlements file")
struct EntitlementsFileTests {
  static var full: [String: Any] {
    [
      "keychain-access-groups": ["T.shared", "T.more"],
      "application-identifier": "T.app",
      "com.apple.developer.associated-application-identifier": ["T.web"],
      "com.apple.security.application-groups": ["group.z"],
      "com.apple.security.get-task-allow": true,
      "com.apple.developer.on-demand-install-capable": false,
      "something.else": ["nested": [1, 2.5, Date(timeIntervalSince1970: 0)]],
    ]
  }

  static func bytes(
    _ list: Any, _ format: PropertyListSerialization.PropertyListFormat = .xml
  ) throws -> [UInt8] {
    try [UInt8](PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0))
  }

  @Test("both formats", arguments: [true, false])
  func formats(isXML: Bool) throws {
    let bytes = try Self.bytes(Self.full, isXML ? .xml : .binary)
    let entitlements = try EntitlementsFile.decode(bytes)
    #expect(
      entitlements
        == Entitlements(
          keychainAccessGroups: ["T.shared", "T.more"],
          associatedApplicationIdentifiers: ["T.web"],
          applicationIdentifier: "T.app", applicationGroups: ["group.z"]))
  }

  /// Returns a property list of a dictionary with arrays nested to this depth.
  private static func nested(_ depth: Int, _ format: PropertyListSerialization.PropertyListFormat)
    throws -> [UInt8]
  {
    guard format == .binary else {
      let (open, close) = (
        String(repeating: "<array>", count: depth), String(repeating: "</array>", count: depth)
      )
      return Array("<plist version='1.0'><dict><key>k</key>\(open)\(close)</dict></plist>".utf8)
    }
    // Object 0 is the dictionary and object 1 its key. Each array holds the next one; the last is
    // empty.
    var objects: [[UInt8]] = [[0xD1, 0, 1, 0, 2], [0x51, 0x6B]]
    for number in 0..<depth {
      let next = number + 3
      objects.append(number + 1 < depth ? [0xA1, UInt8(next >> 8), UInt8(next & 255)] : [0xA0])
    }
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets += [UInt8(bytes.count >> 8 & 255), UInt8(bytes.count & 255)]
      bytes += object
    }
    let table = bytes.count
    bytes += offsets + [0, 0, 0, 0, 0, 0, 2, 2]
    for number in [objects.count, 0, table] {
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * (7 - $0))) }
    }
    return bytes
  }

  @Test(
    "deep nesting voids a file and ends no thread, however small its stack",
    arguments: [
      PropertyListSerialization.PropertyListFormat.xml, .binary,
    ])
  func deep(format: PropertyListSerialization.PropertyListFormat) throws {
    for depth in [1, 20, 31] {
      #expect(try EntitlementsFile.decode(Self.nested(depth, format)) == .none, "\(depth)")
    }
    for depth in [32, 1_000, 4_000] {
      let bytes = try Self.nested(depth, format)
      let done = DispatchSemaphore(value: 0)
      // The stack is smaller than the stack of any thread that the system makes by itself.
      let thread = Thread {
        #expect(throws: EntitlementsError.notAPropertyList) { try EntitlementsFile.decode(bytes) }
        done.signal()
      }
      thread.stackSize = 256 << 10
      thread.start()
      done.wait()
    }
  }

  @Test(
    "what looks like an end where the parser sees none bounds nothing",
    arguments: [
      "<array </a>", "<array><?</a>?>", "<array><!--></a>-->", "<array><!-- </array> -->",
      "<array><![CDATA[</array>]]>", "<dict a='</dict>'>",
    ])
  func disguised(piece: String) {
    let text = "<plist version='1.0'>" + String(repeating: piece, count: 2_000)
    #expect(throws: EntitlementsError.notAPropertyList) {
      try EntitlementsFile.decode(Array(text.utf8))
    }
    let ends = String(repeating: "</x>", count: 2_000)
    let credit =
      "<!DOCTYPE plist [ <!ENTITY x \"\(ends)\"> ]>"
      + String(repeating: "<array>", count: 2_000)
    #expect(throws: EntitlementsError.notAPropertyList) {
      try EntitlementsFile.decode(Array(credit.utf8))
    }
  }

  @Test(
    "an encoding that could hide a beginning is refused",
    arguments: [
      "<?xml version='1.0' encoding='UTF-7'?>", "\0", "<?xml version='1.0' encoding = \"utf-16\"?>",
      "\u{FEFF}\u{FEFF}",
    ])
  func encoding(head: String) throws {
    let body = "<plist><dict/></plist>"
    #expect(throws: EntitlementsError.notAPropertyList) {
      try EntitlementsFile.decode(Array((head + body).utf8))
    }
    let good = "<?xml version='1.0' encoding='UTF-8'?>" + body
    #expect(try EntitlementsFile.decode(Array(good.utf8)) == .none)
  }

  @Test("a key with two values voids the file, because no reader can know which value is meant")
  func doubledKey() {
    let pair = "<key>application-identifier</key><string>T.app</string>"
    #expect(throws: EntitlementsError.notAPropertyList) {
      try EntitlementsFile.decode(Array("<plist><dict>\(pair)\(pair)</dict></plist>".utf8))
    }
  }

  @Test("the identifier under its name on the Mac, and beside the other when equal")
  func identifierNames() throws {
    var list: [String: Any] = ["com.apple.application-identifier": "T.app"]
    #expect(try EntitlementsFile.decode(Self.bytes(list)).applicationIdentifier == "T.app")
    list["application-identifier"] = "T.app"
    #expect(try EntitlementsFile.decode(Self.bytes(list)).applicationIdentifier == "T.app")
    list["application-identifier"] = "T.other"
    #expect(throws: EntitlementsError.conflictingIdentifiers) {
      try EntitlementsFile.decode(Self.bytes(list))
    }
  }

  @Test("an empty dictionary is a program without entitlements")
  func empty() throws {
    #expect(try EntitlementsFile.decode(Self.bytes([String: Any]())) == .none)
  }

  struct VoidRow: CustomTestStringConvertible, Sendable {
    let key: String
    let value: @Sendable () -> Any
    let error: EntitlementsError
    var testDescription: String { "\(key): \(error)" }

    init(
      _ key: String, _ value: @escaping @autoclosure @Sendable () -> Any,
      _ error: EntitlementsError
    ) {
      self.key = key
      self.value = value
      self.error = error
    }
  }

  static let groups = "keychain-access-groups"
  static let identifier = "application-identifier"
  static let clip = "com.apple.developer.on-demand-install-capable"

  static let voidRows = [
    VoidRow(groups, "T.a", .wrongType(key: groups)),
    VoidRow(groups, 5, .wrongType(key: groups)),
    VoidRow(groups, true, .wrongType(key: groups)),
    VoidRow(groups, ["T.a": 1], .wrongType(key: groups)),
    VoidRow(groups, ["T.a", 5] as [Any], .wrongType(key: groups)),
    VoidRow(groups, ["T.a", Data("T.b".utf8)] as [Any], .wrongType(key: groups)),
    VoidRow(groups, ["T.a", ["T.b"]] as [Any], .wrongType(key: groups)),
    VoidRow(groups, ["T.a", ""], .emptyName(key: groups)),
    VoidRow(groups, ["*"], .wildcard(key: groups)),
    VoidRow(groups, ["T.*"], .wildcard(key: groups)),
    VoidRow(identifier, ["T.app"], .wrongType(key: identifier)),
    VoidRow(identifier, 5, .wrongType(key: identifier)),
    VoidRow(identifier, "", .emptyName(key: identifier)),
    VoidRow(identifier, "*", .wildcard(key: identifier)),
    VoidRow(clip, 1, .wrongType(key: clip)),
    VoidRow(clip, "true", .wrongType(key: clip)),
    VoidRow(
      "com.apple.private.keychain.sysbound", true,
      .reserved(key: "com.apple.private.keychain.sysbound")),
  ]

  @Test("one wrong entitlement voids the file", arguments: voidRows)
  func void(_ row: VoidRow) throws {
    var list: [String: Any] = [Self.groups: ["T.good"], Self.identifier: "T.app"]
    list[row.key] = row.value()
    for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
      let bytes = try Self.bytes(list, format)
      #expect(throws: row.error) { try EntitlementsFile.decode(bytes) }
    }
    #expect(!"\(row.error.reason)".isEmpty)
    #expect(row.error.key == row.key)
  }

  @Test(
    "what is no property list",
    arguments: [
      "", " ", "bplist00", "<", "<plist>", "{ \"keychain-access-groups\" = (a); }", "(a, b)",
      "keychain-access-groups", "\u{0}\u{1}\u{2}", "<?xml version=\"1.0\"?><plist><dict>",
    ])
  func garbage(_ text: String) {
    #expect(throws: EntitlementsError.notAPropertyList) {
      try EntitlementsFile.decode(Array(text.utf8))
    }
  }

  @Test("the outermost value must be a dictionary")
  func notADictionary() throws {
    let bytes = try Self.bytes(["T.a"])
    #expect(throws: EntitlementsError.notADictionary) { try EntitlementsFile.decode(bytes) }
  }

  @Test("sizes: at the limit read, one more refused")
  func sizeLimit() throws {
    var bytes = try Self.bytes([Self.groups: ["T.a"]])
    bytes += [UInt8](repeating: 0x20, count: EntitlementsFile.sizeLimit - bytes.count)
    #expect(try EntitlementsFile.decode(bytes).keychainAccessGroups == ["T.a"])
    #expect(throws: EntitlementsError.tooLarge) { try EntitlementsFile.decode(bytes + [0x20]) }
  }

  @Test("every cut of a binary file is refused or read, and never traps")
  func truncatedBinary() throws {
    let bytes = try Self.bytes(Self.full, .binary)
    for length in 0..<bytes.count {
      let cut = Array(bytes[..<length])
      #expect(throws: EntitlementsError.self) { try EntitlementsFile.decode(cut) }
    }
  }

  @Test("a changed byte in a binary file never traps")
  func changedBinary() throws {
    let bytes = try Self.bytes(Self.full, .binary)
    for place in bytes.indices {
      for value in [0x00, 0x0F, 0xA1, 0xD2, 0xFF] as [UInt8] {
        var changed = bytes
        changed[place] = value
        _ = try? EntitlementsFile.decode(changed)
      }
    }
  }

  @Test("nesting and sharing cost no time", .timeLimit(.minutes(10)))
  func bombs() throws {
    let depth = 4_000
    let nested =
      "<plist version=\"1.0\">" + String(repeating: "<array>", count: depth)
      + String(repeating: "</array>", count: depth) + "</plist>"
    #expect(throws: EntitlementsError.notAPropertyList) {
      try EntitlementsFile.decode(Array(nested.utf8))
    }
    // Forty arrays, each of which holds the next one twice.
    let count = 40
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for index in 0..<count {
      offsets.append(UInt8(bytes.count))
      bytes += index + 1 < count ? [0xA2, UInt8(index + 1), UInt8(index + 1)] : [0x09]
    }
    let table = UInt8(bytes.count)
    bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1]
    for number in [UInt8(count), 0, table] { bytes += [0, 0, 0, 0, 0, 0, 0, number] }
    let time = Stopwatch.duration(.thread) {
      #expect(throws: EntitlementsError.notAPropertyList) { try EntitlementsFile.decode(bytes) }
    }
    // A reader that ignores the sharing would take years.
    #expect(time < Effort.most)
  }
}
