// SPDX-License-Identifier: Apache-2.0
import Testing

/// Tests that every table that `security` prints of a real store fits into 80 columns
/// (Specification/diagnostics.md, "Text of explanations").
@Suite("tables of a store") struct TableTests {
  private static let long = String(repeating: "long-", count: 20)

  private static let everyCondition =
    "srvr=x,acct=x,sdmn=x,ptcl=htps,atyp=dflt,port=1,path=x,labl=x,desc=x,icmt=x,agrp=x,pdmn=ak,"
    + "sync=0"

  /// The commands that print tables, and whether they must leave columns out.
  private static let commands: [(words: [String], leavesOut: Bool)] = [
    (["dump-items"], true), (["dump-items", "--values"], true),
    (["dump-items", "genp", "--values"], false), (["dump-items", "inet", "--values"], true),
    (["dump-items", "cert", "--values"], false), (["dump-items", "keys", "--values"], true),
    (["dump-items", "keys", "--names"], true),
    (["dump-items", "inet", "--compare", everyCondition], true),
    (["dump-items", "keys", "--compare", "kcls=1,type=42,klbl=foo,atag=x"], true),
    (["explain", "svce=\(long),acct=\(long),labl=\(long)", "--values"], false),
    (["explain", "svce=\(long)", "--plan", "--values", "--all"], false),
    (["explain", "--owner", "svce=\(long)", "--values"], false),
    (["trace", "{trace}"], false), (["trace", "{trace}", "--failed"], false),
    (["doctor", "--all"], false), (["explain", "K2"], false), (["explain", "-25300"], false),
  ]

  /// Fills a store with items of each class that have long values, and records the calls in a
  /// trace.
  private static func fill(_ bench: KeyBench) throws {
    try bench.makeCertificate("long", "/CN=\(long.prefix(60))/O=\(long.prefix(60))")
    let calls = [
      ["add-generic-password", "-a", long, "-s", long, "-l", long, "-w", "geheim"],
      [
        "add-internet-password", "-a", long, "-s", long, "-d", long, "-p", long, "-P", "65535",
        "-r", "htps", "-t", "form", "-w", "geheim",
      ],
      ["create-keypair", "-a", "ec", long], ["create-keypair", "-s", "2048", "two"],
      ["add-certificates", "{long.pem}"],
    ]
    let variables = ["LATCHKEY_TRACE": bench.path("trace")]
    for words in calls {
      let made = try bench.run(words, variables)
      #expect(made.status == 0, "\(words): \(made)")
    }
    let missed = try bench.run(["find-generic-password", "-s", "none", "-l", long], variables)
    #expect(missed.status == 44, "\(missed)")
  }

  @Test("80 columns, and a sentence where columns are left out")
  func narrow() throws {
    let bench = try KeyBench()
    try Self.fill(bench)
    for (words, leavesOut) in Self.commands {
      let result = try bench.run(words)
      let lines = result.output.split(separator: "\n")
      #expect(!lines.isEmpty, "\(words): \(result)")
      #expect(lines.filter { $0.count > 80 } == [], "\(words)")
      #expect(result.output.contains("Columns left out: ") == leavesOut, "\(words): \(result)")
    }
    for itemClass in ["genp", "inet", "cert", "keys"] {
      let wide = try bench.run(["dump-items", itemClass, "--values", "--wide"]).output
      #expect(!wide.contains("Columns left out") && !wide.contains("…"), "\(wide)")
    }
  }
}
