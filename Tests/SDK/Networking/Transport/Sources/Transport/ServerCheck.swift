// SPDX-License-Identifier: Apache-2.0
// In the style of other people, so it is not formatted.
// swift-format-ignore-file
import Foundation
#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
#if canImport(Security)
  import Security
#endif

/// Checks the certificate of a server, on systems where Security exists.
public protocol ServerChecking {
  #if canImport(Security)
    func check(_ trust: SecTrust, for host: String) throws
  #endif
}

/// The reason why a server is refused.
public enum TransportError: Error {
  case host(String)
  #if canImport(Security)
    case trust(SecTrust, OSStatus)
  #endif
}

/// The delegate of a session, as libraries for networking write it.
open class SessionDelegate: NSObject, URLSessionDelegate {
  let hosts: [String: ServerChecking]

  public init(hosts: [String: ServerChecking] = [:]) { self.hosts = hosts }

  /// True if the code for Apple's system was compiled.
  public static var checksServers: Bool {
    #if canImport(Security)
      return true
    #else
      return false
    #endif
  }

  #if canImport(Security)
    /// Answers a challenge. Only Apple's Foundation has a `serverTrust` that is a SecTrust, and
    /// makes a credential of it.
    func answer(
      _ challenge: URLAuthenticationChallenge
    ) throws -> (URLSession.AuthChallengeDisposition, URLCredential?) {
      let space = challenge.protectionSpace
      guard space.authenticationMethod == NSURLAuthenticationMethodServerTrust,
        let trust = space.serverTrust
      else { return (.performDefaultHandling, nil) }
      guard let check = hosts[space.host] else { return (.performDefaultHandling, nil) }
      try check.check(trust, for: space.host)
      return (.useCredential, URLCredential(trust: trust))
    }
  #endif
}
