// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

@_cdecl("SecIdentitySearchCreate")
package func c_SecIdentitySearchCreate(
  _ keychainOrArray: Ref?, _ keyUsage: UInt32, _ searchRef: Place?
) -> Int32 {
  answering(errSecParam) {
    let place = try needed(searchRef)
    var search: SecIdentitySearch?
    let status = SecIdentitySearch.make(try allowed(keychainOrArray), keyUsage, &search)
    if let search { place.pointee = Outgoing.reference(search) }
    return status
  }
}

@_cdecl("SecIdentitySearchCopyNext")
package func c_SecIdentitySearchCopyNext(_ searchRef: Ref?, _ identity: Place?) -> Int32 {
  answering(errSecParam) {
    let place = try needed(identity)
    let search: SecIdentitySearch = try needed(searchRef, else: errSecInvalidSearchRef)
    var found: SecIdentity?
    let status = search.next(&found)
    if let found { place.pointee = Outgoing.reference(found) }
    return status
  }
}

@_cdecl("SecIdentityCopyPreference")
package func c_SecIdentityCopyPreference(
  _ name: Ref?, _ keyUsage: UInt32, _ validIssuers: Ref?, _ identity: Place?
) -> Int32 {
  answering(errSecParam) {
    let place = try needed(identity)
    var found: SecIdentity?
    let status = preferredIdentity(try needed(name), keyUsage, try allowed(validIssuers), &found)
    if let found { place.pointee = Outgoing.reference(found) }
    return status
  }
}

/// Sets the preferred identity for a name; NULL for `identity` removes the preference.
///
/// The bits of `keyUsage` are the uses of the key; 0 for a preference without uses.
@_cdecl("SecIdentitySetPreference")
package func c_SecIdentitySetPreference(
  _ identity: Ref?, _ name: Ref?, _ keyUsage: UInt32
) -> Int32 {
  answering(errSecParam) {
    setPreferredIdentity(try allowed(identity), try needed(name), keyUsage)
  }
}

@_cdecl("SecCertificateCopyPreference")
package func c_SecCertificateCopyPreference(
  _ name: Ref?, _ keyUsage: UInt32, _ certificate: Place?
) -> Int32 {
  answering(errSecParam) {
    let place = try needed(certificate)
    var found: SecCertificate?
    let status = preferredCertificate(try needed(name), keyUsage, &found)
    if let found { place.pointee = Outgoing.reference(found) }
    return status
  }
}

/// Sets the preferred certificate for a name; NULL for `certificate` removes the preference.
///
/// The bits of `keyUsage` are the uses of the key; 0 for a preference without uses. The parameter
/// `date` has no effect.
@_cdecl("SecCertificateSetPreference")
package func c_SecCertificateSetPreference(
  _ certificate: Ref?, _ name: Ref?, _ keyUsage: UInt32, _ date: Ref?
) -> Int32 {
  answering(errSecParam) {
    setPreferredCertificate(try allowed(certificate), try needed(name), keyUsage)
  }
}

/// Decrypts the symmetric key in the data to which `keyToUnwrap` points.
///
/// The caller still owns this data.
@_cdecl("SecKeyUnwrapSymmetric")
package func c_SecKeyUnwrapSymmetric(
  _ keyToUnwrap: Place?, _ unwrappingKey: Ref?, _ parameters: Ref?, _ error: Place?
) -> Ref? {
  making(error) { (error) in
    let wrapped: NSData = try needed(try needed(keyToUnwrap).pointee)
    var lent: Unmanaged<NSData>? = Unmanaged.passUnretained(wrapped)
    return try withExtendedLifetime(wrapped) {
      SecKeyUnwrapSymmetric(&lent, try needed(unwrappingKey), try needed(parameters), error)
    }
  }
}
