// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Testing

/// The reader of property lists, for partition lists (Specification/keychain-file-format.md, "ACL
/// of a password item").
@Suite("property lists in keychain files") struct PropertyListTests {
  private static func read(_ body: String) -> PropertyList? {
    PropertyList(decoding: Array("<plist version=\"1.0\">\(body)</plist>".utf8))
  }

  static let values: [(String, PropertyList?)] = [
    ("<string>a</string>", .string("a")), ("<string></string>", .string("")),
    ("<string/>", .string("")), ("<string>  a b </string>", .string("  a b ")),
    ("<string>&lt;&gt;&amp;&quot;&apos;</string>", .string("<>&\"'")),
    ("<string>&#65;&#x42;&#x1F511;</string>", .string("AB🔑")),
    ("<string>&nbsp;</string>", nil), ("<string>&#x110000;</string>", nil),
    ("<string>&#xD800;</string>", nil), ("<string>&#;</string>", nil),
    ("<string>&amp</string>", nil), ("<string>a</integer>", nil), ("<string>a", nil),
    ("<integer>-7</integer>", .integer(-7)), ("<integer/>", nil),
    ("<integer>99999999999999999999</integer>", nil), ("<integer>x</integer>", nil),
    ("<true/>", .boolean(true)), ("<false/>", .boolean(false)),
    ("<true></true>", .boolean(true)), ("<true>x</true>", nil), ("<real>1</real>", nil),
    ("<array/>", .array([])), ("<array></array>", .array([])),
    ("<array><string>a</string><true/></array>", .array([.string("a"), .boolean(true)])),
    ("<array><string>a</string></dict>", nil), ("<array>", nil), ("<array>text</array>", nil),
    ("<dict/>", .dictionary([])), ("<dict><key>a</key></dict>", nil),
    ("<dict><string>a</string><true/></dict>", nil),
    ("<dict><key>a</key><true/></dict>", .dictionary([PropertyList.Pair("a", .boolean(true))])),
    ("<!-- a --><string>a</string><!-- <string>b</string> -->", .string("a")),
    ("<!-- never ends <string>a</string>", nil), ("", nil),
    (" \t\r\n<string>a</string>\n", .string("a")),
  ]

  @Test("values", arguments: values.indices)
  func value(_ place: Int) {
    let (text, expected) = Self.values[place]
    #expect(Self.read(text) == expected, "\(text)")
  }

  @Test(
    "a list is read as it was written",
    arguments: [
      PropertyList.string("<&>\"'\n\tä"), .integer(.min), .array([.array([]), .dictionary([])]),
      .dictionary([
        PropertyList.Pair("<k>", .array([.string(""), .integer(0), .boolean(false)])),
        PropertyList.Pair("k", .dictionary([PropertyList.Pair("", .string("x"))])),
      ]),
    ])
  func roundTrip(_ list: PropertyList) {
    #expect(PropertyList(decoding: list.encode()) == list)
    for length in 0..<(list.encode().count - "</plist>\n".utf8.count) {
      #expect(PropertyList(decoding: list.encode().prefix(length)) == nil)
    }
  }

  @Test("the depth is limited")
  func depth() {
    func nested(_ depth: Int) -> String {
      String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth)
    }
    #expect(Self.read(nested(16)) != nil)
    #expect(Self.read(nested(18)) == nil)
    #expect(Self.read(nested(100_000)) == nil)
    let keys = String(repeating: "<dict><key>a</key>", count: 100_000)
    #expect(Self.read(keys) == nil)
  }

  @Test("heads and hostile heads")
  func heads() {
    let body = "<plist><true/></plist>"
    let accepted = [
      "", "<?xml version=\"1.0\"?>", "<!DOCTYPE plist>", "<!-- c --><?xml?>\n<!DOCTYPE plist>\n",
    ]
    for head in accepted {
      #expect(PropertyList(decoding: Array((head + body).utf8)) == .boolean(true), "\(head)")
    }
    let refused = [
      "<?xml", "<!DOCTYPE plist [ <!ENTITY a \"b\"> ]>", "text", "<dict>", "<plist/>", "</plist>",
    ]
    for head in refused {
      #expect(PropertyList(decoding: Array((head + body).utf8)) == nil, "\(head)")
    }
    #expect(PropertyList(decoding: [0xFF, 0xFE] + Array(body.utf8)) == nil)
    #expect(PropertyList(decoding: Array("<plist><true/></dict>".utf8)) == nil)
  }

  static let partitions: [(String, [String]?)] = [
    ("<dict><key>Partitions</key><array><string>apple:</string></array></dict>", ["apple:"]),
    ("<dict><key>Partitions</key><array/></dict>", []),
    ("<dict><key>Other</key><true/><key>Partitions</key><array/></dict>", []),
    ("<dict><key>Partitions</key><array><integer>1</integer></array></dict>", nil),
    ("<dict><key>Partitions</key><string>apple:</string></dict>", nil),
    ("<dict/>", nil), ("<array/>", nil), ("<string>a</string>", nil),
  ]

  @Test("partition lists", arguments: partitions.indices)
  func partitionList(_ place: Int) {
    let (text, expected) = Self.partitions[place]
    let list = PartitionList(decoding: Array("<plist>\(text)</plist>".utf8))
    #expect(list?.identifiers == expected, "\(text)")
  }

  @Test("a partition list is written with Apple's head and tabs")
  func partitionBytes() {
    let text = String(decoding: PartitionList(["apple:", "a&b"]).encode(), as: UTF8.self)
    #expect(
      text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
        "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        \t<key>Partitions</key>
        \t<array>
        \t\t<string>apple:</string>
        \t\t<string>a&amp;b</string>
        \t</array>
        </dict>
        </plist>

        """)
  }
}
