// SPDX-License-Identifier: Apache-2.0
import Glibc
package import KeychainTypes

extension KeychainError {
  /// What the outside is told of a keybag that gives no keys: never damage of items.
  package init(_ error: KeybagError, directory: String) {
    let code: Code
    let told: (reason: StaticString, advice: StaticString, file: KeybagError.File?)
    (code, told) = Self.words(for: error)
    self.init(
      code, told.reason,
      context: .path(told.file.map { "\(directory)/\($0.rawValue)" } ?? directory),
      advice: told.advice)
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

  private typealias Told = (reason: StaticString, advice: StaticString, file: KeybagError.File?)

  private static func words(for error: KeybagError) -> (Code, Told) {
    switch error {
    case .absent:
      (.notAvailable, ("there is no keybag here", "", nil))
    case .missing(.deviceKey):
      (
        .notAvailable,
        ("the device key is missing", "put the file back from a backup", .deviceKey)
      )
    case .missing(let file):
      (.notAvailable, ("the keybag is missing", "put the file back from a backup", file))
    case .exists(let file):
      (.notAvailable, ("there is a file already, and it is not replaced", "", file))
    case .file(let file, let error): Self.words(for: error, file)
    case .foreignOwner(let file):
      (
        .notAvailable,
        ("the file belongs to another user", "run as its owner, without sudo", file)
      )
    case .exposed(let file):
      (
        .notAvailable,
        ("others may read or change the file", "make it private with chmod 600", file)
      )
    case .deviceKeyLength:
      (
        .notAvailable,
        (
          "the device key does not have its 32 bytes", "put the file back from a backup",
          .deviceKey
        )
      )
    case .wrongDeviceKey:
      (
        .notAvailable,
        (
          "the device key is not the one of this store",
          "put back the device key that belongs to it", .deviceKey
        )
      )
    case .damaged:
      (
        .notAvailable,
        ("the keybag and its copy are damaged", "put one of them back from a backup", .keybag)
      )
    case .forged:
      (
        .notAvailable,
        (
          "the keybag was changed by something that is not this program",
          "put it back from a backup", .keybag
        )
      )
    case .newerVersion:
      (
        .notAvailable,
        ("the keybag was written by a newer version", "update this program", .keybag)
      )
    case .unavailable(.memory):
      (.outOfMemory, ("there is not enough memory for a cryptographic operation", "", nil))
    case .unavailable(.randomness):
      (.notAvailable, ("the system gives no random bytes", "", nil))
    case .unavailable(.cryptography):
      (
        .notAvailable,
        ("libcrypto does not offer what is needed", "install OpenSSL 3", nil)
      )
    }
  }

  private static func words(for error: FileError, _ file: KeybagError.File) -> (Code, Told) {
    switch error {
    case .absent, .exists: (.notAvailable, ("the directory of the store is missing", "", file))
    case .notRegular: (.notAvailable, ("this is no regular file", "", file))
    case .tooLarge: (.notAvailable, ("the file is too large to be ours", "", file))
    case .refused(let number): Self.words(forErrno: number, file)
    }
  }

  private static func words(
    forErrno number: Int32, _ file: KeybagError.File
  ) -> (Code, Told) {
    switch number {
    case EACCES, EPERM:
      (.notAvailable, ("the file may not be opened", "look at its owner and mode", file))
    case ENOSPC, EDQUOT:
      (.diskFull, ("the disk is full", "make room and try again", file))
    case EROFS:
      (.readOnly, ("the file system is read-only", "", file))
    default:
      (.ioFailed, ("the system refused to read or write the file", "", file))
    }
  }
}
