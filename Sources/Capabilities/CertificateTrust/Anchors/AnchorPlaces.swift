// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto

/// Where the system's anchors may be: files of many certificates and directories of files
/// (spec/certificates.md 6.9).
package struct AnchorPlaces: Hashable, Sendable {
  /// Groups of places, in the order in which they are tried.
  ///
  /// The first group of which any place is there counts, with all of its places that are there.
  package let choices: [[String]]

  /// As with OpenSSL, a relative path is one from the working directory, and a file and directories
  /// that are both named both count.
  ///
  /// - Parameters:
  ///   - file: the value of `SSL_CERT_FILE`, where it may be believed.
  ///   - directories: the value of `SSL_CERT_DIR`: paths between colons.
  package init(file: String?, directories: String?) {
    let listed = directories?.split(separator: ":").map { String($0) } ?? []
    let named = ([file].compactMap(\.self) + listed).filter { !$0.isEmpty }
    let usual =
      [CertificatePlaces.file].compactMap(\.self) + Self.files
      + [CertificatePlaces.directory].compactMap(\.self) + Self.directories
    choices = [named] + usual.filter { !$0.isEmpty }.map { [$0] }
  }

  /// Creates a choice of its own for each path, without the usual places.
  package init(paths: [String]) { choices = paths.map { [$0] } }

  /// The bundles of distributions.
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

  /// Directories of hashed names, where nobody made a bundle: a file is read many times faster.
  private static let directories = ["/etc/ssl/certs", "/etc/pki/tls/certs"]
}
