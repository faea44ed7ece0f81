// SPDX-License-Identifier: Apache-2.0 (table)

extension FindingArticle {
  /// The rows of the general findings (K001 to K005).
  // swift-format-ignore
  static let k0xx: [FindingArticle] = [
    FindingArticle(1, "nothingToReport", .info,
      summary: "The call succeeds: {n} matches, limit {l}.",
      text: "The call succeeds: {isCut?at least |}{n} {n#match|matches}, limit {limit}.",
      why: "The report found nothing that stops the call.",
      fix: "Nothing.",
      example: "security explain svce=AYS,acct=ann --return data --limit one",
      texts: [
        "success": "The call succeeds.",
      ]),
    FindingArticle(2, "stateChangedSince", .info,
      text: "The store changed {n} time(s) / the lock state changed between the call and this report.",
      why: "A report is made after the call, from the store as it is at that time.",
      fix: "Run the program again with LATCHKEY_EXPLAIN=1, which reports at the moment of the call.",
      example: "LATCHKEY_EXPLAIN=1 ./mailsync",
      texts: [
        "notRecorded": "The call was not recorded when it was made: its facts are not known, and the store may have changed since.",
        "explain": "Run the program again with LATCHKEY_EXPLAIN=1.",
        "changes": "The store changed {n} {n#time|times} between the call and this report.",
        "explainAtOnce": "Repeat with LATCHKEY_EXPLAIN=1.",
      ]),
    FindingArticle(3, "moreKnownToOwner", .info,
      text: "Facts about other programs are left out: only the owner of the store sees them.",
      why: "A program learns nothing about the items of other programs, not even whether there are any.",
      fix: "As the owner of the store, run at a terminal: security explain --last --owner",
      example: "security explain svce=AYS --as ./mailsync --owner",
      texts: [
        "inTest": "In a test: explain the call as the other app, by explain(_:as:).",
        "asOwner": "The owner of the store can run security explain --last --owner.",
      ]),
    FindingArticle(4, "searchCutShort", .info,
      summary: "Stopped after {n} candidate rows / {ms} ms; nearer items may exist.",
      text: "Stopped after {isOutOfTime?{ms} ms|{n} candidate rows}; nearer items may exist.",
      why: "The number of compared rows is limited, so that a report is quick in a store of any size.",
      fix: "Add an attribute that few items share (acct, svce), or explain with --all at a terminal.",
      example: "security explain svce=AYS,acct=ann",
      texts: [
        "selective": "Add a selective attribute (acct, svce).",
        "unreadable": "The store could not be read after the call: {status}, {reason}. Nearer items may exist.",
        "again": "Explain the call again.",
      ]),
    FindingArticle(5, "explainedInOtherStore", .warning,
      text: "The capture was made in store {a}; you are looking at {b}.",
      why: "A capture holds the call of a program, not the items: explain it in the store where it was made.",
      fix: "Set LATCHKEY_HOME to the value that the program had.",
      example: "LATCHKEY_HOME=/srv/mail/keychain security explain --call FILE",
      texts: [
        "asProgram": "Set LATCHKEY_HOME as the program had it.",
      ]),
  ]
}
