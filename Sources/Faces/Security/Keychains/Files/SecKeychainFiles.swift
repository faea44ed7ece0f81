// SPDX-License-Identifier: Apache-2.0
import FileKeychain
package import Foundation
import KeychainComposition
import KeychainTypes
import SecureMemory

/// Stores the version of the functions for keychains, which is 0x02028000.
@discardableResult
public func SecKeychainGetVersion(_ returnVers: UnsafeMutablePointer<UInt32>) -> OSStatus {
  unsafe returnVers.pointee = 0x0202_8000
  return errSecSuccess
}

/// Makes a keychain object for a name; the file is not touched and need not exist.
///
/// - Parameters:
///   - pathName: an absolute path, or a name in the user's folder of keychains.
///   - keychain: receives the keychain. A missing or foreign file is noticed at the first use.
@discardableResult
public func SecKeychainOpen(
  _ pathName: UnsafePointer<CChar>, _ keychain: UnsafeMutablePointer<SecKeychain?>
) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    unsafe keychain.pointee = try unsafe SecKeychain.named(pathName)
  }
}

/// Creates a keychain file, which is unlocked then.
///
/// The keychain joins no search list unless it is a login keychain.
///
/// - Parameters:
///   - password: the password; nil is refused unless the user is to be asked.
///   - promptUser: true to ask the user for the password. No prompt for new passwords exists, so
///     the call returns errSecInteractionNotAllowed then.
///   - initialAccess: has no effect.
/// - Returns: errSecDuplicateKeychain if the file exists already.
@discardableResult
public func SecKeychainCreate(
  _ pathName: UnsafePointer<CChar>, _ passwordLength: UInt32, _ password: UnsafeRawPointer?,
  _ promptUser: Bool, _ initialAccess: SecAccess?, _ keychain: UnsafeMutablePointer<SecKeychain?>
) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    unsafe keychain.pointee = try unsafe SecKeychain.create(
      pathName, passwordLength, password, isAsking: promptUser)
  }
}

extension SecKeychain {
  static func create(
    _ pathName: UnsafePointer<CChar>, _ length: UInt32, _ password: UnsafeRawPointer?,
    isAsking: Bool
  ) throws(KeychainError) -> SecKeychain {
    let keychains = try KeychainChoice.current()
    let name = try unsafe text(pathName, in: keychains)
    guard !isAsking else {
      throw KeychainError(
        .interactionNotAllowed, "no prompt can ask for the password of a new keychain",
        advice: "pass the password to the function")
    }
    guard let password = try unsafe KeychainBytes.secret(password, length) else {
      throw .parameter("the password of the new keychain is missing")
    }
    let before = try keychains.savedLists()
    let made = SecKeychain(keychains, .file(try keychains.create(name, password: password)))
    let after = try keychains.savedLists()
    if before.search != after.search { KeychainEvents.post(.keychainListChangedEvent, made) }
    if before.standard != after.standard { KeychainEvents.post(.defaultChangedEvent, made) }
    return made
  }

  /// Deletes the files of keychains, and takes them out of the lists.
  ///
  /// - Throws: -61 for the embedded store and the distribution's certificates, -25294 for a missing
  ///   file.
  static func delete(_ keychains: [SecKeychain]) throws(KeychainError) {
    for keychain in keychains {
      guard case .file(let file) = keychain.member else {
        throw KeychainError(
          .writePermission, "this keychain is no keychain file, so it cannot be deleted",
          context: .path(keychain.path))
      }
      let before = try keychain.keychains.savedLists()
      var isDeleted = false
      // A missing file leaves the lists too, although the call fails.
      defer {
        let after = (try? keychain.keychains.savedLists()) ?? before
        if isDeleted || before.search != after.search {
          KeychainEvents.post(.keychainListChangedEvent, keychain)
        }
        if before.standard != after.standard {
          KeychainEvents.post(.defaultChangedEvent, keychain)
        }
      }
      try keychain.keychains.remove(file)
      isDeleted = true
    }
  }
}

/// Deletes a keychain file, and takes the keychain out of the lists.
///
/// - Returns: errSecInvalidKeychain for nil, errSecNoSuchKeychain if the file does not exist.
@discardableResult
public func SecKeychainDelete(_ keychainOrArray: SecKeychain?) -> OSStatus {
  guard let keychainOrArray else { return errSecInvalidKeychain }
  return KeychainCall.run { () throws(KeychainError) in
    try SecKeychain.delete([keychainOrArray])
  }
}

/// Deletes the keychains of an array; any other object is refused.
///
/// C programs pass an array to `SecKeychainDelete`.
package func deleteKeychains(_ array: NSArray) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    try SecKeychain.delete(try SecKeychain.list(array))
  }
}

/// Stores the path of a keychain in a buffer, with a zero byte.
///
/// - Parameters:
///   - ioPathLength: the size of the buffer. Receives the length of the path without the zero byte,
///     also if the buffer is too small.
/// - Returns: errSecBufferTooSmall if the buffer is too small; nothing is written to it then.
@discardableResult
public func SecKeychainGetPath(
  _ keychain: SecKeychain?, _ ioPathLength: UnsafeMutablePointer<UInt32>,
  _ pathName: UnsafeMutablePointer<CChar>
) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    let path = Array(try SecKeychain.orDefault(keychain).path.utf8)
    let size = unsafe Int(ioPathLength.pointee)
    unsafe ioPathLength.pointee = UInt32(path.count)
    guard size > path.count else {
      throw KeychainError(.bufferTooSmall, "the buffer is too small for the path")
    }
    for (place, byte) in path.enumerated() {
      unsafe pathName[place] = CChar(bitPattern: byte)
    }
    unsafe pathName[path.count] = 0
  }
}
