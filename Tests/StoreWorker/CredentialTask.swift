// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import LocalAuthentication
import Security

/// `credential [held]`: a client whose first call reads an item with an application password, and
/// that then waits.
///
/// With `held` it keeps the context that has the password.
///
/// Another process, `credential add`, adds the item, so that the read is the first call. This task
/// prints one line of words `name=number` when it waits, and ends when its input ends.
enum CredentialTask {
  /// The number of the marked secret that serves as the password.
  private static let number: UInt64 = 77

  static func run(_ arguments: [String]) -> Int32 {
    if arguments.first == "add" { return add() }
    Privileges.letAnyoneTrace()
    let adder = Process()
    adder.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    adder.arguments = ["credential", "add"]
    do { try adder.run() } catch { return 3 }
    adder.waitUntilExit()
    guard adder.terminationStatus == 0 else { return 3 }

    var context: LAContext? = Self.context()
    var query = item
    query[kSecUseAuthenticationContext] = context
    query[kSecReturnData] = true
    var result: CFTypeRef?
    let status = unsafe SecItemCopyMatching(query as CFDictionary, &result)
    query = [:]
    if !arguments.contains("held") { context = nil }
    print("status=\(status) held=\(context == nil ? 0 : 1)")
    fflush(nil)
    var byte: UInt8 = 0
    while unsafe Glibc.read(0, &byte, 1) > 0 {}
    withExtendedLifetime(context) {}
    return 0
  }

  private static var item: [CFString: Any] {
    [kSecClass: kSecClassGenericPassword, kSecAttrService: "credential", kSecAttrAccount: "first"]
  }

  private static func context() -> LAContext {
    let context = LAContext()
    context.setCredential(
      MarkedSecret.make(number, count: 32) as Data, type: .applicationPassword)
    return context
  }

  private static func add() -> Int32 {
    var added = item
    added[kSecAttrAccessControl] = SecAccessControlCreateWithFlags(
      nil, kSecAttrAccessibleWhenUnlocked, .applicationPassword, nil)
    added[kSecUseAuthenticationContext] = context()
    added[kSecValueData] = Data("found".utf8)
    return SecItemAdd(added as CFDictionary, nil) == errSecSuccess ? 0 : 1
  }
}
