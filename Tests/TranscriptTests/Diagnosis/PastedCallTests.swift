// SPDX-License-Identifier: Apache-2.0
import Testing

/// Tests that `security explain` and `dump-items` take calls as users have them: from a program, a
/// script or a message.
@Suite("calls that are pasted") struct PastedCallTests {
  private let home: TemporaryFolder
  private let program: Program

  init() throws {
    home = try TemporaryFolder()
    program = Program(home: home.path)
    _ = try program.run(["add-generic-password", "-a", "ann", "-s", "AYS", "-w", "geheim"])
    _ = try program.run([
      "add-internet-password", "-a", "ann", "-s", "h", "-r", "htps", "-w", "geheim",
    ])
  }

  /// Checks that the command answers each form as it answers the plain form.
  private func expectSame(_ command: [String], _ plain: [String], _ forms: [[String]]) throws {
    let expected = try program.run(command + plain)
    #expect(expected.status != 2 && !expected.output.isEmpty, "\(expected)")
    for words in forms {
      let result = try program.run(command + words)
      #expect(result == expected, "\(words)")
    }
  }

  @Test("a password by its class and key")
  func forms() throws {
    try expectSame(
      ["explain", "--values"], ["class=genp,svce=AYS,acct=MrX"],
      [
        ["kSecClass=kSecClassGenericPassword", "kSecAttrService=AYS", "kSecAttrAccount=MrX"],
        ["class=kSecClassGenericPassword,service=AYS,account=MrX"],
        ["query", "genp", "svce=AYS", "acct=MrX"],
        ["-s", "AYS", "-a", "MrX"], ["-sAYS", "acct=MrX"],
        ["find-generic-password", "-s", "AYS", "-a", "MrX"],
        ["security", "find-generic-password", "-a", "MrX", "-s", "AYS", "login.keychain-db"],
        ["SecItemCopyMatching", "svce=AYS,acct=MrX"],
        ["svce = AYS , acct = MrX"], ["svce", "=", "AYS", "acct=", "MrX"], [" svce=AYS,acct=MrX "],
        ["svce=\"AYS\",acct='MrX'"], ["\"svce=AYS,acct=MrX\""],
        ["svce=\u{201C}AYS\u{201D}", "acct=\u{2018}MrX\u{2019}"],
        ["kSecAttrService: AYS", "acct:s=MrX"],
        ["kSecAttrService", "as", "String:", "AYS,", "kSecAttrAccount", "as", "String:", "MrX,"],
        ["[", "kSecAttrService:", "AYS,", "kSecAttrAccount:", "MrX", "]"],
      ])
  }

  @Test("the dictionary of a program in one word")
  func dictionaries() throws {
    try expectSame(
      ["explain", "--values"], ["class=genp,svce=AYS,acct=MrX"],
      [
        ["[kSecClass: kSecClassGenericPassword,kSecAttrService:\"AYS\", \"acct\": \"MrX\"]"],
        [
          """
          let query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: "AYS",
            kSecAttrAccount as String: "MrX" as CFString,
          ]
          """
        ],
        [
          """
          [String(kSecClass): kSecClassGenericPassword as Any, kSecAttrService as String: "AYS",
           kSecAttrAccount as String: "MrX"] as CFDictionary
          """
        ],
        [
          """
          @{(__bridge id)kSecClass: (__bridge id)kSecClassGenericPassword,
            (id)kSecAttrService: @"AYS", (id)kSecAttrAccount: @"MrX"};
          """
        ],
        ["{\"class\": \"genp\", \"svce\": \"AYS\", \"acct\": \"MrX\"}"],
      ])
    try expectSame(
      ["explain", "--values"], ["srvr=h,port:n=443"],
      [["[kSecAttrServer as String: \"h\", kSecAttrPort as String: 443]"]])
    try expectSame(
      ["explain", "--values"], ["svce=AYS,gena:x=616263"],
      [["[kSecAttrService: \"AYS\", kSecAttrGeneric: \"abc\".data(using: .utf8)!]"]])
  }

