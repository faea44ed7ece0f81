// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes

/// The statuses of failures of keychain files (Specification/file-keychain.md, "Status codes").
extension KeychainError {
  /// Creates the error for a failure to read or write the file at a path.
  init(_ failure: FileFailure, _ path: String) {
    let context = Context.path(path)
    switch failure {
    case .missing:
      self.init(.noSuchKeychain, Self.absence(at: path), context: context)
    case .exists:
      self.init(.duplicateKeychain, "a file with this name exists already", context: context)
    case .notOrdinary:
      self.init(
        .invalidKeychain, KeychainSurvey.FileKind(at: path).reason, context: context,
        advice: "name a keychain file, or move this aside if a keychain belongs here")
    case .denied:
      self.init(
        .writePermission, "the system does not permit access to the keychain file",
        context: context, advice: "look at the owner and the mode of the file and its directory")
    case .readOnly:
      self.init(
        .writePermission, "the mode of the keychain file does not let its owner write",
        context: context, advice: "chmod u+w with the path of the file permits changes")
    case .nameTooLong:
      self.init(.ioFailed, "a name in the path of the keychain is too long", context: context)
    case .full:
      self.init(.diskFull, "the disk is full; the keychain file is unchanged", context: context)
    case .busy:
      self.init(
        .ioFailed, "another program has kept the keychain file locked for too long",
        context: context)
    case .tooLarge:
      self.init(.invalidKeychain, "the keychain file is larger than the limit", context: context)
    case .unsteady:
      self.init(
        .ioFailed, "the keychain file changes all the time, without the lock of its format",
        context: context)
    case .failed:
      self.init(.ioFailed, "the system could not read or write the keychain file", context: context)
    case .damaged(let damage): self = .damaged(damage, path)
    case .refused(let failure): self.init(failure, path)
    }
  }

  /// Creates the error for a failure to read or write a file with a list of keychains.
  ///
  /// - Parameter isRead: true if the file was only to be read.
  init(list failure: FileFailure, _ path: String, isRead: Bool = false) {
    let code: Code =
      switch failure {
      case .damaged, .notOrdinary, .tooLarge: .invalidKeychain
      case .denied, .readOnly: .writePermission
      case .full: .diskFull
      case .missing, .exists, .nameTooLong, .busy, .unsteady, .failed, .refused: .ioFailed
      }
    self.init(
      code, Self.listReason(failure, isRead), context: .path(path),
      advice: Self.listAdvice(code, path))
  }

  private static func listReason(_ failure: FileFailure, _ isRead: Bool) -> StaticString {
    switch failure {
    case .damaged(let damage): damage.reason
    case .notOrdinary: "the list of keychains is no ordinary file"
    case .tooLarge: "the list of keychains is larger than the limit"
    case .denied where isRead: listRefused
    case .denied, .readOnly: "the system does not permit to change the list of keychains"
    case .full: "the disk is full; the list of keychains is unchanged"
    case .busy: "another program has kept the list of keychains locked for too long"
    case .missing, .exists, .nameTooLong, .unsteady, .failed, .refused:
      "the system could not read or write the list of keychains"
    }
  }

  private static func listAdvice(_ code: Code, _ path: String) -> StaticString {
    switch code {
    case .invalidKeychain where path.hasSuffix("/com.apple.security-common.plist"):
      "as root, move the file aside, and set it anew with security list-keychains -d common -s"
    case .invalidKeychain:
      "move the file aside, and set the list anew with security list-keychains -s"
    case .writePermission: "look at the owner and the mode of the file and its directory"
    default: ""
    }
  }

  private static let listRefused: StaticString =
    "the system does not permit to read the list of keychains"

  /// Creates the error for a failure to read or change an item in the file at a path.
  ///
  /// - Parameter record: the table and record of the item; nil if no single item is meant.
  init(_ failure: EditFailure, _ path: String, _ record: String? = nil) {
    let context = record.map { Context.part($0, of: path) } ?? .path(path)
    switch failure {
    case .draft(.damaged(let damage)): self = .damaged(damage, path)
    case .draft(.duplicate):
      self.init(.duplicateItem, "an item with these attributes exists already")
    case .draft(.tooLarge):
      self.init(.dataTooLarge, "the keychain file would be larger than its format permits")
    case .noItem: self = .itemIsGone
    case .refused(let error): self = error
    case .wrongDigest:
      self.init(
        .invalidItemReference, "the attributes of the item were changed without its key",
        context: context)
    case .noKey:
      self.init(.invalidItemReference, "the key of the item is missing", context: context)
    case .otherPartition:
      self.init(
        .authorizationFailed, "the partition list of the item lacks this program",
        advice: "add the partition, as with security set-generic-password-partition-list")
    case .blob(.crypto), .randomness:
      self.init(.internalError, "the system's cryptography failed")
    case .blob(.unknownVersion):
      self.init(.incompatibleKeyBlob, "a key has a version that is not known", context: context)
    case .blob(.malformed), .blob(.notAuthentic):
      self.init(
        .invalidItemReference, "the key of the item is damaged or belongs to another keychain",
        context: context)
    }
  }

  /// Creates the error for a failure of a file's database blob: its settings and encrypted keys.
  init(database failure: EditFailure, _ path: String) {
    switch failure {
    case .blob(.malformed):
      self.init(
        .invalidDatabaseBlob, "the keychain's own record is damaged", context: .path(path))
    case .blob(.unknownVersion):
      self.init(
        .incompatibleDatabaseBlob, "the keychain has a version that is not known",
        context: .path(path))
    case .blob(.notAuthentic):
      self.init(.authorizationFailed, "the password of the keychain is wrong")
    default: self.init(failure, path)
    }
  }

  /// Returns the reason why no file is found at a path.
  private static func absence(at path: String) -> StaticString {
    var status = stat()
    guard unsafe lstat(path, &status) != 0 else {
      return "the path leads to a link whose target does not exist"
    }
    return errno == ENOTDIR
      ? "a part of the path is a file, and not a directory" : "the keychain file does not exist"
  }

  private static let readingRefused: StaticString =
    "the system does not permit to read the keychain file"

  /// The error of a read that the owner or the mode of the file at a path forbids.
  static func unreadable(_ path: String) -> KeychainError {
    KeychainError(
      .writePermission, readingRefused, context: .path(path),
      advice: "look at the owner and the mode of the file and its directory")
  }

  /// True if the error has the status -61 because a keychain file or a list could not be read.
  ///
  /// The text of the status speaks of writing.
  package var isRefusedReading: Bool {
    code == .writePermission
      && ["\(Self.readingRefused)", "\(Self.listRefused)"].contains("\(reason)")
  }

  static let itemIsGone = KeychainError(
    .invalidItemReference, "the keychain does not have the item any more")

  private static func damaged(_ damage: FileDamage, _ path: String) -> KeychainError {
    KeychainError(.invalidKeychain, damage.reason, context: .part(damage.place, of: path))
  }
}
