// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The program or the certificates that a requirement is compared with.
package struct RequirementSubject {
  /// The facts about the program's file; nil if only certificates are looked at.
  let program: (any ProgramFacts)?
  /// The certificates of a signature, from the leaf on; nil if there is no signature.
  let certificates: (any CertificateChainFacts)?
  /// The strength of the program's identity: always `claimed`, the weakest.
  ///
  /// In embedded mode a program states its identity itself, and nothing proves it
  /// (Specification/design.md, "Embedded or daemon").
  let strength = IdentityStrength.claimed

  /// Makes a subject of a program that has no signature.
  package init(program: any ProgramFacts) {
    self.program = program
    certificates = nil
  }

  /// Makes a subject of a caller, which has no signature.
  ///
  /// The file of the caller's executable is looked at when a condition asks for it.
  package init(_ caller: Caller) {
    self.init(program: ProgramFile(path: caller.executable))
  }

  /// Makes a subject that has certificates and no program.
  ///
  /// - Parameter certificates: the chain of certificates, from the leaf on.
  package init(certificates: any CertificateChainFacts) {
    program = nil
    self.certificates = certificates
  }
}

/// Facts about the file of a program, for the conditions `path` and `digest`.
package protocol ProgramFacts {
  /// The absolute path of the executable; nil if it is unknown.
  var path: String? { get }
  /// True if only root can change the file and the directories that lead to it.
  func isRootControlled() -> Bool
  /// Returns the SHA-256 hash of the file; nil if it cannot be read.
  func digest() -> [UInt8]?
}

/// Facts about a chain of certificates, for the conditions `certificate` and `anchor trusted`.
///
/// The certificates are named by their index in the chain: 0 is the leaf.
package protocol CertificateChainFacts {
  var count: Int { get }
  /// True if the chain leads to an anchor and passes all checks of trust.
  func isTrusted() -> Bool
  /// True if the certificate is itself an anchor and passes all checks of trust.
  func isTrusted(_ index: Int) -> Bool
  /// Returns the SHA-1 hash of a certificate; nil if libcrypto cannot compute it.
  func hash(_ index: Int) -> [UInt8]?
  /// Returns the values of a field such as `subject.OU`; empty if there is no value.
  func values(of field: String, _ index: Int) -> [[UInt8]]
  /// True if the certificate has an extension with this object identifier.
  func hasExtension(_ identifier: [UInt8], _ index: Int) -> Bool
  /// True if the certificate states a policy with this object identifier.
  func hasPolicy(_ identifier: [UInt8], _ index: Int) -> Bool
  /// Returns the date in the extension with this object identifier, in seconds since 2001-01-01
  /// UTC; nil if there is no date.
  func moment(of identifier: [UInt8], _ index: Int) -> Int64?
}
