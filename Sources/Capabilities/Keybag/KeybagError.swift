// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainCrypto
package import KeychainTypes
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

extension KeychainError {
  /// What the outside is told of a keybag that gives no keys: never damage of items.
  package init(_ error: KeybagError, directory: String) {
    if case .throttled(let seconds) = error {
      self.init(
        .authorizationFailed, "after wrong passcodes no try is looked at for some time",
        context: .seconds(seconds), advice: "wait that long")
      return
    }
    let words = Words(of: error)
    var path = words.file.map { "\(directory)/\($0.rawValue)" } ?? directory
    if case .inTheWay = error { path += ".new" }
    self.init(
      words.code, words.reason, context: .path(path),
      advice: words.advice)
  }

  /// What the outside is told of a row that was not sealed or opened.
  package init(_ error: SealError) {
    switch error {
    case .unavailable(_, .noPasscode):
      self.init(.interactionNotAllowed, "this protection needs a passcode, and none is set")
    case .unavailable:
      self.init(.interactionNotAllowed, "the key of this protection is not available while locked")
    case .notAuthentic:
      self.init(.decode, "the item's stored bytes are not those that were written for it")
    case .wrongPassword:
      self.init(.authorizationFailed, "the application password of an item is another")
    case .needsPassword:
      self.init(.authorizationFailed, "an item needs its application password")
    case .unknownScheme:
      self.init(.decode, "the item was sealed by a newer version")
    case .unknownEpoch:
      self.init(.decode, "the item was sealed under keys that this keybag does not hold")
    case .failed(.memory):
      self.init(.outOfMemory, "there is not enough memory for a cryptographic operation")
    case .failed(.randomness):
      self.init(.notAvailable, "the system gives no random bytes")
    case .failed(.cryptography):
      self.init(.internalError, "libcrypto refused an operation")
    }
  }
}

/// A status with its sentences and the file that they are about.
private struct Words {
  let code: KeychainError.Code
  let reason: StaticString
  let advice: StaticString
  let file: KeybagError.File?

  /// A way out where a part of the store is gone: a backup goes into a new store.
  private static let replacement: StaticString =
    "put it back from a copy of the directory; or move that away, and security restore a backup"

  private init(
    _ reason: StaticString, _ advice: StaticString = "", _ file: KeybagError.File? = nil,
    code: KeychainError.Code = .notAvailable
  ) {
    self.code = code
    self.reason = reason
    self.advice = advice
    self.file = file
  }

  init(of error: KeybagError) {
    self =
      switch error {
      case .absent:
        Words("there is no keybag here")
      case .missing(.deviceKey):
        Words("the device key is missing", Self.replacement, .deviceKey)
      case .missing(let file):
        Words("the keybag is missing", Self.replacement, file)
      case .exists(let file):
        Words("there is a file already, and it is not replaced", "", file)
      case .file(let file, let error):
        Words(of: error, file)
      case .inTheWay(let file):
        Words("a directory is in the way of a file that has to be written", "move it away", file)
      case .foreignOwner(let file):
        Words("the file belongs to another user", "run as its owner, without sudo", file)
      case .exposed(let file):
        Words("others may read or change the file", "make it private with chmod 600", file)
      case .deviceKeyLength:
        Words("the device key is not 32 bytes long", Self.replacement, .deviceKey)
      case .wrongDeviceKey:
        Words("the device key is not the one of this store", "put back its own", .deviceKey)
      case .damaged:
        Words("the keybag and its copy are damaged", Self.replacement, .keybag)
      case .forged:
        Words("the keybag was changed by something else", Self.replacement, .keybag)
      case .wrongPasscode:
        Words("the passcode is wrong", code: .authorizationFailed)
      case .throttled: Words("no try is looked at for some time", code: .authorizationFailed)
      case .passcode(isSet: true):
        Words("the store has a passcode already", "change it, or remove it", code: .parameter)
      case .passcode(isSet: false):
        Words("the store has no passcode", "set one first", code: .parameter)
      case .locked:
        Words(
          "the store is locked", "security unlock-store unlocks it", code: .interactionNotAllowed)
      case .testKeybag:
        Words("the passcode was made for tests, and this is no build for them", "", .keybag)
      case .newerVersion:
        Words("the keybag was written by a newer version", "update this program", .keybag)
      case .unavailable(.memory):
        Words("there is not enough memory for a cryptographic operation", code: .outOfMemory)
      case .unavailable(.randomness):
        Words("the system gives no random bytes")
      case .unavailable(.cryptography):
        Words("libcrypto does not offer what is needed", "install OpenSSL 3")
      }
  }

  private init(of error: FileError, _ file: KeybagError.File) {
    self =
      switch error {
      case .absent, .exists: Words("the directory of the store has gone", "", file)
      case .notRegular: Words("this is no regular file", "", file)
      case .tooLarge: Words("the file is too large to be ours", "", file)
      case .notDurable:
        Words(
          "the file was written, but the disk does not say that it keeps it",
          "look at the system's log for errors of the disk, then at the file", file, code: .ioFailed
        )
      case .refused(let number): Words(ofErrno: number, file)
      }
  }

  private init(ofErrno number: Int32, _ file: KeybagError.File) {
    self =
      switch number {
      case EACCES, EPERM:
        Words("the file may not be opened", "look at its owner and mode", file)
      case EMFILE, ENFILE:
        Words(
          "too many files are open", "close some, or raise the limit (ulimit -n), and try again",
          file)
      case ENOSPC, EDQUOT, EFBIG:
        Words("the disk is full", "make room and try again", file, code: .diskFull)
      case EROFS:
        Words("the file system is read-only", "", file, code: .readOnly)
      default:
        Words("the system refused to read or write the file", "", file, code: .ioFailed)
      }
  }
}
