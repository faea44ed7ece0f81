// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// A new random password: four groups of three characters with hyphens between them, of letters
/// and digits that are not taken for one another (about 69 bits).
///
/// - Returns: nil when the kernel gives no random bytes.
@discardableResult
public func SecCreateSharedWebCredentialPassword() -> CFString? {
  var password = [UInt8]()
  let generator = SystemRandomness()
  while password.count < 15 {
    if password.count % 4 == 3 { password.append(UInt8(ascii: "-")) }
    guard let sign = drawn(from: generator) else { return nil }
    password.append(sign)
  }
  return CFString(string: String(decoding: password, as: UTF8.self))
}

/// One of the signs, each as likely as the others.
private func drawn(from generator: SystemRandomness) -> UInt8? {
  let signs = Array("abcdefghkmnopqrstuvwxyABCDEFGHJKLMNPQRSTUVWXYZ3456789".utf8)
  let fair = UInt8(256 / signs.count * signs.count - 1)
  for _ in 0..<64 {
    var byte = [UInt8](repeating: 0, count: 1)
    var span = byte.mutableSpan
    guard (try? generator.fill(&span)) != nil else { return nil }
    if byte[0] <= fair { return signs[Int(byte[0]) % signs.count] }
  }
  return nil
}

/// Shares a password with the user's browser: there is none to share with.
///
/// - Parameter completionHandler: is called once, before this returns, with errSecUnimplemented.
public func SecAddSharedWebCredential(
  _ fqdn: CFString, _ account: CFString, _ password: CFString?,
  _ completionHandler: @escaping (CFError?) -> Void
) {
  completionHandler(noBrowser)
}

/// Asks for passwords that the user's browser shares: there is none that does.
///
/// - Parameter completionHandler: is called once, before this returns, with errSecUnimplemented.
public func SecRequestSharedWebCredential(
  _ fqdn: CFString?, _ account: CFString?,
  _ completionHandler: @escaping (CFArray?, CFError?) -> Void
) {
  completionHandler(nil, noBrowser)
}

private var noBrowser: CFError {
  CFError(status: errSecUnimplemented, "no browser shares its passwords here")
}
