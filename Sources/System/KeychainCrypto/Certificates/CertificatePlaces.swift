// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL
import SecureMemory

/// The paths at which libcrypto, as it was built, looks for the system's certificates.
package enum CertificatePlaces {
  /// The path of a file with many certificates.
  ///
  /// Nil if libcrypto names no file.
  package static var file: String? {
    unsafe X509_get_default_cert_file().map { unsafe String(cString: $0) }
  }

  /// The path of a directory with one certificate in each file.
  ///
  /// Nil if libcrypto names no directory.
  package static var directory: String? {
    unsafe X509_get_default_cert_dir().map { unsafe String(cString: $0) }
  }
}
