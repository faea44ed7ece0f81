// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

/// Runs inputs through SecItemImport and SecPKCS12Import, then exports and imports each result.
enum FuzzImport {
  private static let statuses: Set<OSStatus> = [
    errSecSuccess, errSecParam, errSecUnknownFormat, errSecUnsupportedFormat,
    errSecPassphraseRequired, errSecPkcs12VerifyFailure, errSecAuthFailed,
    errSecMultiplePrivKeys, errSecDecode,
  ]
  private static let names: [String?] = [nil, "x.cer", "x.p12", ".p7b", "x.p8.pem", "pem", ""]

  /// Imports an input.
  ///
  /// The first byte chooses the parameters, the rest is the data.
  static func run(_ bytes: [UInt8]) {
    guard let mode = bytes.first else { return }
    let data = NSData(data: Data(bytes.dropFirst()))
    var format = SecExternalFormat(rawValue: UInt32(mode >> 4)) ?? .formatUnknown
    var type = SecExternalItemType.itemTypeUnknown
    var parameters = SecItemImportExportKeyParameters()
    let password = NSString("secret")
    if mode & 1 != 0 { unsafe parameters.passphrase = Unmanaged.passUnretained(password) }
    if mode & 2 != 0 { parameters.flags = .importOnlyOne }
    let open = [kSecAttrIsExtractable] as NSArray
    unsafe parameters.keyAttributes = Unmanaged.passUnretained(open)
    let name = names[Int(mode >> 2) % names.count].map { NSString(string: $0) }
    var items: CFArray?
    let status = withExtendedLifetime((password, open)) {
      unsafe SecItemImport(data, name, &format, &type, [], &parameters, nil, &items)
    }
    precondition(statuses.contains(status), "a status of the table")
    precondition((status == errSecSuccess) == (items != nil), "items, or a status")
    for item in items as? [AnyObject] ?? [] { export(item) }
  }

  /// Returns the items in the data, with the given type and the right password.
  static func items(
    of data: Data, _ format: SecExternalFormat, _ type: SecExternalItemType
  ) -> [AnyObject] {
    var (format, type) = (format, type)
    var parameters = SecItemImportExportKeyParameters()
    let (password, open) = (NSString("secret"), [kSecAttrIsExtractable] as NSArray)
    unsafe parameters.passphrase = Unmanaged.passUnretained(password)
    unsafe parameters.keyAttributes = Unmanaged.passUnretained(open)
    var items: CFArray?
    let status = withExtendedLifetime((password, open)) {
      unsafe SecItemImport(NSData(data: data), nil, &format, &type, [], &parameters, nil, &items)
    }
    precondition(statuses.contains(status), "a status of the table")
    precondition((status == errSecSuccess) == (items != nil), "items, or a status")
    return items as? [AnyObject] ?? []
  }

  /// Imports a PKCS#12 file without a password or with "secret", as the first byte chooses.
  static func container(_ bytes: [UInt8]) {
    container(Data(bytes.dropFirst()), (bytes.first ?? 0) & 1 == 0 ? nil : "secret")
  }

  /// Imports a PKCS#12 file through SecPKCS12Import.
  static func container(_ bytes: Data, _ password: String?) {
    var items: CFArray?
    let data = NSData(data: bytes)
    let options: NSDictionary = password.map { [kSecImportExportPassphrase: $0] } ?? [:]
    let status = unsafe SecPKCS12Import(data, options, &items)
    precondition([errSecSuccess, errSecAuthFailed, errSecDecode].contains(status), "a status")
    precondition((status == errSecSuccess) == (items != nil), "items, or a status")
    for item in items as? [[String: Any]] ?? [] {
      let chain = item["chain"] as? [SecCertificate]
      precondition(chain?.isEmpty == false, "each item has certificates")
      if let identity = item["identity"] as? SecIdentity {
        precondition(item["keyid"] is Data && item["trust"] is SecTrust)
        export(identity)
      }
    }
  }

  /// Exports an item and imports the result.
  static func export(_ item: AnyObject) {
    var data: CFData?
    let isIdentity = item is SecIdentity
    let status = unsafe SecItemExport(item, .formatUnknown, [], nil, &data)
    precondition(status == errSecSuccess, "what was imported is exported")
    guard let data, !isIdentity, (item as? SecKey).map({ !isSymmetric($0) }) ?? true else { return }
    var items: CFArray?
    let again = unsafe SecItemImport(data, nil, nil, nil, [], nil, nil, &items)
    precondition(again == errSecSuccess && (items as? [AnyObject])?.count == 1, "and read again")
  }

  private static func isSymmetric(_ key: SecKey) -> Bool {
    SecKeyCopyAttributes(key)?[kSecAttrKeyClass] as? String == "2"
  }
}
