// SPDX-License-Identifier: Apache-2.0
import Testing

/// Tests that `security explain` explains exactly the call that was typed
/// (Specification/diagnostics.md, "security explain").
@Suite("security explain: the call that was typed") struct TypedCallTests {
  private let home: TemporaryFolder
  private let program: Program

  init() throws {
    home = try TemporaryFolder()
    program = Program(home: home.path)
    _ = try program.run(["add-generic-password", "-a", "CORP\\ann", "-s", "s", "-w", "geheim"])
    _ = try program.run([
      "add-internet-password", "-a", "ann", "-s", "h", "-r", "htps", "-w", "geheim",
    ])
  }

  @Test("a constant is the value that it has for its attribute")
  func constants() throws {
    for (words, status) in [
      ("srvr=h,ptcl=kSecAttrProtocolHTTPS", 0), ("srvr=h,protocol=kSecAttrProtocolHTTP", 44),
      ("class=keys,type=kSecAttrKeyTypeRSA", 44), ("class=keys,keytype=kSecAttrKeyTypeEC", 44),
      ("class=keys,kcls=kSecAttrKeyClassPrivate", 44),
      ("srvr=h,atyp=kSecAttrAuthenticationTypeDefault", 0),
      ("svce=s,pdmn=kSecAttrAccessibleWhenUnlocked", 0),
    ] {
      let result = try program.run(["explain", words])
      #expect(Int(result.status) == status, "\(words): \(result.output)\(result.error)")
    }
    for words in ["ptcl=kSecAttrProtocolHTTPX", "pdmn=kSecAttrAccessibleNever"] {
      let result = try program.run(["explain", words])
      #expect(result.status == 2, "\(words)")
      #expect(result.error.contains(" has no constant with that name"), "\(words)")
    }
    // A constant that does not belong to the attribute is taken as text.
    let text = try program.run(["explain", "--values", "svce=kSecAttrProtocolHTTPS"])
    #expect(text.output.contains("\"kSecAttrProtocolHTTPS\""))
    #expect(try program.run(["explain", "ptcl:s=kSecAttrProtocolHTTPX"]).status != 2)
  }

  @Test("a backslash is itself, but before a comma, an equals sign or a backslash")
  func backslash() throws {
    #expect(try program.run(["explain", "svce=s,acct=CORP\\ann"]).status == 0)
    #expect(try program.run(["explain", "svce=s,acct=CORP\\\\ann"]).status == 0)
    let escaped = try program.run(["explain", "--values", "svce=x,acct=a\\,b\\=c\\\\d"])
    #expect(escaped.output.contains("\"a,b=c\\d\""), "\(escaped.output)")
    #expect(try program.run(["explain", "svce=x\\"]).status == 2)
  }

  @Test("a class beside an item is part of the call")
  func classOfItem() throws {
    let rows = try program.run(["dump-items", "genp"]).output.split(separator: "\n")
    let identifier = String(rows[2].split(separator: " ")[0])
    #expect(try program.run(["explain", "--item", identifier]).status == 0)
    #expect(try program.run(["explain", "--item", identifier, "class=genp"]).status == 0)
    let other = try program.run(["explain", "--item", identifier, "class=inet"])
    #expect(other.status == 38 && other.output.contains("-25306"))
  }

  @Test(
    "a date is one of RFC 3339, with its distance from UTC",
    arguments: [
      ("2024-01-31T10:00:00Z", true), ("2024-01-31T10:00:00+05:30", true), ("2024-01-31", false),
      ("2024-02-29T23:59:59-23:59", true), ("2024-13-31T10:00:00Z", false),
      ("2024-02-30T10:00:00Z", false), ("2023-02-29T10:00:00Z", false),
      ("2024-01-31T24:00:00Z", false), ("2024-01-31T25:00:00Z", false),
      ("2024-01-31T10:60:00Z", false), ("2024-01-31T10:00:60Z", false),
      ("2024-01-31T10:00:00.5Z", false), ("2024-01-31T10:00:00+24:00", false),
      ("2024-01-31T10:00:00+01:60", false), ("2024-01-31T10:00:00", false),
      ("2024-01-31T10:00:00Zx", false), ("24-01-31T10:00:00Z", false), ("yesterday", false),
      ("", false),
    ])
  func date(text: String, isOne: Bool) throws {
    let result = try program.run(["explain", "svce=s", "mdat:d=\(text)"])
    #expect(result.error.contains("is not a date like 2024-01-31T10:00:00Z") != isOne)
    #expect(isOne ? result.status == 44 : result.status == 2)
  }

  @Test("a secret is never given; data alone stands for a new one")
  func secret() throws {
    for words in [
      ["v_Data=x"], ["kSecValueData=x"], ["svce=s,data=x"], ["data"], ["add", "v_Data:x=00"],
      ["update", "svce=s", "--set", "data=x"],
    ] {
      let result = try program.run(["explain"] + words)
      #expect(result.status == 2 && result.output.isEmpty, "\(words)")
      #expect(result.error.contains("a secret is never given on the command line"), "\(words)")
    }
    for name in ["data", "v_Data", "kSecValueData"] {
      let result = try program.run(["explain", "--json", "update", "svce=s", "--set", name])
      #expect(result.status == 0 && result.output.contains(#""key":"v_Data""#), "\(name)")
      let both = try program.run(["explain", "update", "svce=s", "--set", "labl=x,\(name)"])
      #expect(both.status == 0)
    }
    let twice = try program.run(["explain", "update", "svce=s", "--set", "data,v_Data"])
    #expect(twice.status == 2 && twice.error.contains("data is given twice"))
  }

  @Test("kSecUseDataProtectionKeychain is understood, by each of its names")
  func route() throws {
    for name in ["kSecUseDataProtectionKeychain:b", "nleg:b", "dataProtectionKeychain"] {
      let result = try program.run([
        "explain", "svce=s", "\(name)=false", "--profile", "ios", "--all",
      ])
      #expect(result.status == 0 && result.output.contains("K607 info"), "\(name)")
    }
    #expect(try program.run(["explain", "svce=s", "nleg=perhaps"]).status == 2)
  }
}
