// SPDX-License-Identifier: Apache-2.0 - table
import SecureMemory

/// The reason why a pinentry program refused a command.
///
/// The cases follow the table of Specification/access-control.md, "Presence by passphrase:
/// pinentry", and refusals measured in Specification/system-libraries.md, "pinentry (Assuan),
/// measured".
enum PinentryRefusal: Hashable {
  case cancelled
  /// The user pressed the third button of the prompt, or the button that refuses.
  case notConfirmed
  case timedOut
  case unavailable(Unavailability)

  /// Finds the reason for the number in an `ERR` line.
  ///
  /// The low half of the number is an error code of libgpg-error. The other half names the library
  /// that reports the error, and is ignored.
  init(_ number: UInt32) {
    switch number & 0xFFFF {
    case 99: self = .cancelled  // GPG_ERR_CANCELED, 83886179
    case 198: self = .cancelled  // GPG_ERR_FULLY_CANCELED, 83886278
    case 114: self = .notConfirmed  // GPG_ERR_NOT_CONFIRMED, 83886194
    case 62: self = .timedOut  // GPG_ERR_TIMEOUT, 83886142
    case 86: self = .unavailable(.noProgram)  // GPG_ERR_NO_PIN_ENTRY, 83886166
    case 0x8066: self = .unavailable(.noTerminal)  // not a terminal, 83918950
    case 0x8051: self = .unavailable(.noTerminal)  // missing terminal, 83918929
    default: self = .unavailable(.broken)
    }
  }
}

extension PasscodeAnswer {
  /// Makes the answer to a question for a passcode from the program's refusal.
  ///
  /// - Parameter hasFallback: true if the prompt had a third button. If false, `notConfirmed` means
  ///   that the user cancelled.
  init(_ refusal: PinentryRefusal, hasFallback: Bool) {
    switch refusal {
    case .cancelled: self = .cancelled
    case .notConfirmed: self = hasFallback ? .notConfirmed : .cancelled
    case .timedOut: self = .timedOut
    case .unavailable(let reason): self = .unavailable(reason)
    }
  }

  init(_ error: AssuanError) {
    switch error {
    case .cancelled: self = .cancelled
    case .timedOut: self = .timedOut
    case .ended: self = .endedWithoutAnswer
    case .garbled: self = .unavailable(.broken)
    }
  }
}

extension ConfirmationAnswer {
  init(_ refusal: PinentryRefusal) {
    switch refusal {
    case .cancelled: self = .cancelled
    case .notConfirmed: self = .refused
    case .timedOut: self = .timedOut
    case .unavailable(let reason): self = .unavailable(reason)
    }
  }

  init(_ error: AssuanError) {
    switch error {
    case .cancelled: self = .cancelled
    case .timedOut: self = .timedOut
    case .ended: self = .endedWithoutAnswer
    case .garbled: self = .unavailable(.broken)
    }
  }
}
