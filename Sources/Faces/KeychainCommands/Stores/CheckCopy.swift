// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Glibc
import KeychainTypes
import UserFiles

/// The command `check --copy DIRECTORY`, which copies the whole store while programs go on using
/// it.
///
/// The copy also has the keychain files, the lists of keychains and the trust settings that are in
/// the store's directory.
enum CheckCopy {
  /// Copies the store into a directory, checks the copy, and prints the result of the check.
  ///
  /// If the copy would be damaged, no copy is made.
  ///
  /// - Returns: The exit status: 0 if the copy was made without damage, or the status of an error.
  ///   1 if the copied store would be damaged, or if a copied keychain file is damaged.
  static func run(_ operand: [UInt8], _ invocation: Invocation) throws(Stop) -> Int32 {
    let terminal = invocation.terminal
    guard let directory = absolute(operand) else {
      terminal.complain("check --copy: the name of the directory is not UTF-8")
      return 1
    }
    if let place = invocation.placeOfMissingStore, let absence = invocation.store.absence,
      KeychainFilesCheck.hasFiles(invocation)
    {
      return copyFiles(to: directory, place, absence, invocation)
    }
    do {
      let report = try invocation.store.existingService().copyStore(to: directory)
      guard report.isClean else {
        terminal.output(CheckText.text(report))
        terminal.complain("\(directory): the copy was not made, since it would be damaged")
        return 1
      }
      terminal.output(
        "\(VisibleText.of(directory)): a copy of the store\n\(CheckText.text(report))"
          + "The copy holds the device key: anyone with the copy can read the secrets.\n")
      return tellOfFiles(in: directory, invocation) ? 0 : 1
    } catch {
      return Refusal.report(error, of: "check --copy", in: invocation)
    }
  }

  /// Copies the keychain files of a user who has no store yet, and checks the copied files.
  ///
  /// - Returns: The exit status: 0, 1 if a copied file is damaged, or the status of an error.
  private static func copyFiles(
    to directory: String, _ place: String, _ absence: StoreAbsence, _ invocation: Invocation
  ) -> Int32 {
    do throws(KeychainError) { try absence.copyFiles(directory) } catch {
      return Refusal.report(error, of: "check --copy", in: invocation)
    }
    invocation.terminal.output(
      "\(VisibleText.of(directory)): a copy of the keychain files\n"
        + "There is no store in \(VisibleText.of(place)), so the copy has no store.\n")
    return tellOfFiles(in: directory, invocation) ? 0 : 1
  }

  /// The folders whose files are copied together with the store (Decisions/copy.md).
  ///
  /// The file `trustSettings` is copied too.
  private static let folders = ["keychains", "preferences"]
  private static let trustSettings = "TrustSettings.plist"

  /// Checks the copied keychain files, and prints which files are in the copy and which are not.
  ///
  /// - Returns: True if no copied keychain file is damaged.
  private static func tellOfFiles(in copy: String, _ invocation: Invocation) -> Bool {
    guard let keychains = try? invocation.placedKeychains(),
      let source = try? invocation.store.place().directory
    else { return true }
    var copied: [(copy: Keychain, of: Keychain)] = []
    for name in FolderNames.withoutDrafts(in: copy + "/keychains") {
      let paths = [copy, source].map { $0 + "/keychains/" + name }
      let pair = paths.compactMap { keychains.member(named: $0).file }
      if pair.count == 2 { copied.append((pair[0], pair[1])) }
    }
    var damaged = 0
    var locked: [String] = []
    for pair in copied {
      let found = KeychainFilesCheck.check(copy: pair.copy, of: pair.of, invocation)
      if !found.isSound { damaged += 1 }
      if found.isLocked { locked.append(keychains.places.commandName(of: pair.of.path)) }
    }
    for name in locked {
      KeychainFilesCheck.print(
        KeychainFilesCheck.unjudged(name, "Secrets and keys of \(name) "), invocation)
    }
    tell(of: copied.count, damaged, invocation)
    for path in leftOut(of: source, copy) {
      let words = KeychainSurvey.FileKind(at: source + "/" + path).words
      invocation.terminal.complain("not in the copy, because it is \(words): \(source)/\(path)")
    }
    for entry in keychains.survey().present
    where !copied.contains(where: { $0.of === entry.keychain }) {
      invocation.terminal.complain(
        "not in the copy, because the file is elsewhere: \(entry.keychain.path)")
    }
    return damaged == 0
  }

  private static func tell(of count: Int, _ damaged: Int, _ invocation: Invocation) {
    guard count > 0 else { return }
    let verb = count == 1 ? "is" : "are"
    var text =
      "\(KeychainFilesCheck.count(count, "keychain file")) \(verb) in the copy, each with its own "
      + "password.\n"
    if damaged > 0 {
      text +=
        "\(KeychainFilesCheck.count(damaged, "keychain file")) of the copy "
        + "\(damaged == 1 ? "is" : "are") damaged: security check says what the original has.\n"
    }
    invocation.terminal.output(text)
  }

  /// Returns the paths of directories, devices and the like that were not copied.
  ///
  /// The paths are relative to the store's directory.
  private static func leftOut(of source: String, _ copy: String) -> [String] {
    let inFolders = folders.flatMap { folder in
      FolderNames.withoutDrafts(in: source + "/" + folder).map { folder + "/" + $0 }
    }
    return (inFolders + [trustSettings]).filter { path in
      guard KeychainSurvey.FileKind(at: source + "/" + path) != .ordinary else { return false }
      return unsafe access(copy + "/" + path, F_OK) != 0
    }
  }

  /// Converts the path that the user gave into an absolute path without slashes at its end.
  ///
  /// Nil if the path is empty or not UTF-8.
  private static func absolute(_ operand: [UInt8]) -> String? {
    guard var path = String(validating: operand, as: UTF8.self), !path.isEmpty else { return nil }
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    guard !path.hasPrefix("/") else { return path }
    guard let buffer = unsafe getcwd(nil, 0) else { return path }
    defer { unsafe free(buffer) }
    return unsafe String(cString: buffer) + "/" + path
  }
}
