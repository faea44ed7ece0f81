// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL

/// HMAC-SHA256 directly on libcrypto with a kept context.
final class RawCode {
  private let mac: OpaquePointer
  private var output = [UInt8](repeating: 0, count: 32)

  init?(key: [UInt8]) {
    guard let hmac = EVP_MAC_fetch(nil, "HMAC", nil), let mac = EVP_MAC_CTX_new(hmac) else {
      return nil
    }
    self.mac = mac
    var name = Array("SHA2-256".utf8CString)
    name.withUnsafeMutableBufferPointer { name in
      let parameters = [
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, name.baseAddress, 0),
        OSSL_PARAM_construct_end(),
      ]
      EVP_MAC_init(mac, key, key.count, parameters)
    }
  }

  deinit { EVP_MAC_CTX_free(mac) }

  func run(_ bytes: [UInt8]) {
    var length = 0
    EVP_MAC_init(mac, nil, 0, nil)
    EVP_MAC_update(mac, bytes, bytes.count)
    EVP_MAC_final(mac, &output, &length, 32)
  }
}
