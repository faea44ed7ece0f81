// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// How a refusal of the store is told: what, then where and why, then what to do.
package enum Refusal {
  /// Tells a refusal and gives back its status.
  ///
  /// - Parameter call: the call that Apple's tool names in this place, with what follows it.
  package static func report(_ error: KeychainError, of call: String?, in invocation: Invocation)
    -> Int32
  {
    let terminal = invocation.terminal
    // Nobody can be asked for evidence here, and the code that says so is for inside alone.
    let code = error.code == .authorizationRequired ? .interactionNotAllowed : error.code
    let message = StatusText.message(code.rawValue)
    terminal.complain(call.map { "\($0): \(message)" } ?? message)
    let isAboutDisk = [.diskFull, .readOnly, .ioFailed].contains(error.code)
    let directory = isAboutDisk ? try? invocation.store.place().directory : nil
    for line in details(of: error, directory: directory) { terminal.complain(line) }
    let isTold = "\(error.advice)".contains("unlock-store")
    if code == .interactionNotAllowed, !isTold { LockedNote.tell(in: invocation) }
    return code.rawValue
  }

  /// The lines that explain; none where the message says it all.
  ///
  /// - Parameter directory: the store's, named where the error is about a disk and names no file.
  private static func details(of error: KeychainError, directory: String?) -> [String] {
    switch error.code.category {
    case .absent, .duplicate, .needsAuthorization: return []
    case .misuse, .denied, .locked, .unavailable, .damaged, .cannotHappen: break
    }
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

/// Says that the store is locked, and how it is unlocked.
package enum LockedNote {
  /// Writes the note on standard error if the store says that it has a passcode and is locked.
  package static func tell(in invocation: Invocation) {
    guard let service = try? invocation.store.serviceIfMade(),
      let status = try? service.lockStatus(), status.hasPasscode, status.state != .unlocked
    else { return }
    guard let flaw = status.lockFileFlaw else {
      return invocation.terminal.complain("the store is locked; security unlock-store unlocks it")
    }
    // A store that is unlocked there could not be locked again.
    invocation.terminal.complain("the store is locked: the file lock of the store \(flaw)")
  }
}

/// Statuses in the words of `security` (spec/security-cli.md 1).
extension StatusText {
  /// The table's sentence, the system's text for a code made from an `errno`, else the number.
  package static func message(_ status: Int32) -> String {
    sentence(for: status) ?? systemText(for: status)
      ?? "unknown error \(status)=\(String(UInt32(bitPattern: status), radix: 16))"
  }

  static let notAvailable = message(KeychainError.Code.notAvailable.rawValue)
}
