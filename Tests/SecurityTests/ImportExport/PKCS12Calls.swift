// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainCrypto
import Security
import TestVectors
import Testing

/// SecPKCS12Import with Swift values in place of pointers.
enum PKCS12Calls {
  static func importing(
    _ data: Data, _ options: [String: Any] = [:]
  ) -> (status: OSStatus, items: [[String: Any]]?) {
    var items: CFArray?
    let status = unsafe SecPKCS12Import(data as NSData, options as NSDictionary, &items)
    return (status, items.map { $0 as? [[String: Any]] ?? [] })
  }

  /// Imports the file of a vector with the vector's password and these options.
  static func importing(
    _ vector: Vector, _ more: [String: Any] = [:]
  ) throws -> (status: OSStatus, items: [[String: Any]]?) {
    var options: [String: Any] = [:]
    if vector.fields["password"] != nil {
      options["passphrase"] = String(decoding: try vector.bytes("password"), as: UTF8.self)
    }
    return importing(Data(try vector.bytes("data")), options.merging(more) { $1 })
  }

  static func vector(_ name: String) throws -> Vector {
    try ImportCalls.vector(name, in: "pkcs12")
  }

  /// True if this system's libcrypto can decrypt the file of this vector.
  static func isPossible(_ vector: Vector) -> Bool {
    vector.fields["legacy"] == nil || PasswordCipher.rc2Of40Bits.isAvailable
  }

  /// Returns the common names of the item's chain.
  static func names(_ item: [String: Any]) -> [String] {
    let chain = item["chain"] as? [SecCertificate] ?? []
    return chain.map { SecCertificateCopySubjectSummary($0).map { String($0) } ?? "" }
  }
}
