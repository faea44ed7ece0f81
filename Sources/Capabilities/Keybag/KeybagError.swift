// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainCrypto
package import KeychainTypes
import SecureMemory

/// The reason why a keybag could not be opened or changed.
///
/// This error never means that items are damaged: the items stay intact.
package enum KeybagError: Error, Hashable, Sendable {
  /// The files of a store that belong to its keybag.
  package enum File: String, Hashable, Sendable {
    case deviceKey = "device.key"
    /// The file of the new device key, which exists only while the device key is being replaced.
    case nextDeviceKey = "device.key.next"
    case keybag = "keybag"
    case copy = "keybag.copy"
    /// The file with the counts of wrong passcodes.
    case attempts
    /// The file that records which fingerprint reader and which fingers were seen last.
    case enrolment
  }

  /// The directory has neither a keybag nor a device key, so it never had a store.
  case absent
  /// This file is missing, though other files of the keybag exist.
  case missing(File)
  /// A new file was to be written, but a file of this name exists and is not overwritten.
  case exists(File)
  /// The file could not be read or written, for the given reason.
  case file(File, FileError)
  /// A directory has the temporary name (`.new`) under which the file must first be written.
  case inTheWay(File)
  /// The file belongs to another user.
  case foreignOwner(File)
  /// Other users can read this file with the device key, or can write this file.
  case exposed(File)
  /// The device key is not 32 bytes long; the value is its length in bytes.
  case deviceKeyLength(Int)
  /// The device key is well-formed, but this keybag was made with another device key.
  case wrongDeviceKey
  /// The keybag is cut short or its bytes changed by accident, and its copy is unusable as well.
  case damaged
  /// The keybag was changed by someone who does not have the key that authenticates it.
  case forged
  /// The given passcode is not the passcode of this keybag.
  case wrongPasscode
  /// No passcode is accepted for this number of seconds, because wrong passcodes were entered.
  case throttled(seconds: Int)
  /// The call cannot be made, because the store has a passcode or because it has no passcode.
  ///
  /// If `isSet` is true, the store has a passcode, and the call needs a store without a passcode.
  /// If `isSet` is false, the store has no passcode, and the call needs a store with a passcode.
  case passcode(isSet: Bool)
  /// The call needs keys that are not available, because the store is locked.
  case locked
  /// The passcode has the low scrypt cost for tests, and this is a release build.
  ///
  /// A release build refuses to set or open a passcode with this cost.
  case testKeybag
  /// A newer version of Latchkey wrote the keybag.
  case newerVersion
  /// A resource was missing: random bytes, memory or a function of libcrypto; `Cause` says which.
  case unavailable(Cause)

  /// The resource that was not available for an operation on keys.
  package enum Cause: Hashable, Sendable {
    case randomness
    case memory
    case cryptography
  }

  /// Translates an error of memory, randomness or cryptography into a keybag error.
  ///
  /// If the authentication of sealed bytes failed, the keybag error is `forged`.
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
  /// Makes the keychain error that programs receive if a keybag could not be opened or changed.
  ///
  /// The error's text never says that items are damaged.
  ///
  /// - Parameter directory: the directory of the store. The path in the error begins with it.
  package init(_ error: KeybagError, directory: String) {
    if case .throttled(let seconds) = error {
      self.init(
        .authorizationFailed, "too many wrong passcodes: no passcode is accepted for some time",
        context: .seconds(seconds), advice: "wait for that time, then try again")
      return
    }
    let words = Words(of: error)
    var path = words.file.map { "\(directory)/\($0.rawValue)" } ?? directory
    if case .inTheWay = error { path += ".new" }
    self.init(
      words.code, words.reason, context: .path(path),
      advice: words.advice)
  }

  /// Makes the keychain error that programs receive if a row could not be sealed or opened.
  package init(_ error: SealError) {
    switch error {
    case .unavailable(_, .noPasscode):
      self.init(.interactionNotAllowed, "this protection needs a passcode, and no passcode is set")
    case .unavailable:
      self.init(.interactionNotAllowed, "the key of this protection is not available while locked")
    case .notAuthentic:
      self.init(.decode, "the item's stored bytes were changed after they were written")
    case .wrongPassword:
      self.init(.authorizationFailed, "the application password of an item is wrong")
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

/// The status of a keybag error, its English reason and advice, and the file that caused it.
private struct Words {
  let code: KeychainError.Code
  let reason: StaticString
  let advice: StaticString
  let file: KeybagError.File?

  /// The advice if a file of the keybag is missing or unusable.
  ///
  /// The store can be opened again only with a copy of this file. Otherwise a backup can be
  /// restored into a new store.
  private static let replacement: StaticString =
    "put it back from a copy; or move the directory away, and security restore a backup"

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
        Words("the file exists already, and it is not replaced", "", file)
      case .file(let file, let error):
        Words(of: error, file)
      case .inTheWay(let file):
        Words(
          "a directory has the name of a file that has to be written", "move the directory away",
          file)
      case .foreignOwner(let file):
        Words("the file belongs to another user", "run as its owner, without sudo", file)
      case .exposed(let file):
        Words("other users may read or change the file", "make it private with chmod 600", file)
      case .deviceKeyLength:
        Words("the device key is not 32 bytes long", Self.replacement, .deviceKey)
      case .wrongDeviceKey:
        Words(
          "the device key belongs to another store", "put back the device key of this store",
          .deviceKey)
      case .damaged:
        Words("the keybag and its copy are damaged", Self.replacement, .keybag)
      case .forged:
        Words("the keybag was changed by another program", Self.replacement, .keybag)
      case .wrongPasscode:
        Words("the passcode is wrong", code: .authorizationFailed)
      case .throttled: Words("no passcode is accepted for some time", code: .authorizationFailed)
      case .passcode(isSet: true):
        Words("the store has a passcode already", "change or remove the passcode", code: .parameter)
      case .passcode(isSet: false):
        Words(
          "the store has no passcode", "set a passcode first: security set-passcode",
          code: .parameter)
      case .locked:
        Words(
          "the store is locked", "security unlock-store unlocks it", code: .interactionNotAllowed)
      case .testKeybag:
        Words("the passcode was made for tests, and this build does not accept it", "", .keybag)
      case .newerVersion:
        Words("the keybag was written by a newer version", "update this program", .keybag)
      case .unavailable(.memory):
        Words("there is not enough memory for a cryptographic operation", code: .outOfMemory)
      case .unavailable(.randomness):
        Words("the system gives no random bytes")
      case .unavailable(.cryptography):
        Words("libcrypto lacks a function that is needed", "install OpenSSL 3")
      }
  }

  private init(of error: FileError, _ file: KeybagError.File) {
    self =
      switch error {
      case .absent, .exists: Words("the directory of the store no longer exists", "", file)
      case .notRegular: Words("this is not a regular file", "", file)
      case .tooLarge: Words("the file is too large to belong to a store", "", file)
      case .notDurable:
        Words(
          "the file was written, but the disk does not confirm that it is stored",
          "look at the system's log for errors of the disk, then at the file", file, code: .ioFailed
        )
      case .refused(let number): Words(ofErrno: number, file)
      }
  }

  private init(ofErrno number: Int32, _ file: KeybagError.File) {
    self =
      switch number {
      case EACCES, EPERM:
        Words("the system does not let the file be opened", "look at its owner and mode", file)
      case EMFILE, ENFILE:
        Words(
          "too many files are open",
          "close some files, or raise the limit (ulimit -n), and try again",
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
