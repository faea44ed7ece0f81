// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

/// A client in the style of an actor that keeps internet passwords.
actor CredentialStore {
  struct Credential: Sendable, Equatable {
    var user: String
    var password: String
  }

  enum Problem: Error, Equatable {
    case exists
    case missing
    case other(OSStatus)
  }

  private let server: String
  private let port: Int

  init(server: String, port: Int = 443) {
    self.server = server
    self.port = port
  }

  private func query(_ user: String? = nil) -> [String: AnyObject] {
    var query: [String: AnyObject] = [
      kSecClass as String: kSecClassInternetPassword,
      kSecAttrServer as String: server as CFString,
      kSecAttrPort as String: port as CFNumber,
      kSecAttrProtocol as String: kSecAttrProtocolHTTPS,
    ]
    if let user { query[kSecAttrAccount as String] = user as AnyObject }
    return query
  }

  func add(_ credential: Credential) throws {
    var item = query(credential.user)
    item[kSecValueData as String] = credential.password.data(using: .utf8)! as CFData
    try check(SecItemAdd(item as CFDictionary, nil))
  }

  func credential() throws -> Credential {
    var wanted = query()
    wanted[kSecReturnAttributes as String] = kCFBooleanTrue
    wanted[kSecReturnData as String] = kCFBooleanTrue
    var result: AnyObject?
    try check(
      withUnsafeMutablePointer(to: &result) {
        SecItemCopyMatching(wanted as CFDictionary, UnsafeMutablePointer($0))
      })
    guard let found = result as? [String: AnyObject],
      let user = found[kSecAttrAccount as String] as? String,
      let data = found[kSecValueData as String] as? Data,
      let password = String(data: data, encoding: .utf8)
    else { throw Problem.missing }
    return Credential(user: user, password: password)
  }

  func removeAll() throws {
    try check(SecItemDelete(query() as CFDictionary))
  }

  private func check(_ status: OSStatus) throws {
    switch status {
    case noErr: return
    case errSecDuplicateItem: throw Problem.exists
    case errSecItemNotFound: throw Problem.missing
    default: throw Problem.other(status)
    }
  }
}
