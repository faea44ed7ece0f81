// SPDX-License-Identifier: Apache-2.0
import FileKeychain
package import Foundation
import KeychainComposition
import KeychainTypes
import SecureMemory

/// Stores the version of the `SecKeychain…` functions, which is 0x02028000, in a variable.
@discardableResult
public func SecKeychainGetVersion(_ returnVers: UnsafeMutablePointer<UInt32>) -> OSStatus {
  unsafe returnVers.pointee = 0x0202_8000
  return errSecSuccess
}

/// Makes a keychain object for a name; the file is not touched and need not exist.
///
/// - Parameters:
///   - pathName: an absolute path, or a name in the user's folder of keychains.
///   - keychain: receives the keychain. If the file is missing or is not a keychain, the first
///     call that uses the file fails.
@discardableResult
public func SecKeychainOpen(
  _ pathName: UnsafePointer<CChar>, _ keychain: UnsafeMutablePointer<SecKeychain?>
) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    unsafe keychain.pointee = try unsafe SecKeychain.named(pathName)
  }
}

/// Creates a keychain file, and unlocks it.
///
/// Only a login keychain (a file whose name starts with `login.keychain`) is added to the user's
/// search list. A login keychain also becomes the default keychain if the user has no default.
///
/// - Parameters:
///   - password: the password; with nil the call returns errSecParam.
///   - promptUser: must be false. If it is true, the call returns errSecInteractionNotAllowed,
///     because Latchkey has no prompt for new passwords.
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
    _ = CalledKeychain.noted(
      SecKeychain(keychains, keychains.member(named: name, creating: true)))
    guard !isAsking else {
      throw KeychainError(
        .interactionNotAllowed, "no prompt can ask for the password of a new keychain",
        advice: "pass the password to the function")
    }
    guard let password = try unsafe KeychainBytes.secret(password, length) else {
      throw .parameter("the password of the new keychain is missing")
    }
    return SecKeychain(keychains, .file(try keychains.create(name, password: password)))
  }

  /// Deletes keychain files, and removes the keychains from the search list.
  ///
  /// If one of the keychains is the user's default keychain, the choice of the default is removed
  /// too. Symbolic links by which a program has opened a keychain are deleted with it.
  ///
  /// - Throws: -61 for Latchkey's own store and for the certificates that the Linux distribution
  ///   trusts, -25294 for a missing file.
  static func delete(_ keychains: [SecKeychain]) throws(KeychainError) {
    for keychain in keychains.map(CalledKeychain.noted) {
      guard case .file(let file) = keychain.member else {
        throw KeychainError(
          .writePermission, "this keychain is no keychain file, so it cannot be deleted",
          context: .path(keychain.path))
      }
      try keychain.keychains.remove(file, named: keychain.name)
    }
  }
}

/// Deletes a keychain file, and removes the keychain from the search list.
///
/// If the keychain is the user's default keychain, the choice of the default is removed too.
///
/// - Returns: errSecInvalidKeychain for nil, errSecNoSuchKeychain if the file does not exist.
@discardableResult
public func SecKeychainDelete(_ keychainOrArray: SecKeychain?) -> OSStatus {
  guard let keychainOrArray else { return errSecInvalidKeychain }
  return KeychainCall.run { () throws(KeychainError) in
    try SecKeychain.delete([keychainOrArray])
  }
}

/// Deletes the keychains in an array, which C programs may pass to `SecKeychainDelete`.
///
/// - Returns: errSecInvalidKeychain if an element is not a keychain.
package func deleteKeychains(_ array: NSArray) -> OSStatus {
  KeychainCall.run("SecKeychainDelete") { () throws(KeychainError) in
    try SecKeychain.delete(try SecKeychain.list(array))
  }
}

/// Stores the path of a keychain in a buffer, with a zero byte at the end.
///
/// - Parameters:
///   - keychain: the keychain; nil for the default keychain.
///   - ioPathLength: the size of the buffer. Receives the length of the path without the zero byte,
///     also if the buffer is too small.
///   - pathName: the buffer.
/// - Returns: errSecBufferTooSmall if the buffer is too small. The buffer then keeps its contents.
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
