// SPDX-License-Identifier: Apache-2.0 - table
import SecureMemory

/// What a pinentry's refusals mean: the table of spec/access-control.md 3.3, with those measured in
/// spec/system-libraries.md 4.
enum PinentryRefusal: Hashable {
  case cancelled
  /// The third button.
  case notConfirmed
  case timedOut
  case unavailable(Unavailability)

  /// Reads the number of `ERR`: libgpg-error's code is its low half, and says the same from
  /// whichever source.
  init(_ number: UInt32) {
    switch number & 0xFFFF {
    case 99: self = .cancelled  // GPG_ERR_CANCELED, 83886179
    case 198: self = .cancelled  // GPG_ERR_FULLY_CANCELED, 83886278
    case 114: self = .notConfirmed  // GPG_ERR_NOT_CONFIRMED, 83886194
    case 62: self = .timedOut  // GPG_ERR_TIMEOUT, 83886142
    case 86: self = .unavailable(.noProgram)  // GPG_ERR_NO_PIN_ENTRY, 83886166
    case 0x8066: self = .unavailable(.noTerminal)  // not a terminal, 83918950
    case 0x8051: self = .unavailable(.noTerminal)  // no such terminal, 83918929
    default: self = .unavailable(.broken)
    }
  }
}

extension PasscodeAnswer {
  /// - Parameter hasFallback: whether the question had a third button; without one, pressing it
  ///   cannot have been meant.
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
