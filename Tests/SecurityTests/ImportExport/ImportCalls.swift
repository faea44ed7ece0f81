// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainCrypto
import Security
import TestVectors
import Testing

/// SecItemImport and SecItemExport with Swift values in place of pointers.
enum ImportCalls {
  /// The parameters of the keys to import or export.
  struct Parameters {
    var password: Any?
    var flags: SecKeyImportExportFlags = []
    var usage: [CFString]?
    var attributes: [CFString]?

    /// Calls the body with a pointer to the parameters.
    ///
    /// The objects in them live as long as the call.
    func with<R>(_ body: (UnsafePointer<SecItemImportExportKeyParameters>) -> R) -> R {
      let objects = [password.map { $0 as AnyObject }, usage.map { $0 as NSArray }]
      let attributes = attributes.map { $0 as NSArray }
      return withExtendedLifetime((objects, attributes)) {
        var parameters = SecItemImportExportKeyParameters()
        parameters.flags = flags
        unsafe parameters.passphrase = objects[0].map { unsafe Unmanaged.passUnretained($0) }
        unsafe parameters.keyUsage = (objects[1] as? NSArray).map {
          unsafe Unmanaged.passUnretained($0)
        }
        unsafe parameters.keyAttributes = attributes.map { unsafe Unmanaged.passUnretained($0) }
        return unsafe withUnsafePointer(to: &parameters) { unsafe body($0) }
      }
    }
  }

  struct Imported {
    var status: OSStatus
    var format: SecExternalFormat
    var type: SecExternalItemType
    /// Nil if the call left the variable alone.
    var items: [Any]?
  }

  static func importing(
    _ data: Data, name: String? = nil, format: SecExternalFormat = .formatUnknown,
    type: SecExternalItemType = .itemTypeUnknown, _ parameters: Parameters = Parameters(),
    into keychain: SecKeychain? = nil
  ) -> Imported {
    var answer = Imported(status: 0, format: format, type: type)
    var items: CFArray?
    answer.status = unsafe parameters.with { parameters in
      unsafe SecItemImport(
        data as NSData, name.map { $0 as NSString }, &answer.format, &answer.type, [], parameters,
        keychain, &items)
    }
    answer.items = items.map { $0 as? [Any] ?? [] }
    return answer
  }

  static func exporting(
    _ object: Any, _ format: SecExternalFormat = .formatUnknown, isPEM: Bool = false,
    _ parameters: Parameters = Parameters()
  ) -> (status: OSStatus, data: Data?) {
    var data: CFData?
    let status = unsafe parameters.with { parameters in
      unsafe SecItemExport(
        object as AnyObject, format, isPEM ? .pemArmour : [], parameters, &data)
    }
    return (status, data.map { $0 as Data })
  }

  /// Parameters with a password, and with attributes that let a private key leave unencrypted.
  static func open(_ password: String? = nil) -> Parameters {
    Parameters(password: password, attributes: [kSecAttrIsExtractable])
  }

  /// Returns the text that Tests/Vectors/formats has for an item.
  static func text(_ item: Any) throws -> String {
    if let certificate = item as? SecCertificate {
      return "c" + (try hash(SecCertificateCopyData(certificate) as Data))
    }
    let key = try #require(item as? SecKey)
    let names = ["0": "p", "1": "k", "2": "s"]
    let half = try #require(KeyCalls.attributes(key)["kcls"] as? String)
    return try #require(names[half]) + hash(#require(KeyCalls.form(key)))
  }

  static func hash(_ data: Data) throws -> String {
    try HashFunction.sha256.hash(Array(data).span).map { String(format: "%02x", $0) }.joined()
  }

  /// Reads a vector of Tests/Vectors/formats.
  static func vector(_ name: String, in file: String = "items") throws -> Vector {
    try #require(
      Vector.all("formats/\(file)-v1.txt").first { $0.testDescription == name }, "\(name)")
  }

  static func data(_ name: String, in file: String = "items") throws -> Data {
    Data(try vector(name, in: file).bytes("data"))
  }
}
