// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainCommands
import KeychainTypes
import SecureMemory
import Testing

/// Tests of `backup` and `restore`: their questions, their output, and the files on the disk
/// (Specification/security-cli.md, "Commands of our own").
@Suite("Backup commands") struct BackupCommandTests {
  /// A directory for one test, removed with the value.
  private final class Place {
    let path: String

    init() throws {
      path = FileManager.default.temporaryDirectory.path + "/latchkey-backup-\(UUID().uuidString)"
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var file: String { path + "/file" }
    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path) }
    func content() throws -> String {
      String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
    }
  }

  private func security(
    _ words: [String], on store: ScriptedStore, answers: [String] = []
  ) -> Outcome {
    let terminal = ScriptedTerminal()
    terminal.answers = answers
    return KeychainCommandsTests.security(words, on: store, at: terminal)
  }

  @Test("backup asks twice and makes one private file") func backup() throws {
    let place = try Place()
    let done = security(
      ["backup", place.file], on: ScriptedStore(), answers: ["a", "b", "words", "words"])
    #expect(done.status == 0)
    #expect(done.error.contains("passphrases don't match\n"))
    #expect(
      done.output == """
        \(place.file): 0 items
        Left out: 1 item of class akpu, whose key is in no backup
        Anyone with the file and the passphrase can read the items.

        """)
    #expect(try place.names() == ["file"])
    #expect(try place.content() == "backup")
    let mode = try FileManager.default.attributesOfItem(atPath: place.file)[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test("what is there is not replaced, and nobody is asked") func taken() throws {
    let place = try Place()
    try Data("mine".utf8).write(to: URL(fileURLWithPath: place.file))
    let refused = security(["backup", place.file], on: ScriptedStore())
    #expect(refused.status == 206)
    #expect(refused.error.contains("the file exists already, and it is not replaced\n"))
    #expect(try place.content() == "mine")
    try FileManager.default.createSymbolicLink(
      atPath: place.path + "/link", withDestinationPath: place.path + "/nowhere")
    #expect(security(["backup", "\(place.path)/link"], on: ScriptedStore()).status == 206)
    #expect(try place.names().sorted() == ["file", "link"])
  }

  @Test("a refusal of the store leaves no file") func refusal() throws {
    let place = try Place()
    let store = ScriptedStore {
      $0.secretRefusal = KeychainError(.interactionNotAllowed, "an item is locked")
    }
    let refused = security(["backup", place.file], on: store, answers: ["words", "words"])
    #expect(refused.status == 36)
    #expect(try place.names().isEmpty)
    let nowhere = security(
      ["backup", "\(place.path)/no/file"], on: ScriptedStore(), answers: ["words", "words"])
    #expect(nowhere.status == 206)
    #expect(nowhere.error.contains("there is no such file or directory\n"))
  }

  @Test("what the lock refuses is refused before anybody is asked") func locked() throws {
    let place = try Place()
    try Data("backup".utf8).write(to: URL(fileURLWithPath: place.file))
    let store = ScriptedStore {
      $0.secretRefusal = KeychainError(.interactionNotAllowed, "an item is locked")
      $0.lock.passcode = SecretBytes(copying: [1])
      $0.lock.state = .locked
    }
    for words in [["backup", "\(place.path)/new"], ["restore", place.file]] {
      let terminal = ScriptedTerminal()
      terminal.answers = ["words", "words"]
      let refused = KeychainCommandsTests.security(words, on: store, at: terminal)
      #expect(refused.status == 36, "\(words)")
      #expect(refused.error.contains("locked"), "\(words)")
      #expect(terminal.questions.isEmpty, "\(words)")
    }
  }

  @Test("restore asks once and says what came and what did not") func restore() throws {
    let place = try Place()
    try Data("backup".utf8).write(to: URL(fileURLWithPath: place.file))
    let store = ScriptedStore {
      $0.restored.restored = 2
      $0.restored.removed = 1
      $0.restored.ofOtherDevice = 3
      $0.restored.keptHere = 1
    }
    let done = security(["restore", place.file], on: store, answers: ["words"])
    #expect(done.status == 0)
    #expect(
      done.output == """
        2 items restored, 1 item removed before.
        1 item kept as in the store: equal, or changed later.
        3 items skipped: only for the device that made the backup.

        """)
  }

  /// A store in which a restore loses items.
  private static func losing() -> ScriptedStore {
    ScriptedStore { state in
      state.restored.removed = 3
      state.restored.gone = 2
      state.restored.goneItems = [
        RestoreReport.Gone(
          .genericPassword,
          AttributeSet([
            .init(.label, .text("svc")), .init(.service, .text("svc")),
            .init(.account, .text("me")),
          ]))
      ]
      state.restored.setBack = 1
    }
  }

  @Test("what a restore would lose is shown, and asked about", arguments: ["y", "n", nil])
  func asked(_ answer: String?) throws {
    let place = try Place()
    try Data("backup".utf8).write(to: URL(fileURLWithPath: place.file))
    let store = Self.losing()
    let answers = ["words", answer].compactMap { $0 }
    let done = security(["restore", place.file], on: store, answers: answers)
    let terms = store.state.withLock { $0.restoreTerms }
    #expect(
      done.error.hasPrefix(
        """
        The store has 2 items that the backup does not hold:
          genp  svc, me
          and 1 more
        The store has 1 item with changes that the backup lacks.

        """))
    #expect(terms.first?.isRehearsal == true && terms.first?.mostLost == nil)
    #expect(done.status == (answer == "y" ? 0 : 1) && terms.count == (answer == "y" ? 2 : 1))
    #expect(done.output.isEmpty == (answer != "y"))
    if answer == "y" { #expect(terms.last?.mostLost == 3 && terms.last?.isRehearsal == false) }
    if answer == nil { #expect(done.error.contains("--merge keeps the items of the store\n")) }
  }

  @Test("the names of what would be lost fill no more than a line, whatever their letters")
  func wide() throws {
    let place = try Place()
    try Data("backup".utf8).write(to: URL(fileURLWithPath: place.file))
    let store = Self.losing()
    store.state.withLock { state in
      let name = AttributeSet([.init(.account, .text(String(repeating: "鍵", count: 90)))])
      state.restored.goneItems = [RestoreReport.Gone(.genericPassword, name)]
    }
    let done = security(["restore", place.file], on: store, answers: ["words", "n"])
    let lines = done.error.split(separator: "\n")
    #expect(lines.contains { $0.contains("鍵") })
    #expect(lines.allSatisfy { ColumnWidth.of(String($0)) <= 80 }, "\(done.error)")
  }

  @Test("--yes, --merge and --dry-run")
  func terms() throws {
    let place = try Place()
    try Data("backup".utf8).write(to: URL(fileURLWithPath: place.file))
    func terms(_ words: String...) -> [RestoreTerms] {
      let store = Self.losing()
      let done = security(["restore"] + words + [place.file], on: store, answers: ["words"])
      #expect(done.status == 0, "\(words): \(done)")
      return store.state.withLock { $0.restoreTerms }
    }
    var expected = RestoreTerms()
    #expect(terms("--yes", "--no-copy") == [expected])
    expected.keepsCopy = true
    #expect(terms("--yes") == [expected])
    expected.isMerging = true
    #expect(terms("--merge") == [expected])
    expected.keepsCopy = false
    expected.isRehearsal = true
    #expect(terms("--dry-run", "--merge") == [expected])
    let store = ScriptedStore { $0.isMade = false }
    let new = security(["restore", "--dry-run", place.file], on: store)
    #expect(new.status == 0 && new.output.hasPrefix("There is no store yet"))
  }

  @Test("--undo shows what it would remove, and asks; --forget-copy says whether there was one")
  func undo() throws {
    let store = Self.losing()
    let refused = security(["restore", "--undo"], on: store, answers: ["n"])
    #expect(refused.status == 1)
    #expect(refused.error.contains("The store has 2 items that the copy does not hold:\n"))
    let done = security(["restore", "--undo"], on: store, answers: ["y"])
    #expect(done.status == 0)
    #expect(
      done.error.hasSuffix("To bring back the store as it was before: security restore --undo\n"))
    let terms = store.state.withLock { $0.restoreTerms }
    #expect(terms.map(\.isRehearsal) == [true, true, false] && terms.last?.mostLost == 3)
    #expect(terms.last?.keepsCopy == true && store.state.withLock { $0.undone } == 3)
    #expect(security(["restore", "--undo", "--yes"], on: store).status == 0)
    #expect(store.state.withLock { $0.restoreTerms.count } == 4)
    for words in ["The copy is removed.\n", "There is no copy.\n"] {
      #expect(security(["restore", "--forget-copy"], on: store).output == words)
    }
    let mistakes: [[String]] = [
      ["--undo", "file"], ["--undo", "--merge"], ["--undo", "--forget-copy"], [],
      ["--forget-copy", "x"], ["--forget-copy", "--dry-run"],
    ]
    for words in mistakes { #expect(security(["restore"] + words, on: store).status == 2) }
    #expect(store.state.withLock { $0.restoreTerms.count } == 4)
  }

  @Test("restore says what the backup does not hold") func gone() throws {
    let place = try Place()
    try Data("backup".utf8).write(to: URL(fileURLWithPath: place.file))
    let store = ScriptedStore {
      $0.restored.removed = 5
      $0.restored.gone = 4
      $0.restored.goneAsOmitted = [.token: 1, .needsPasscode: 2]
    }
    let done = security(
      ["restore", "--yes", place.file], on: store, answers: ["words"])
    #expect(
      done.output == """
        0 items restored, 5 items removed before.
        4 items that the backup does not hold are gone.
        Of these, never in a backup: 2 items of class akpu, whose key is in no backup
        Of these, never in a backup: 1 item of a token, such as the secure element

        """)
    let one = ScriptedStore { $0.restored.gone = 1 }
    #expect(
      security(
        ["restore", "--yes", place.file], on: one, answers: ["words"]
      ).output
        .hasSuffix("\n1 item that the backup does not hold is gone.\n"))
  }

  @Test("a weak passphrase of a backup: one line, and the backup is made") func weak() throws {
    for (words, isWeak) in [("1234", true), ("correct horse", false)] {
      let place = try Place()
      let done = security(["backup", place.file], on: ScriptedStore(), answers: [words, words])
      #expect(done.status == 0)
      #expect(
        done.error
          == (isWeak
            ? "This passphrase is weak: anyone who copies the backup can guess it. Use a longer one.\n"
            : ""))
      #expect(try place.names() == ["file"])
    }
  }

  @Test("a new store without the backup is named; where none was made, the refusal stays as it is")
  func newStore() throws {
    let place = try Place()
    try Data("backup".utf8).write(to: URL(fileURLWithPath: place.file))
    let full = KeychainError(
      .diskFull, "the disk is full", advice: "make room; nothing was changed")
    let other = KeychainError(.readOnly, "the store is read-only")
    for (refusal, isLate) in [(full, true), (other, true), (full, false)] {
      let store = ScriptedStore {
        $0.isMade = false
        $0.newStoreRefusal = (refusal, isLate)
      }
      let refused = security(["restore", place.file], on: store, answers: ["words"])
      #expect(refused.status == UInt8(truncatingIfNeeded: refusal.code.rawValue))
      let told = "a new store was made, and it holds nothing of the backup\n"
      #expect(refused.error.contains(told) == isLate, "\(refused)")
      #expect(refused.error.contains("nothing was changed") == !isLate, "\(refused)")
      #expect(refused.error.contains("make room; ") == (refusal.code == .diskFull))
      #expect(refused.error.contains("security: /store: "), "\(refused)")
    }
  }

  @Test("what is no backup, and no file") func foreign() throws {
    let place = try Place()
    #expect(security(["restore", place.file], on: ScriptedStore()).status == 206)
    #expect(security(["restore", place.path], on: ScriptedStore()).status == 206)
    try Data("other".utf8).write(to: URL(fileURLWithPath: place.file))
    let refused = security(["restore", place.file], on: ScriptedStore(), answers: ["words"])
    #expect(refused.status == 93)
    #expect(refused.error.contains("the file is not a backup of a store\n"))
    // A file that claims to be huge is not read.
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: place.file))
    try handle.truncate(atOffset: UInt64(Backup.sizeLimit) + 1)
    let huge = security(["restore", place.file], on: ScriptedStore())
    #expect(huge.status == 93)
    #expect(huge.error.contains("the file is too large to be a backup\n"))
  }

  @Test("one operand, and a passphrase that is one") func usage() throws {
    for words in [["backup"], ["restore"], ["backup", "a", "b"]] {
      #expect(security(words, on: ScriptedStore()).status == 2)
    }
    let place = try Place()
    let empty = security(["backup", place.file], on: ScriptedStore(), answers: ["", ""])
    #expect(empty.status == 206)
    #expect(empty.error.contains("the passphrase is empty\n"))
  }
}
