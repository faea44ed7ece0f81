// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A self-signed certificate that was made for these tests.
///
/// Its private key was thrown away.
enum MadeCertificate {
  /// The mail address in the certificate.
  static let address = "canary@example.com"

  static let der: Data = {
    let text = [
      "MIIBfzCCASWgAwIBAgIBATAKBggqhkjOPQQDAjAPMQ0wCwYDVQQDDARsZWFmMB4XDTI2MTEyNTAzNTg1OFoXDTQ2",
      "MTEyMDAzNTg1OFowDzENMAsGA1UEAwwEbGVhZjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABOMH8/k0dwB9IEma",
      "nYiuWwq48wp5GLv90iK52CnGRqPtUbpqnjPl9swS5TRrMfrG9GWOML4TOyjoepnSwaIL4OejcjBwMB0GA1UdDgQW",
      "BBRunYf1fZdBVDeCRYD+OEIN2z82ljAfBgNVHSMEGDAWgBRunYf1fZdBVDeCRYD+OEIN2z82ljAPBgNVHRMBAf8E",
      "BTADAQH/MB0GA1UdEQQWMBSBEmNhbmFyeUBleGFtcGxlLmNvbTAKBggqhkjOPQQDAgNIADBFAiEAkAc7nvwr0xyU",
      "KXyDhLRYBtFi8zaCjPJzVV6Z8h2c1ZgCIHUTm9Z9OP+khVGBn1wP/1njmrz0qMTjQ561DJMWU0dS",
    ].joined()
    return Data(base64Encoded: text) ?? Data()
  }()
}
