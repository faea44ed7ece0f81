// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL

/// Where libcrypto was built to look for the system's certificates.
package enum CertificatePlaces {
  /// A file of many; nil where libcrypto names none.
  package static var file: String? {
    unsafe X509_get_default_cert_file().map { unsafe String(cString: $0) }
  }

  /// A directory with a file for each.
  package static var directory: String? {
    unsafe X509_get_default_cert_dir().map { unsafe String(cString: $0) }
  }
}
