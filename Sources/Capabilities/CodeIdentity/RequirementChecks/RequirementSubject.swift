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
