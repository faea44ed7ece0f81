// SPDX-License-Identifier: Apache-2.0 (table)

/// Object identifiers of the attribute types in distinguished names (X.520 6, RFC 2985 5.2.1).
extension OID {
  package static let commonName = OID(2, 5, 4, 3)
  package static let organization = OID(2, 5, 4, 10)
  package static let organizationalUnit = OID(2, 5, 4, 11)
  package static let nameDescription = OID(2, 5, 4, 13)
  package static let emailAddress = OID(1, 2, 840, 113549, 1, 9, 1)
}
