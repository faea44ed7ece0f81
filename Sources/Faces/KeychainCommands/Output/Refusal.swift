// SPDX-License-Identifier: Apache-2.0
import FileKeychain
package import KeychainTypes

/// Prints an error of the store: first the status, then the path and the reason, then advice.
package enum Refusal {
  /// Prints an error of the store on standard error, and returns its status.
  ///
  /// - Parameter call: The text that is printed before the text of the status, for example the name
  ///   of the C function that Apple's `security` prints there. Nil to print only the status.
  package static func report(_ error: KeychainError, of call: String?, in invocation: Invocation)
    -> Int32
  {
    let terminal = invocation.terminal
    // The report about the call comes before its message.
    invocation.record(error, of: call)
    // Evidence cannot be asked for here, and `authorizationRequired` is an internal code.
    let code = error.code == .authorizationRequired ? .interactionNotAllowed : error.code
    let message =
      error.isRefusedReading ? "Reading is not permitted." : StatusText.message(code.rawValue)
    terminal.complain(call.map { "\($0): \(message)" } ?? message)
    let isAboutDisk = [.diskFull, .readOnly, .ioFailed].contains(error.code)
    let directory = isAboutDisk ? try? invocation.store.place().directory : nil
    for line in details(of: error, directory: directory) { terminal.complain(line) }
    // Advice names the locked keychain already, which need not be the store.
    if code == .interactionNotAllowed, "\(error.advice)".isEmpty { LockedNote.tell(in: invocation) }
    return code.rawValue
  }

  /// Prints the path and the reason of errors that did not end a command, on standard error.
  ///
  /// A search passes over keychains that cannot be read
  /// (Documentation/Decisions/keychain-list-members.md).
  static func tell(_ errors: some Sequence<KeychainError>, in invocation: Invocation) {
    for error in errors {
      for line in reasons(of: error) { invocation.terminal.complain(line) }
    }
  }

  /// Returns the lines that explain an error; empty if the text of the status is clear enough.
  ///
  /// - Parameter directory: The store's directory, which is printed if the error is about a disk
  ///   and names no path.
  private static func details(of error: KeychainError, directory: String?) -> [String] {
    switch error.code.category {
    case .absent, .duplicate, .needsAuthorization: return []
    case .misuse, .denied, .locked, .unavailable, .damaged, .cannotHappen:
      return reasons(of: error, directory: directory)
    }
  }

  /// Returns the lines of a message with the path, the reason and the advice of an error.
  ///
  /// - Parameter directory: the store's directory, which stands before the reason if the error has
  ///   no path.
  static func reasons(of error: KeychainError, directory: String? = nil) -> [String] {
    var lines: [String] = []
    let reason = "\(error.reason)"
    switch error.context {
    case .path(let path)?: lines.append("\(path): \(reason)")
    case .attribute(let attribute)?: lines.append("\(reason) (\(attribute.name))")
    case .part(let part, let path)?: lines.append("\(path), \(part): \(reason)")
    case .itemClass(let itemClass)?: lines.append("\(reason) (\(itemClass.rawValue))")
    case .count(let count)?: lines.append("\(reason) (\(count))")
    case .seconds(let seconds)?: lines.append("\(reason) (\(seconds) s)")
    case .renewedKeys?, .authentication?, nil:
      let place = directory.map { "\($0): " } ?? ""
      if !reason.isEmpty { lines.append(place + reason) }
    }
    let advice = "\(error.advice)"
    if !advice.isEmpty { lines.append(advice) }
    return lines
  }
}

/// Statuses as text, in the words of `security` (Specification/security-cli.md, "Global behaviour
/// of security").
extension StatusText {
  /// Returns the sentence that `security` prints for a status.
  ///
  /// If the status stands for an `errno`, the sentence is the message of the system. If the status
  /// is unknown, the sentence contains its number.
  package static func message(_ status: Int32) -> String {
    sentence(for: status) ?? systemText(for: status)
      ?? "unknown error \(status)=\(String(UInt32(bitPattern: status), radix: 16))"
  }

  static let notAvailable = message(KeychainError.Code.notAvailable.rawValue)
}
