// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// Returns a new random password with about 69 bits of entropy.
///
/// The password has four groups of three characters, with hyphens between the groups. The
/// characters are letters and digits that are hard to confuse.
///
/// - Returns: nil if the kernel gives no random bytes.
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

/// Returns a random character for a password; all permitted characters are equally probable.
///
/// Nil if the kernel returns no random bytes.
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

/// Shares a password with the user's browser; always fails, because Latchkey works with no browser.
///
/// - Parameter completionHandler: is called once with errSecUnimplemented, before this function
///   returns.
public func SecAddSharedWebCredential(
  _ fqdn: CFString, _ account: CFString, _ password: CFString?,
  _ completionHandler: @escaping (CFError?) -> Void
) {
  completionHandler(noBrowser)
}

/// Asks for passwords that the user's browser shares; always fails, because Latchkey works with no
/// browser.
///
/// - Parameter completionHandler: is called once with errSecUnimplemented, before this function
///   returns.
public func SecRequestSharedWebCredential(
  _ fqdn: CFString?, _ account: CFString?,
  _ completionHandler: @escaping (CFArray?, CFError?) -> Void
) {
  completionHandler(nil, noBrowser)
}

private var noBrowser: CFError {
  CFError(status: errSecUnimplemented, "browsers do not share their passwords here")
}
