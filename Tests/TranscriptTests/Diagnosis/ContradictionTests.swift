// SPDX-License-Identifier: Apache-2.0
import Testing

/// Tests of options that exclude each other: the usage and one sentence are printed
/// (Specification/diagnostics.md, "security explain").
@Suite("security explain: contradictions") struct ContradictionTests {
  @Test(
    "two options that say opposite things",
    arguments: [
      ("explain svce=a --if locked --if unlocked", "--if unlocked and --if locked"),
      ("explain svce=a --if before-first-unlock --if locked", "contradict each other"),
      ("explain svce=a --as /bin/true --app x", "--as and --app contradict each other"),
      ("explain svce=a --values --names", "--values and --names contradict each other"),
      ("explain svce=a --skip --fail", "--skip and --fail contradict each other"),
      ("dump-items --values --names", "--values and --names contradict each other"),
      ("trace /dev/null --values --names", "--values and --names contradict each other"),
      ("explain --with /bin/true --json", "--with has no JSON"),
      ("explain --last --owner --json", "--owner has no JSON"),
      ("doctor --checklist --json", "--checklist has no JSON"),
      ("explain svce=a,acct=b,svce=c", "svce is given twice"),
      ("dump-items acct=a acct=b", "acct is given twice"),
      ("dump-items --sort zzzz", "--sort takes an attribute: "),
      ("dump-items zzzz=1", "before = is not an attribute"),
      ("explain svce=a kSecAttrService=c", "svce is given twice"),
      ("explain class=genp,class=inet", "class is given twice"),
      ("explain update svce=a --set labl=x,labl=y", "labl is given twice"),
      ("explain svce=a --set labl=x", "--set has the changes of an update"),
      ("explain delete svce=a --set labl=x", "--set has the changes of an update"),
      ("explain --call /dev/null --if locked", "--if does not apply to a call that was recorded"),
      ("explain --call /dev/null --as /bin/true", "--as does not apply to a call"),
      ("explain --call /dev/null --plan", "--plan does not apply to a call"),
      ("explain --call /dev/null delete", "a further word does not apply to a call"),
      ("explain --last 2 svce=a", "a further word does not apply to a call"),
      ("explain --last --set labl=x", "--set does not apply to a call"),
      ("explain K205 --if locked", "--if does not apply to the article about K205"),
      ("explain K205 --as /bin/true", "--as does not apply to the article about K205"),
      ("explain K205 svce=a", "a further word does not apply to the article about K205"),
      ("explain K2 --json", "a list of codes has no JSON form"),
      ("trace /dev/null --call 1 --follow", "--call and --follow contradict each other"),
      ("explain", "the question is missing"),
      ("doctor word", "only --forget-history takes a word"),
      ("doctor --adopt word", "--adopt needs the program"),
      ("doctor word --adopt x", "--adopt takes one identifier"),
      ("doctor --adopt x --forget-history", "--adopt and --forget-history contradict each other"),
      ("doctor --forget-history x --all", "--all does not apply to --forget-history"),
    ])
  func contradiction(line: String, sentence: String) throws {
    let home = try TemporaryFolder()
    let result = try Program(home: home.path).run(line.split(separator: " ").map(String.init))
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.error.contains(sentence), "\(result.error)")
  }

  @Test(
    "a word in the wrong place may be a password, and is not repeated",
    arguments: [
      "explain hunter2", "explain find hunter2", "explain hunter2=", "explain hunter2:n=1",
      "explain acct:hunter2=x", "explain creator:n=hunter2", "explain svce:b=hunter2",
      "explain svce:x=hunter2", "explain mdat:d=hunter2", "explain sync=hunter2",
      "explain nleg=hunter2", "explain svce=hunter2\\", "explain pdmn=kSecAttrAccessiblehunter2",
      "explain update svce=s --set hunter2", "explain K205 hunter2", "explain --last 1 hunter2",
      "explain --last hunter2", "explain --call /dev/null hunter2",
      "explain --with /bin/true hunter2", "dump-items hunter2", "dump-items hunter2=x",
      "dump-items --compare hunter2", "dump-items --compare hunter2=x",
      "dump-items --compare sync=hunter2", "dump-items --compare crtr=hunter2", "error hunter2",
      "trace /dev/null hunter2", "doctor hunter2", "doctor --app x hunter2",
    ])
  func misplaced(line: String) throws {
    let home = try TemporaryFolder()
    let result = try Program(home: home.path).run(line.split(separator: " ").map(String.init))
    #expect(!(result.output + result.error).contains("hunter2"), "\(result.output)\(result.error)")
    #expect(result.status != 0)
  }

  @Test("what is merely said twice, or holds at once, is understood")
  func harmless() throws {
    let home = try TemporaryFolder()
    let program = Program(home: home.path)
    _ = try program.run(["add-generic-password", "-a", "b", "-s", "a", "-w", "geheim"])
    for words in [
      ["--if", "locked", "--if", "locked"], ["--if", "locked", "--if", "background"],
      ["--if", "unlocked", "--if", "headless"], ["--values", "--values"],
    ] {
      let result = try program.run(["explain", "svce=a,acct=b"] + words)
      #expect(result.status != 2 && result.status != 3 && !result.output.isEmpty, "\(words)")
    }
  }

  @Test("a class that is named twice is listed once")
  func twice() throws {
    let home = try TemporaryFolder()
    let program = Program(home: home.path)
    _ = try program.run(["add-generic-password", "-a", "b", "-s", "a", "-w", "geheim"])
    #expect(try program.run(["dump-items", "genp", "genp"]).output.contains(", 1 found"))
  }

  @Test("options of doctor may stand behind what they are about")
  func behind() throws {
    let home = try TemporaryFolder()
    let program = Program(home: home.path)
    _ = try program.run(["add-generic-password", "-a", "b", "-s", "a", "-w", "geheim"])
    let forgotten = try program.run(["doctor", "--forget-history", "nosuch", "--yes"])
    #expect(forgotten.status == 0 && forgotten.output == "0 programs forgotten\n")
    #expect(try program.run(["doctor", "nosuch", "--all"]).status == 2)
  }
}
