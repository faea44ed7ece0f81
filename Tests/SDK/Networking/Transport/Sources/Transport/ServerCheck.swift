// SPDX-License-Identifier: Apache-2.0
// As other people write.
// swift-format-ignore-file
import Foundation
#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
#if canImport(Security)
  import Security
#endif

/// Decides about servers, on systems whose connections ask.
public protocol ServerChecking {
  #if canImport(Security)
    func check(_ trust: SecTrust, for host: String) throws
  #endif
}

/// Why a server is refused.
public enum TransportError: Error {
  case host(String)
  #if canImport(Security)
    case trust(SecTrust, OSStatus)
  #endif
}

/// The delegate of a session, as libraries for networking have it.
open class SessionDelegate: NSObject, URLSessionDelegate {
  let hosts: [String: ServerChecking]

  public init(hosts: [String: ServerChecking] = [:]) { self.hosts = hosts }

  /// Whether the code for Apple's system was compiled.
  public static var checksServers: Bool {
    #if canImport(Security)
      return true
    #else
      return false
    #endif
  }

  #if canImport(Security)
    /// `serverTrust` is a SecTrust, and makes a credential, in Apple's Foundation alone.
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
