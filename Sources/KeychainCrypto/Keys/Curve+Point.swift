// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL
package import SecureMemory

extension Curve {
  /// The public point of a private key that comes without it: 04 ‖ X ‖ Y.
  ///
  /// - Throws: `wrongParameter` for a scalar that makes no point; `unavailable` where libcrypto
  ///   lacks the curve.
  package func point(of scalar: SecretBytes) throws(CryptoError) -> [UInt8] {
    let library = try KeyLibrary.shared()
    let numbers = try BigNumbers()
    let mark = ErrorMark()
    defer { mark.restore() }
    let name = unsafe OBJ_sn2nid(rawValue)
    guard let group = unsafe EC_GROUP_new_by_curve_name_ex(library.context, nil, name) else {
      throw .unavailable
    }
    defer { unsafe EC_GROUP_free(group) }
    guard let point = unsafe EC_POINT_new(group) else { throw .outOfMemory }
    defer { unsafe EC_POINT_clear_free(point) }
    let number = unsafe try numbers.number(scalar)
    guard unsafe EC_POINT_mul(group, point, number, nil, nil, nil) == 1 else { throw .failed }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: pointSize) { output, count in
      count = unsafe EC_POINT_point2oct(
        group, point, POINT_CONVERSION_UNCOMPRESSED, output.baseAddress, pointSize, nil)
    }
    guard bytes.count == pointSize else { throw .wrongParameter }
    return bytes
  }
}
