// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainExplaining
import KeychainTypes

/// The part of the command `check` for the keychain files of the search list, the default keychain,
/// and the files in the user's folder.
enum KeychainFilesCheck {
  /// Checks each keychain file of a survey (a list of the user's keychain files) and prints the
  /// result, without changing a file.
  ///
  /// - Returns: The exit status: 0 if no file is damaged, and otherwise the status of the first
  ///   failure. The status of a damaged file is 1. If a list or a file cannot be read, the status
  ///   is the status of the error.
  static func run(_ survey: KeychainSurvey, _ invocation: Invocation) -> Int32 {
    var status: Int32 = 0
    if let error = survey.listFailure {
      status = Refusal.report(error, of: "check", in: invocation)
    }
    for entry in survey.entries {
      let found = check(entry, invocation)
      if status == 0 { status = found }
    }
    return status
  }

  /// True if the user has a keychain file, or a list of keychains that cannot be read.
  static func hasFiles(_ invocation: Invocation) -> Bool {
    (try? invocation.placedKeychains().survey())?.isEmpty == false
  }

  /// Checks one keychain file that the user has named, and prints the result.
  ///
  /// - Returns: The exit status, as `run` returns it. For a file that does not exist or may not be
  ///   looked at, every command returns the status of the error.
  static func run(named keychain: Keychain, _ invocation: Invocation) throws(Stop) -> Int32 {
    do throws(KeychainError) { _ = try keychain.image() } catch {
      // Of a damaged file, the check says more. The check also names a directory or a pipe.
      guard error.code == .invalidKeychain else {
        return Refusal.report(error, of: "check", in: invocation)
      }
    }
    return try invocation.keychains().survey(of: [keychain]).reduce(0) {
      $0 + check($1, invocation)
    }
  }

  /// Checks all keychain files after a repair of the store, and prints the results of damaged files
  /// only.
  ///
  /// A repair changes the store alone, so damaged keychain files stay damaged.
  ///
  /// - Returns: The exit status: 0 if no file is damaged, and otherwise the status of the first
  ///   failure. The status of a damaged file is 1. If a list or a file cannot be read, the status
  ///   is the status of the error.
  static func damage(_ invocation: Invocation) -> Int32 {
    guard let survey = try? invocation.placedKeychains().survey() else { return 0 }
    let damaged = survey.entries.filter { entry in
      if case .brokenLink = entry.kind { return true }
      if entry.kind == .circle { return true }
      do throws(KeychainError) { return try !entry.keychain.check().0.findings.isEmpty } catch {
        return error.code != .noSuchKeychain
      }
    }
    guard !damaged.isEmpty || survey.listFailure != nil else { return 0 }
    print(["The store alone is repaired, and no keychain file:"], invocation)
    var status: Int32 = 0
    if let error = survey.listFailure {
      status = Refusal.report(error, of: "check", in: invocation)
    }
    for entry in damaged {
      let found = check(entry, invocation)
      if status == 0 { status = found }
    }
    return status
  }

  /// Checks the copy of a keychain file, and prints its damage.
  ///
  /// Secrets are checked only if the original keychain is unlocked, with the keys of the original.
  ///
  /// - Returns: True for `isSound` if no damage was found, and for `isLocked` if secrets and keys
  ///   were not checked.
  static func check(
    copy: Keychain, of original: Keychain, _ invocation: Invocation
  ) -> (isSound: Bool, isLocked: Bool) {
    do throws(KeychainError) {
      let (check, isLocked) = try original.check(copy: copy)
      let findings = check.findings
      guard !findings.isEmpty else { return (true, isLocked) }
      print(
        ["Keychain \(copy.path)"] + findings.map { "    \($0.place): \($0.reason)" }, invocation)
      return (false, isLocked)
    } catch {
      print(["Keychain \(copy.path)"], invocation)
      _ = Refusal.report(error, of: "check --copy", in: invocation)
    }
    return (false, false)
  }

  /// Returns the lines that say that secrets and keys of a locked keychain were not checked, with
  /// the command that unlocks it.
  ///
  /// - Parameter subject: the words before "not judged while locked", with a blank at their end.
  static func unjudged(_ name: String, _ subject: String) -> [String] {
    [
      subject + "not judged while locked:",
      "    security unlock-keychain \(Wording.keychainWord(name))   unlocks the keychain",
    ]
  }

  private static func check(_ entry: KeychainSurvey.Entry, _ invocation: Invocation) -> Int32 {
    let path = entry.keychain.path
    guard entry.kind == .ordinary else {
      print(["Keychain \(path): \(entry.kind.words), and no keychain file"], invocation)
      return KeychainError.Code.invalidKeychain.rawValue
    }
    do throws(KeychainError) {
      let (check, isLocked) = try entry.keychain.check()
      let version = try? entry.keychain.database().version.rawValue
      var lines = ["Keychain \(path)" + (version.map { ", version 0x\(hex($0))" } ?? "")]
      lines.append(try counts(entry.keychain))
      if isLocked {
        lines += unjudged(entry.name, "Secrets and keys ")
      }
      lines += text(check, entry, isLocked: isLocked)
      print(lines, invocation)
      return check.findings.isEmpty ? 0 : 1
    } catch {
      guard error.code != .noSuchKeychain else {
        print(["Keychain \(path): in a list, and there is no such file"], invocation)
        return 0
      }
      print(["Keychain \(path)"], invocation)
      let status = Refusal.report(error, of: "check", in: invocation)
      if error.code == .invalidKeychain { print(["Bring the file back from a copy."], invocation) }
      return status
    }
  }

  private static func text(
    _ check: KeychainCheck, _ entry: KeychainSurvey.Entry, isLocked: Bool
  ) -> [String] {
    var lines: [String] = []
    if check.unprotectedItems > 0 {
      lines.append("\(count(check.unprotectedItems, "password")) in the clear, as the file has it")
    }
    if check.orphanKeys > 0 {
      lines.append("\(count(check.orphanKeys, "key")) of passwords that are gone, as macOS leaves")
    }
    guard !check.findings.isEmpty else {
      return lines + [isLocked ? "The rest is not damaged." : "Nothing is damaged."]
    }
    lines += check.findings.map { "    \($0.place): \($0.reason)" }
    let isCut = check.findings.count == KeychainCheck.mostFindings
    lines.append("\(count(check.findings.count, "finding"))\(isCut ? ", and more" : "").")
    return lines + [
      "Bring the file back from a copy. The items that can be read are still found:",
      "    security dump-keychain \(Wording.keychainWord(entry.name))   shows it",
    ]
  }

  /// Returns the line with the numbers of passwords, keys and certificates in a keychain file.
  private static func counts(_ keychain: Keychain) throws(KeychainError) -> String {
    func number(_ relations: [Relation]) throws(KeychainError) -> Int {
      var sum = 0
      for relation in relations { sum += try keychain.items(in: relation).count }
      return sum
    }
    let passwords = try number([.genericPasswords, .internetPasswords, .serverPasswords])
    let keys = try number([.publicKeys, .privateKeys, .symmetricKeys])
    let certificates = try number([.certificates])
    return "\(count(passwords, "password")), \(count(keys, "key")), "
      + count(certificates, "certificate")
  }

  static func print(_ lines: [String], _ invocation: Invocation) {
    // Paths may hold any character.
    invocation.terminal.output(lines.map(VisibleText.of).joined(separator: "\n") + "\n")
  }

  private static func hex(_ number: UInt32) -> String { String(number, radix: 16) }

  /// Returns a number with its noun, for example `2 keys`.
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
