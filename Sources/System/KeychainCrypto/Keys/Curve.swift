// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL
package import SecureMemory

/// The elliptic curves of SecKey, all of prime order with cofactor 1 (FIPS 186-4 D.1.2,
/// Specification/seckey.md, "Types and sizes").
package enum Curve: String, CaseIterable, Hashable, Sendable {
  // The raw values are libcrypto's names.
  case p192 = "prime192v1"
  case p224 = "secp224r1"
  case p256 = "prime256v1"
  case p384 = "secp384r1"
  case p521 = "secp521r1"

  /// The size in bits by which applications name the curve, which is also the size of its order.
  package var bits: Int {
    switch self {
    case .p192: 192
    case .p224: 224
    case .p256: 256
    case .p384: 384
    case .p521: 521
    }
  }

  /// The size of a coordinate or scalar in bytes.
  package var fieldSize: Int { (bits + 7) / 8 }

  /// The size of an uncompressed point in bytes: the byte 04 and the coordinates X and Y (ANSI
  /// X9.63).
  package var pointSize: Int { 2 * fieldSize + 1 }

  /// Returns the curve with this size, or nil if no curve has this size.
  ///
  /// - Parameter bits: the size in bits by which applications name the curve.
  package init?(bits: Int) {
    guard let curve = Self.allCases.first(where: { $0.bits == bits }) else { return nil }
    self = curve
  }
}

extension Curve {
  /// Computes the public point of a private key: the byte 04 and the coordinates X and Y (ANSI
  /// X9.63).
  ///
  /// - Throws: `wrongParameter` if the scalar is a multiple of the curve's order, so that there is
  ///   no point with coordinates; `unavailable` if libcrypto lacks the curve.
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