  @Test("what is to be returned, how many, and what is said about prompts")
  func options() throws {
    try expectSame(
      ["explain", "--plan"], ["svce=AYS,acct=ann", "--return", "data", "--limit", "one"],
      [
        ["svce=AYS,acct=ann", "kSecReturnData=true", "kSecMatchLimit=kSecMatchLimitOne"],
        ["svce=AYS,acct=ann,r_Data=1,m_Limit=m_LimitOne"],
        ["find-generic-password", "-s", "AYS", "-a", "ann", "-w", "--limit", "one"],
        [
          "[kSecAttrService as String: \"AYS\", kSecAttrAccount as String: \"ann\","
            + " kSecReturnData as String: kCFBooleanTrue!,"
            + " kSecMatchLimit as String: kSecMatchLimitOne]"
        ],
      ])
    try expectSame(
      ["explain", "--plan"], ["class=cert", "--skip", "--limit", "all"],
      [
        ["cert", "--limit", "all", "kSecUseAuthenticationUI=kSecUseAuthenticationUISkip"],
        ["kSecClass=kSecClassCertificate", "--skip", "matchLimit=kSecMatchLimitAll"],
      ])
  }

  @Test("letters mean what they mean to the commands for passwords")
  func letters() throws {
    try expectSame(
      ["explain", "--values"], ["class=inet,srvr=h,acct=MrX,ptcl=htps"],
      [
        ["-s", "h", "-a", "MrX", "-r", "htps"], ["class=inet,ptcl=htps", "-s", "h", "-a", "MrX"],
        ["find-internet-password", "-s", "h", "-a", "MrX", "-r", "htps"],
      ])
    try expectSame(
      ["explain", "--values"], ["delete", "class=genp,svce=AYS,labl=x,gena:x=61"],
      [["delete-generic-password", "-s", "AYS", "-l", "x", "-G", "a"]])
    try expectSame(
      ["explain"], ["add", "class=genp,svce=AYS,acct=new"],
      [["add-generic-password", "-s", "AYS", "-a", "new", "-A", "-T", "/bin/true"]])
  }

  @Test("quotes and blanks that belong to a value can be kept")
  func kept() throws {
    for (words, shown) in [
      ("svce:s=\"AYS\"", "\"\"AYS\"\""), ("svce='\"AYS\"'", "\"\"AYS\"\""),
      ("svce:s= AYS", "\" AYS\""), ("svce=\" AYS\"", "\" AYS\""), ("svce=O'Brien", "\"O'Brien\""),
      ("svce=\"a,b=c\"", "\"a,b=c\""), ("svce='it's'", "\"it's\""), ("svce=a b", "\"a b\""),
      ("svce=\"say \\\"hi\\\"\"", "\"say \"hi\"\""), ("svce=a:b", "\"a:b\""),
    ] {
      let result = try program.run(["explain", "--values", words])
      #expect(result.status == 44 && result.output.contains(shown), "\(words): \(result)")
    }
  }

  @Test("the filters of dump-items are read by the same rules")
  func listed() throws {
    try expectSame(
      ["dump-items", "--values"], ["acct=ann"],
      [
        ["-a", "ann"], ["kSecAttrAccount=ann"], ["account = \"ann\""],
        ["[kSecAttrAccount: \"ann\"]"],
      ])
    try expectSame(
      ["dump-items", "--values"], ["genp", "svce=AYS"],
      [
        ["kSecClassGenericPassword", "-s", "AYS"], ["genp", "kSecAttrService", "=", "AYS"],
        ["kSecClass=kSecClassGenericPassword", "service=AYS", "sync=any"],
      ])
    try expectSame(
      ["dump-items", "genp", "--compare"], ["svce=AYS,acct=x"],
      [["kSecAttrService=AYS, kSecAttrAccount = \"x\""]])
    try expectSame(
      ["dump-items", "genp", "--sort"], ["acct"], [["kSecAttrAccount"], ["account"]])
  }

