// SPDX-License-Identifier: Apache-2.0 (table)
import Testing

/// Descriptions of files for the second writer (Tests/Keychains/keychain_items.py).
enum OtherFiles {
  struct Description: Sendable, CustomTestStringConvertible {
    let name: String
    let items: JSONValue
    /// True if a file of this kind breaks a rule on purpose.
    var isFaulty = false

    var testDescription: String { name }
  }

  static let all: [Description] = [
    Description(name: "no items", items: []),
    Description(name: "settings", items: settings),
    Description(name: "generic passwords", items: generic),
    Description(name: "internet passwords", items: internet),
    Description(name: "AppleShare passwords", items: appleShare),
    Description(name: "lengths of secrets", items: .list([0, 1, 7, 8, 9, 16, 4000].map(secret))),
    Description(name: "access lists", items: access),
    Description(name: "keys and certificates", items: keys),
    Description(name: "updates and deletions", items: changes),
    Description(name: "records without protection", items: unprotected),
    Description(
      name: "a wrong digest",
      items: [
        [
          "class": "generic", "attributes": ["acct": "a"], "secret": "01",
          "integrity": .text(String(repeating: "ab", count: 32)),
        ],
        [
          "class": "symmetric", "label": "k", "key": "000102030405060708090a0b0c0d0e0f",
          "integrity": .text(String(repeating: "cd", count: 32)),
        ],
        ["class": "generic", "attributes": ["acct": "b"], "secret": "02"],
      ], isFaulty: true),
  ]

  private static let settings: JSONValue = [
    "database": [
      "idleTimeout": 2_147_483_647, "lockOnSleep": false, "padding": "c0ffee",
      "date": "19991231235959Z",
    ], "items": [["class": "generic", "attributes": ["acct": "a"], "secret": "31"]],
  ]

  private static let generic: JSONValue = [
    [
      "class": "generic", "label": "every attribute", "secret": "736563726574",
      "attributes": [
        "cdat": "20010101000000Z", "mdat": "20380119031407Z", "desc": "a kind",
        "icmt": "a comment", "crtr": "aapl", "type": "note", "scrp": -2, "Alias": "alias",
        "invi": 1, "nega": 0, "cusi": -2_147_483_648, "prot": ["hex": "00ff00"],
        "acct": "Jürgen", "svce": ["hex": "0001"], "gena": ["hex": "deadbeef"],
      ],
    ],
    ["class": "generic", "label": "", "attributes": ["acct": "", "svce": ""], "secret": "00"],
    ["class": "generic", "attributes": ["svce": "only a service"], "secret": "ff"],
    ["class": "generic", "attributes": ["acct": "b", "svce": "s"], "secret": "01"],
    ["class": "generic", "attributes": ["acct": "ab", "svce": "s"], "secret": "02"],
    ["class": "generic", "attributes": ["acct": "a", "svce": "s"], "secret": "03"],
    [
      "class": "generic", "attributes": ["acct": ["hex": "ff"], "svce": "s"], "secret": "04",
    ],
  ]

  private static let internet: JSONValue = [
    [
      "class": "internet", "label": "every attribute", "secret": "70",
      "attributes": [
        "desc": "d", "icmt": "i", "crtr": 7, "type": 4_294_967_295, "scrp": 0, "Alias": "",
        "invi": 0, "nega": 1, "cusi": 1, "prot": "p", "acct": "a", "sdmn": "domain",
        "srvr": "example.com", "ptcl": "htps", "atyp": "dflt", "port": 65_535, "path": "/x",
      ],
    ],
    ["class": "internet", "attributes": ["srvr": "example.com", "port": 1], "secret": "71"],
    ["class": "internet", "attributes": ["srvr": "example.com", "port": 256], "secret": "72"],
    ["class": "internet", "attributes": ["srvr": "example.com", "port": 2], "secret": ""],
  ]

  private static let appleShare: JSONValue = [
    [
      "class": "appleshare", "label": "every attribute", "secret": "70",
      "attributes": [
        "desc": "d", "icmt": "i", "crtr": 7, "type": 8, "scrp": 9, "Alias": "x", "invi": 0,
        "nega": 1, "cusi": 1, "prot": "p", "acct": "a", "vlme": "volume", "srvr": "server",
        "ptcl": "afp ", "addr": "10.0.0.1",
        "ssig": ["hex": "000102030405060708090a0b0c0d0e0f"],
      ],
    ],
    ["class": "appleshare", "attributes": ["vlme": "v"], "secret": "71"],
  ]

