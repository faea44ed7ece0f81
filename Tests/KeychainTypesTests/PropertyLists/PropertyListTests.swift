// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTypes
import Testing

/// Tests of property lists, with Foundation's reader and writer as the other side.
@Suite("property lists") struct PropertyListTests {
  /// A list as Apple's systems write it, with each kind of value.
  private static var list: [String: Any] {
    [
      "trustVersion": 1, "text": "a & b < c > \"d\" 'e'\n\u{E4}\u{1F511}",
      "negative": -2_147_408_896,
      "large": 4_294_967_295, "real": 1.5, "yes": true, "no": false,
      "date": Date(timeIntervalSinceReferenceDate: 757_382_400), "empty": "", "none": [Any](),
      "data": Data((0..<200).map { UInt8($0) }), "nothing": Data(), "pairs": [String: Any](),
      "array": [["a": 1], ["b": Data([1, 2])], "c"],
    ]
  }

  private static let value = PropertyListValue.dictionary([
    "trustVersion": .integer(1),
    "text": .text("a & b < c > \"d\" 'e'\n\u{E4}\u{1F511}"),
    "negative": .integer(-2_147_408_896), "large": .integer(4_294_967_295), "real": .real(1.5),
    "yes": .truth(true), "no": .truth(false),
    "date": .moment(Instant(microseconds: 757_382_400_000_000)), "empty": .text(""),
    "none": .array([]), "data": .data((0..<200).map { UInt8($0) }), "nothing": .data([]),
    "pairs": .dictionary([:]),
    "array": .array([
      .dictionary(["a": .integer(1)]), .dictionary(["b": .data([1, 2])]), .text("c"),
    ]),
  ])

