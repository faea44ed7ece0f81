// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto

/// The paths at which the system's trust anchors may be found on Linux.
///
/// A path leads to a bundle file or to a directory of certificate files
/// (Specification/certificates.md, "System anchors on Linux").
package struct AnchorPlaces: Hashable, Sendable {
  /// Groups of paths, in the order in which they are tried.
  ///
  /// The first group that has an existing path is used, with all of its existing paths.
  package let choices: [[String]]

  /// Creates the choices: first the paths that the environment gives, then the usual paths of
  /// libcrypto and of distributions.
  ///
  /// The environment variables are read by OpenSSL's rules. A relative path starts at the working
  /// directory. If a file and directories are both given, both are used.
  ///
  /// - Parameters:
  ///   - file: the value of `SSL_CERT_FILE`; nil if the variable is not set. Pass nil in a program
  ///     with rights that its user lacks (set-user-ID), because that user chooses the environment.
  ///   - directories: the value of `SSL_CERT_DIR`, which is paths separated by colons; nil like
  ///     `file`.
  package init(file: String?, directories: String?) {
    let listed = directories?.split(separator: ":").map { String($0) } ?? []
    let named = ([file].compactMap(\.self) + listed).filter { !$0.isEmpty }
    let usual =
      [CertificatePlaces.file].compactMap(\.self) + Self.files
      + [CertificatePlaces.directory].compactMap(\.self) + Self.directories
    choices = [named] + usual.filter { !$0.isEmpty }.map { [$0] }
  }

  /// Creates one choice for each given path, so that only the first path that exists is used.
  ///
  /// No other path is tried.
  package init(paths: [String]) { choices = paths.map { [$0] } }

  /// The usual paths of the bundle files of Linux distributions.
  private static let files = [
    // Debian, Ubuntu, Arch, Gentoo.
    "/etc/ssl/certs/ca-certificates.crt",
    // Fedora, RHEL, CentOS, Amazon.
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", "/etc/pki/tls/certs/ca-bundle.crt",
    // openSUSE.
    "/etc/ssl/ca-bundle.pem",
    // Alpine.
    "/etc/ssl/cert.pem",
  ]

  /// The usual directories of certificate files, in which the name of each file is a hash.
  ///
  /// These directories are tried after the bundle files, because one bundle is read many times
  /// faster.
  private static let directories = ["/etc/ssl/certs", "/etc/pki/tls/certs"]
}