  private static func secret(_ length: Int) -> JSONValue {
    [
      "class": "generic", "attributes": ["acct": .text("\(length)")],
      "secret": .text(String(repeating: "5a", count: length)),
    ]
  }

  private static let access: JSONValue = [
    [
      "class": "generic", "attributes": ["acct": "programs"], "secret": "01",
      "trusted": [
        ["path": "/usr/bin/security", "cdhash": "1111111111111111111111111111111111111111"],
        ["path": "/opt/bare", "hash": "2222222222222222222222222222222222222222"],
        ["path": "/opt/requirement", "requirement": "fade0c00000000100000000100000003"],
        ["path": "", "requirement": "fade0c00000000180000000100000002000000026f6b0000"],
      ],
    ],
    [
      "class": "generic", "attributes": ["acct": "any"], "secret": "02", "trusted": "any",
      "partitions": nil,
    ],
    [
      "class": "generic", "attributes": ["acct": "partitions"], "secret": "03",
      "partitions": ["apple:", "teamid:ABC", "a&b<c>\"d'", "cdhash:00", "Zürich"],
    ],
    ["class": "generic", "attributes": ["acct": "none"], "secret": "04", "partitions": []],
    ["class": "generic", "attributes": ["acct": "no digest"], "secret": "05", "integrity": false],
    [
      "class": "generic", "attributes": ["acct": "owner"], "secret": "06",
      "owner": ["mask": 257, "uid": 501, "gid": 20],
    ],
    ["class": "generic", "label": "1", "attributes": ["acct": "l1"], "secret": "07"],
    ["class": "generic", "label": "12", "attributes": ["acct": "l2"], "secret": "08"],
    ["class": "generic", "label": "123", "attributes": ["acct": "l3"], "secret": "09"],
  ]

  private static let keys: JSONValue = [
    ["class": "symmetric", "label": "aes", "key": "000102030405060708090a0b0c0d0e0f"],
    [
      "class": "symmetric", "label": "3des", "algorithm": 17,
      "key": "000102030405060708090a0b0c0d0e0f0001020304050607",
      "attributes": ["Extractable": 0, "NeverExtractable": 1, "Sign": 0],
      "keyLabel": "0102", "partitions": ["unsigned:"], "trusted": "any",
    ],
    [
      "class": "rsa", "label": "pair", "bits": 1024, "public": "308189020100",
      "private": "3003020100", "attributes": ["ApplicationTag": "tag"],
    ],
    ["class": "rsa", "label": "public", "bits": 2048, "public": "30818902818100c5"],
    ["class": "rsa", "label": "private", "bits": 2048, "private": "30820101", "keyLabel": "aa"],
    [
      "class": "certificate", "label": "mails", "certificate": "3003020105",
      "attributes": [
        "Alias": ["a@example.com", "b@example.com", "c@example.com"],
        "Issuer": ["hex": "3000"], "SerialNumber": ["hex": "01"], "CertType": 3,
        "PublicKeyHash": ["hex": "00112233"],
      ],
    ],
    [
      "class": "certificate", "label": "same issuer", "certificate": "30030201",
      "attributes": [
        "Alias": ["b@example.com"], "Issuer": ["hex": "3000"], "SerialNumber": ["hex": "0100"],
        "Subject": "s",
      ],
    ],
  ]

  private static let changes: JSONValue = .list(
    (0..<12).map { number -> JSONValue in
      [
        "class": "generic", "attributes": ["acct": .text("\(number % 3)-\(number)"), "svce": "s"],
        "secret": .text("0\(number % 10)"), "updates": .number(number % 4),
        "deleted": .boolean([1, 4, 5, 10, 11].contains(number)),
      ]
    } + [
      [
        "class": "certificate", "certificate": "30", "deleted": true,
        "attributes": ["SerialNumber": "1"],
      ],
      ["class": "symmetric", "key": "0102030405060708", "updates": 3],
    ])

  private static let unprotected: JSONValue = [
    ["class": "generic", "attributes": ["acct": "a"], "secret": "", "unprotected": true],
    ["class": "generic", "attributes": ["acct": "b"], "secret": "0102", "unprotected": true],
    [
      "class": "generic", "attributes": ["acct": "c"], "unprotected": true,
      "secret": "7373677000000000000000000000000000000000000000000000",
    ],
    [
      "class": "internet", "attributes": ["acct": "d"], "unprotected": true,
      "secret": .text(String(repeating: "41", count: 99)),
    ],
    ["class": "generic", "attributes": ["acct": "e"], "secret": "05"],
  ]
}