  private static func bytes(_ format: PropertyListSerialization.PropertyListFormat) throws
    -> [UInt8]
  {
    [UInt8](
      try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0))
  }

  @Test("lists that Foundation writes, in both forms", arguments: [true, false])
  func read(_ isBinary: Bool) throws {
    let bytes = try Self.bytes(isBinary ? .binary : .xml)
    #expect(PropertyListValue(bytes) == Self.value)
  }

  @Test("Foundation and Latchkey read what Latchkey writes")
  func written() throws {
    let xml = Self.value.xml
    #expect(PropertyListValue(xml) == Self.value)
    let read = unsafe try PropertyListSerialization.propertyList(from: Data(xml), format: nil)
    #expect((read as? NSDictionary)?.isEqual(Self.list as NSDictionary) == true)
    for count in 0..<xml.count - 1 {
      #expect(PropertyListValue(Array(xml.prefix(count))) == nil, "\(count)")
    }
  }

  @Test("no list that is cut, in both forms", arguments: [true, false])
  func cut(_ isBinary: Bool) throws {
    let bytes = try Self.bytes(isBinary ? .binary : .xml)
    // The line end after the last tag belongs to no value.
    for count in 0..<bytes.count - 1 {
      #expect(PropertyListValue(Array(bytes.prefix(count))) == nil, "\(count)")
    }
  }

  @Test("a changed byte is read or refused", arguments: [true, false])
  func changed(_ isBinary: Bool) throws {
    let bytes = try Self.bytes(isBinary ? .binary : .xml)
    for place in bytes.indices {
      for value in [0x00, 0x0F, 0xA1, 0xD2, 0xFF, bytes[place] ^ 1, bytes[place] ^ 0x80] {
        var changed = bytes
        changed[place] = value
        _ = PropertyListValue(changed)
      }
    }
  }

  private static func xml(_ body: String, _ head: String = "") -> [UInt8] {
    Array("\(head)<plist version=\"1.0\">\(body)</plist>".utf8)
  }

  // swift-format-ignore
  static let forms: [(String, PropertyListValue?)] = [
    ("<string>a</string>",                             .text("a")),
    ("<string></string>",                              .text("")),
    ("<string/>",                                      .text("")),
    ("<string>  a b </string>",                        .text("  a b ")),
    ("<string><![CDATA[<a>&amp;]]></string>",          .text("<a>&amp;")),
    ("<string>a<!-- b -->c</string>",                  .text("ac")),
    ("<string>&#65;&#x42;&lt;&gt;&amp;&apos;&quot;</string>", .text("AB<>&'\"")),
    ("<string>&#x1F511;</string>",                     .text("\u{1F511}")),
    (" <!-- a --> <true/> ",                           .truth(true)),
    ("<!-- a --><true/><!-- <string>b</string> -->",   .truth(true)),
    ("<true></true>",                                  .truth(true)),
    ("<false/>",                                       .truth(false)),
    ("<integer>-7</integer>",                          .integer(-7)),
    ("<integer>-9223372036854775808</integer>",        .integer(.min)),
    ("<integer>0x1F</integer>",                        .integer(31)),
    ("<integer> \n5</integer>",                        .integer(5)),
    ("<integer>5 </integer>",                          nil),
    ("<integer>-0x1F</integer>",                       .integer(-31)),
    ("<data> AQ\n\tI= </data>",                        .data([1, 2])),
    ("<data/>",                                        .data([])),
    ("<array></array>",                                .array([])),
    ("<array><string>a</string><true/></array>",       .array([.text("a"), .truth(true)])),
    ("<dict/>",                                        .dictionary([:])),
    ("<dict><key>a</key><string/></dict>",             .dictionary(["a": .text("")])),
    ("<dict ><key a='>'>a</key ><true /></dict>",      .dictionary(["a": .truth(true)])),
    ("<string>a</strong>",                             nil),
    ("<string>a</integer>",                            nil),
    ("<string>a",                                      nil),
    ("<string1>a</string1>",                           nil),
    ("<string>&unknown;</string>",                     nil),
    ("<string>&nbsp;</string>",                        nil),
    ("<string>&amp</string>",                          nil),
    ("<string>&#;</string>",                           nil),
    ("<string>&#0;</string>",                          nil),
    ("<string>&#xD800;</string>",                      nil),
    ("<string>&#x110000;</string>",                    nil),
    ("<string>\0</string>",                            nil),
    ("<true>a</true>",                                 nil),
    ("<integer/>",                                     nil),
    ("<integer>one</integer>",                         nil),
    ("<integer>9223372036854775808</integer>",         nil),
    ("<real>inf</real>",                               nil),
    ("<data>AQI</data>",                               nil),
    ("<data>A*I=</data>",                              nil),
    ("<data>AQ=I</data>",                              nil),
    ("<data>AQJ=</data>",                              nil),
    ("<date>2025-01-01</date>",                        nil),
    ("<date>2025-02-30T00:00:00Z</date>",              nil),
    ("<array>",                                        nil),
    ("<array>text</array>",                            nil),
    ("<array><string>a</string></dict>",               nil),
    ("<dict><key>a</key></dict>",                      nil),
    ("<dict><string>a</string><true/></dict>",         nil),
    ("<dict><key>a</key><true/><key>a</key><false/></dict>", nil),
    ("<array><true/></dict>",                          nil),
    ("<!-- never ends <string>a</string>",             nil),
    ("<other/>",                                       nil),
    ("<true/><true/>",                                 nil),
    ("",                                               nil),
    ("</true>",                                        nil),
  ]

  @Test("forms of XML", arguments: forms)
  func form(_ body: String, _ value: PropertyListValue?) {
    #expect(PropertyListValue(Self.xml(body)) == value)
  }

  @Test("heads of XML")
  func heads() {
    let good = [
      "\u{FEFF}", "<?xml version=\"1.0\"?>\n", "<?xml version='1.0' encoding='UTF-8'?>",
      "<?xml version=\"1.0\" encoding = \"us-ascii\" ?>", "<!-- c --><?xml?>\n<!DOCTYPE plist>\n",
      "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://example.org/a.dtd\">",
    ]
    for head in good { #expect(PropertyListValue(Self.xml("<true/>", head)) == .truth(true)) }
    let bad = [
      "a", "<!DOCTYPE plist [ <!ENTITY a \"b\"> ]>", "<!DOCTYPE plist", "<!-- a", "<?xml", "<dict>",
      "<plist/>", "</plist>", "<?xml version='1.0' encoding='UTF-7'?>",
      "<?xml version='1.0' encoding = \"utf-16\"?>",
    ]
    for head in bad { #expect(PropertyListValue(Self.xml("<true/>", head)) == nil, "\(head)") }
    #expect(PropertyListValue(Self.xml("<true/>") + Array("\n<!-- a -->".utf8)) == .truth(true))
    for tail in ["a", "<plist/>", "\0"] {
      #expect(PropertyListValue(Self.xml("<true/>") + Array(tail.utf8)) == nil, "\(tail)")
    }
    #expect(PropertyListValue(Self.xml("<string>\u{E4}</string>").filter { $0 != 0xC3 }) == nil)
    #expect(PropertyListValue([0xFF, 0xFE] + Self.xml("<true/>")) == nil)
    #expect(PropertyListValue(Array("<plist><true/></dict>".utf8)) == nil)
    #expect(PropertyListValue(Array("<true/>".utf8)) == nil)
    #expect(PropertyListValue(Array("(a, b)".utf8)) == nil)
    #expect(PropertyListValue([]) == nil)
  }

  @Test("containers inside of each other end at a limit")
  func deep() {
    func nested(_ depth: Int) -> [UInt8] {
      Self.xml(
        String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth))
    }
    #expect(PropertyListValue(nested(32)) != nil)
    #expect(PropertyListValue(nested(33)) == nil)
    #expect(PropertyListValue(nested(200_000)) == nil)
    #expect(
      PropertyListValue(Self.xml(String(repeating: "<dict><key>a</key>", count: 100_000))) == nil)
    #expect(
      PropertyListValue(
        Self.xml("<array>" + String(repeating: "<true/>", count: 300_000) + "</array>")) == nil)
    #expect(PropertyListValue([UInt8](repeating: 0x20, count: 5 << 20)) == nil)
  }

  @Test("a binary list whose arrays share members ends at a limit")
  func shared() {
    // Each array has the next array twenty times, so twelve arrays stand for 20¹² values.
    var bytes = Array("bplist00".utf8)
    for level in 0..<12 {
      bytes += [0xAF, 0x10, 20] + [UInt8](repeating: UInt8(level + 1), count: 20)
    }
    // Offsets have two bytes: the list is longer than 255 bytes.
    var wide: [UInt8] = []
    var place = 8
    for level in 0...12 {
      wide += [UInt8(place >> 8), UInt8(place & 0xFF)]
      place += level < 12 ? 23 : 1
    }
    bytes.append(0x09)
    let table = bytes.count
    bytes += wide
    bytes += [0, 0, 0, 0, 0, 0, 2, 1]
    for number in [13, 0, table] { bytes += (0..<8).map { UInt8(number >> (56 - 8 * $0) & 0xFF) } }
    #expect(PropertyListValue(bytes) == nil)
  }
}
