// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import SecureMemory

/// Why there are no keys.
///
/// Never a statement about items: those are whole behind it.
package enum KeybagError: Error, Hashable, Sendable {
  /// The files of a keybag.
  package enum File: String, Hashable, Sendable {
    case deviceKey = "device.key"
    /// The device key to be, while the keybag is being written under it.
    case nextDeviceKey = "device.key.next"
    case keybag = "keybag"
    case copy = "keybag.copy"
    /// Wrong tries of the passcode.
    case attempts
    /// Which fingers were seen last.
    case enrolment
  }

  /// Neither keybag nor device key is there: nothing was ever made here.
  case absent
  /// A file that must be there is not, though others are.
  case missing(File)
  /// There is a keybag already; none is made over it.
  case exists(File)
  /// The file could not be read or written.
  case file(File, FileError)
  /// A directory lies where the file is written before it gets its name.
  case inTheWay(File)
  /// The file belongs to another user.
  case foreignOwner(File)
  /// Others can read the device key, or write the keybag.
  case exposed(File)
  /// The device key is not 32 bytes long.
  case deviceKeyLength(Int)
  /// The device key is a key, but not the one that this keybag was made with.
  case wrongDeviceKey
  /// The keybag is cut short or its bytes were changed by accident, and so is its copy.
  case damaged
  /// The keybag was changed by somebody who does not have its key.
  case forged
  /// The passcode is not the one of this keybag.
  case wrongPasscode
  /// After wrong ones no try is looked at for so many seconds.
  case throttled(seconds: Int)
  /// There is no passcode, or there is one already.
  case passcode(isSet: Bool)
  /// What was asked for needs keys that are locked.
  case locked
  /// The passcode has a cost for tests, which a release build does not open.
  case testKeybag
  /// A newer version of this program wrote the keybag.
  case newerVersion
  /// No randomness, no memory, no libcrypto.
  case unavailable(Cause)

  /// What was not to be had.
  package enum Cause: Hashable, Sendable {
    case randomness
    case memory
    case cryptography
  }

  /// An error from below, told in the words of the keybag.
  init(_ error: any Error) {
    self =
      switch error {
      case let error as KeybagError: error
      case is RandomnessError: .unavailable(.randomness)
      case CryptoError.notAuthentic, CryptoError.wrongLength: .forged
      case CryptoError.outOfMemory: .unavailable(.memory)
      default: .unavailable(.cryptography)
      }
  }
}