  /// Wrong commands, each with a part of the error.
  private static let wrong: [([String], String)] = [
    (["explain", "kSecValueData=hunter2"], "a secret is never given"),
    (["explain", "[kSecAttrService: \"s\", kSecValueData: \"hunter2\"]"], "a secret is never"),
    (["explain", "add-generic-password", "-s", "s", "-w", "hunter2"], "a secret is never given"),
    (["explain", "add-generic-password", "-s", "s", "-p", "hunter2"], "a secret is never given"),
    (["-v", "explain", "add-generic-password", "-p", "hunter2"], "a secret is never given"),
    (["explain", "add", "-s", "s", "-X", "hunter2"], "a secret is never given"),
    (["explain", "add-generic-password", "-s", "s", "-U"], "-U adds or updates"),
    (["explain", "delete-generic-password", "-s", "s", "-w"], "-g and -w ask for a secret"),
    (["explain", "--last", "-s", "hunter2"], "-s does not apply to a call that was recorded"),
    (["explain", "K205", "-a", "hunter2"], "-a does not apply to the article about K205"),
    (["explain", "[kSecAttrService as String: hunter2]"], "svce is a name of the program"),
    (["explain", "kSecMatchPolicy=hunter2"], "kSecMatchPolicy takes an object"),
    (["explain", "v_PersistentRef=hunter2"], "use --item with an item"),
    (["explain", "kSecReturnData=hunter2"], "kSecReturnData is true or false"),
    (["explain", "kSecMatchLimit=hunter2"], "the limit is one, all or a number"),
    (["explain", "kSecMatchValidOnDate=hunter2"], "kSecMatchValidOnDate is a date like"),
    (["explain", "kSecUseAuthenticationUI=hunter2"], "kSecUseAuthenticationUI is kSecUse"),
    (["explain", "svce=s", "--limit", "hunter2"], "the limit is one, all or a number"),
    (["explain", "svce=s", "--return", "hunter2"], "--return takes data, attributes"),
    (["explain", "svce=s", "--if", "hunter2"], "--if takes locked"),
    (["explain", "svce=s", "--profile", "hunter2"], "--profile takes dataProtection"),
    (["explain", "-s", "s", "svce=hunter2"], "svce is given twice"),
    (["explain", "class=genp", "-p", "hunter2"], "-p is an option of internet passwords"),
    (["explain", "svce=s", "-P", "hunter2"], "-P is an option of internet passwords"),
    (["explain", "m_Limit=1", "--limit", "1"], "kSecMatchLimit is given twice"),
    (["explain", "find-generic-password", "class=inet"], "class is given twice"),
    (["explain", "svce=s", "hunter2"], "a word is neither a verb nor attribute=value"),
    (["explain", "\"hunter2\""], "a word is neither a verb nor attribute=value"),
    (["explain", "[hunter2: \"x\"]"], "before = is not an attribute"),
    (["dump-items", "--sort", "hunter2"], "--sort takes an attribute"),
    (["dump-items", "v_Data=hunter2"], "items cannot be listed by their secrets"),
    (["dump-items", "r_Data=hunter2"], "kSecReturnData does not apply to a list of items"),
    (["dump-items", "--compare", "labl:n=hunter2"], "the value of labl is not a number"),
    (["trace", "/dev/null", "--pid", "hunter2"], "--pid takes a number"),
  ]

  @Test("what is wrong is named, and no value is repeated", arguments: wrong)
  func mistakes(words: [String], sentence: String) throws {
    let result = try program.run(words)
    #expect(result.status == 2 && result.output.isEmpty, "\(result)")
    #expect(result.error.contains(sentence), "\(result.error)")
    #expect(!result.error.contains("hunter2"), "\(result.error)")
  }
}
