// SPDX-License-Identifier: Apache-2.0
import FileKeychain
public import Foundation
import KeychainComposition
import KeychainTypes
import SecureMemory

/// A program that an access object trusts (Specification/file-keychain.md, "Trusted applications").
///
/// Two objects are equal if they mean the same program.
public final class SecTrustedApplication: Sendable {
  private let state: Lock<TrustedProgram>

  init(_ program: TrustedProgram) { state = Lock(program) }

  var program: TrustedProgram {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

extension SecTrustedApplication: Hashable {
  /// True if both objects mean the same program.
  public static func == (left: SecTrustedApplication, right: SecTrustedApplication) -> Bool {
    left === right || left.program == right.program
  }

  /// Hashes the program, which equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(program) }
}

extension SecTrustedApplication: CustomStringConvertible {
  /// The text `<SecTrustedApplication PATH>`, with the path of the program.
  public var description: String {
    "<SecTrustedApplication \(String(decoding: program.path, as: UTF8.self))>"
  }
}

extension TrustedProgram {
  /// Reads the program at a path; nil stands for the calling program.
  ///
  /// - Throws: -67068 if no readable file has the path. The paths of tools of Apple's systems are
  ///   accepted without a file.
  init(at path: String?) throws(KeychainError) {
    guard let path else {
      self = try KeychainChoice.current().surroundings.client.trusted
      return
    }
    let hash = KeychainClient.legacyHash(of: path)
    let program = TrustedProgram.of(path: path, hash)
    guard hash != nil || program.requirement != nil else {
      throw KeychainError(
        KeychainError.Code(rawValue: errSecCSStaticCodeNotFound),
        "the program to be trusted cannot be read", context: .path(path))
    }
    self = program
  }
}

/// Returns the type identifier of `SecTrustedApplication`.
@discardableResult
public func SecTrustedApplicationGetTypeID() -> CFTypeID {
  TypeIdentifier.trustedApplication.rawValue
}

/// Makes a trusted application from the path of an executable; nil stands for the calling program.
///
/// - Returns: errSecCSStaticCodeNotFound if the file cannot be read, errSecParam if the path is not
///   UTF-8.
@discardableResult
public func SecTrustedApplicationCreateFromPath(
  _ path: UnsafePointer<CChar>?, _ app: UnsafeMutablePointer<SecTrustedApplication?>
) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    var text: String?
    if let path = unsafe path {
      text = unsafe String(validatingCString: path)
      guard text != nil else { throw .parameter("the path of the program is not UTF-8") }
    }
    unsafe app.pointee = SecTrustedApplication(try TrustedProgram(at: text))
  }
}

/// Stores the path of a trusted application in a variable, as data that ends with a zero byte.
@discardableResult
public func SecTrustedApplicationCopyData(
  _ appRef: SecTrustedApplication, _ data: UnsafeMutablePointer<CFData?>
) -> OSStatus {
  unsafe data.pointee = NSData(data: Data(appRef.program.path + [0]))
  return errSecSuccess
}

/// Replaces the program of a trusted application by the program at the path in `data`.
///
/// - Returns: errSecCSStaticCodeNotFound if the file cannot be read.
@discardableResult
public func SecTrustedApplicationSetData(
  _ appRef: SecTrustedApplication, _ data: CFData
) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    let bytes = data.array.prefix { $0 != 0 }
    guard !bytes.isEmpty, let path = String(validating: bytes, as: UTF8.self) else {
      throw .parameter("the data is no path")
    }
    appRef.program = try TrustedProgram(at: path)
  }
}
