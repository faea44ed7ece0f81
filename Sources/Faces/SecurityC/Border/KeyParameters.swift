// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

/// A Swift copy of the parameters for imported or exported keys that a C caller passes
/// (`SecItemImportExportKeyParameters` or `SecKeyImportExportParameters`).
///
/// The copy keeps the objects in the parameters alive.
struct KeyParameters {
  private let version: UInt32
  private let flags: UInt32
  private let passphrase: AnyObject?
  private let access: SecAccess?
  private let keyUsage: NSArray?
  private let keyAttributes: NSArray?

  /// Reads the C structure that `SecItemImport` takes: two 32-bit numbers, then six references.
  init(_ source: Ref) throws { try self.init(source, hasBits: false) }

  /// Reads the C structure of key parameters at the address `source`.
  ///
  /// - Parameter hasBits: true if the last two members are 32-bit numbers, as for
  ///   `SecKeychainItemImport`; false if they are references.
  init(_ source: Ref, hasBits: Bool) throws {
    version = source.load(fromByteOffset: 0, as: UInt32.self)
    flags = source.load(fromByteOffset: 4, as: UInt32.self)
    func reference(_ place: Int) -> Ref? {
      source.load(fromByteOffset: 8 + 8 * place, as: Ref?.self)
    }
    passphrase = try allowed(reference(0))
    access = try allowed(reference(3))
    guard hasBits else {
      keyUsage = try allowed(reference(4))
      keyAttributes = try allowed(reference(5))
      return
    }
    keyUsage = KeyParameterBits.uses(source.load(fromByteOffset: 40, as: UInt32.self))
    keyAttributes = KeyParameterBits.attributes(source.load(fromByteOffset: 44, as: UInt32.self))
  }

  /// Calls `body` with a pointer to the parameters, or with nil if `parameters` is nil.
  static func lend<Answer>(
    _ parameters: KeyParameters?,
    _ body: (UnsafePointer<SecItemImportExportKeyParameters>?) throws -> Answer
  ) rethrows -> Answer {
    guard let parameters else { return try body(nil) }
    return try withExtendedLifetime(parameters) {
      var lent = SecItemImportExportKeyParameters()
      lent.version = parameters.version
      lent.flags = SecKeyImportExportFlags(rawValue: parameters.flags)
      lent.passphrase = parameters.passphrase.map { Unmanaged.passUnretained($0) }
      lent.accessRef = parameters.access.map { Unmanaged.passUnretained($0) }
      lent.keyUsage = parameters.keyUsage.map { Unmanaged.passUnretained($0) }
      lent.keyAttributes = parameters.keyAttributes.map { Unmanaged.passUnretained($0) }
      return try withUnsafePointer(to: lent) { try body($0) }
    }
  }
}
