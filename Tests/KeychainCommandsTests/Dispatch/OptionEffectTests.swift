// SPDX-License-Identifier: Apache-2.0
import KeychainCommands
import Testing

/// Tests of options that are accepted and change no answer.
///
/// Each of them says so, on standard error or in the help
/// (Documentation/Decisions/options-without-effect.md).
@Suite("options without effect") struct OptionEffectTests {
  private static let days = "-f, -t and -d have no effect"
  private static let noHost = "-s has no effect: the policies in use check no host"
  private static let noAddress = "-e has no effect: the policies in use check no e-mail address"
  private static let noName = "-n has no effect: the policies in use check no name"
  private static let noNameToFind = "-s has no effect: the policies in use check no name"
  private static let twoNames = "-s has no effect beside -n: the name of -n is checked"

  // swift-format-ignore
  static let told: [(String, String)] = [
    ("create-keypair -a dsa -f 1/1/24",                  days),
    ("create-keypair -a dsa -t 1/1/25",                  days),
    ("create-keypair -a dsa -d 30",                      days),
    ("import /no-such-file -a name value",               "-a has no effect"),
    ("import /no-such-file -x -f pkcs12",                "-x has no effect with -f pkcs12"),
    ("dump-keychain -r",                                 "-r has no effect"),
    ("dump-keychain -i",                                 "-i has the effect of -a"),
    ("find-key -D d",                                    "-D and -j find nothing"),
    ("find-key -j j",                                    "-D and -j find nothing"),
    ("find-identity -s host",                            noNameToFind),
    ("verify-cert -c /no-such-file -p basic -s host",    noHost),
    ("verify-cert -c /no-such-file -e a@example.org",    noAddress),
    ("verify-cert -c /no-such-file -n name",             noName),
    ("verify-cert -c /no-such-file -p ssl -n name -s h", twoNames),
    ("verify-cert -c /no-such-file -p smime -C",         "-C has no effect"),
    ("verify-cert -c /no-such-file -R ocsp",             "-R has no effect"),
    ("verify-cert -c /no-such-file -R crl",              "-R has no effect"),
    ("verify-cert -c /no-such-file -R online",           "-R has no effect"),
    ("cms -D -p word -i /no-such-file",                  "-p has no effect"),
    ("item -y class=genp",                               "-y and -Y have no effect"),
    ("item -Y 1234 class=genp",                          "-y and -Y have no effect"),
  ]

  @Test("are named on standard error", arguments: told)
  func row(_ words: String, _ line: String) {
    let lines = security(words).error.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("security: \(line)") } == 1, "\(lines)")
  }

  // swift-format-ignore
  static let silent = [
    "verify-cert -c /no-such-file -s host",
    "verify-cert -c /no-such-file -p ssl -n host -C",
    "verify-cert -c /no-such-file -p smime -e a@example.org",
    "verify-cert -c /no-such-file -p eap -p smime -s host -e a@example.org",
    "verify-cert -c /no-such-file -R offline",
    "verify-cert -c /no-such-file -R require",
    "verify-cert -c /no-such-file -l -L -N",
    "verify-cert -c /no-such-file -p basic -s host -q",
    "find-identity -p ssl-server -p basic -s host",
    "create-keypair -a dsa -H",
    "add-generic-password -a a -s s -A",
    "add-generic-password -a a -s s -T /bin/true",
    "add-internet-password -a a -s s -A",
    "add-internet-password -a a -s s -T /bin/true",
    "create-keypair -a dsa -A",
    "create-keypair -a dsa -T /bin/true",
    "import /no-such-file -A",
    "import /no-such-file -T /bin/true",
    "dump-keychain -a",
    "cms -D -s -v -i /no-such-file",
    "delete-certificate -c c -t",
    "delete-identity -c c -t",
  ]

  @Test("nothing is said of options that have one", arguments: silent)
  func silence(_ words: String) {
    #expect(!security(words).error.contains("effect"))
  }

  /// The lines of help about options without effect: the command, and the text before two blanks.
  private static let listed: Set = [
    "create-keypair: -f date, -t date, -d days", "cms: -p password", "item: -y, -Y passcode",
  ]

  @Test("the help names no others: a new one gets its row above, and one on the page")
  func complete() {
    var found: Set<String> = []
    for name in CommandTable.names {
      for line in security("help \(name)").output.split(separator: "\n")
      where line.contains("without effect") {
        let text = line.drop { $0 == " " }
        found.insert("\(name): \(text.split(separator: "  ", maxSplits: 1)[0])")
      }
    }
    #expect(found == Self.listed)
  }
}
