// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Testing

/// Partition lists as property lists (Specification/keychain-file-format.md, "ACL of a password
/// item").
@Suite("partition lists") struct PartitionListTests {
  static let partitions: [(String, [String]?)] = [
    ("<dict><key>Partitions</key><array><string>apple:</string></array></dict>", ["apple:"]),
    ("<dict><key>Partitions</key><array/></dict>", []),
    ("<dict><key>Other</key><true/><key>Partitions</key><array/></dict>", []),
    ("<dict><key>Partitions</key><array><integer>1</integer></array></dict>", nil),
    ("<dict><key>Partitions</key><string>apple:</string></dict>", nil),
    ("<dict/>", nil), ("<array/>", nil), ("<string>a</string>", nil),
    ("<dict><key>Partitions</key><array/><key>Partitions</key><array/></dict>", nil),
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
