// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes

/// The part of the command `check` that looks at keychain files: those of the search list, the
/// default keychain, and those in the user's folder.
enum KeychainFilesCheck {
  /// Checks each file of a survey and prints the result, without changing a file.
  ///
  /// - Returns: The exit status: 0 if no file is damaged, 1 if one is, or the status with which the
  ///   first file cannot be read.
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

  private static func check(_ entry: KeychainSurvey.Entry, _ invocation: Invocation) -> Int32 {
    let path = entry.keychain.path
    do throws(KeychainError) {
      let (check, isLocked) = try entry.keychain.check()
      let version = try? entry.keychain.database().version.rawValue
      var lines = ["Keychain \(path)" + (version.map { ", version 0x\(hex($0))" } ?? "")]
      lines.append(try counts(entry.keychain))
      if isLocked {
        lines += [
          "Secrets and keys not judged while locked:",
          "    security unlock-keychain \(entry.name)   unlocks the keychain",
        ]
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
      return Refusal.report(error, of: "check", in: invocation)
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
      return lines + [isLocked ? "Nothing else is damaged." : "Nothing is damaged."]
    }
    lines += check.findings.map { "    \($0.place): \($0.reason)" }
    let isCut = check.findings.count == KeychainCheck.mostFindings
    lines.append("\(count(check.findings.count, "finding"))\(isCut ? ", and more" : "").")
    return lines + [
      "Bring the file back from a copy. The items that can be read are still found:",
      "    security dump-keychain \(entry.name)   shows it",
    ]
  }

  /// Returns the line with the numbers of items, by their kind.
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

  private static func print(_ lines: [String], _ invocation: Invocation) {
    // Paths may hold any character.
    invocation.terminal.output(lines.map(VisibleText.of).joined(separator: "\n") + "\n")
  }

  private static func hex(_ number: UInt32) -> String { String(number, radix: 16) }

  /// Returns a number with its noun, for example `2 keys`.
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
