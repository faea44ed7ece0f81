// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/c_functions.py.
import Foundation
import Security

@_cdecl("SecIdentityCopyCertificate")
package func c_SecIdentityCopyCertificate(_ identityRef: Ref?, _ certificateRef: Place?) -> Int32 {
  answering(errSecParam) {
    try filling(needing: certificateRef) { (certificateRef) in
      SecIdentityCopyCertificate(try needed(identityRef), certificateRef)
    }
  }
}

@_cdecl("SecIdentityCopyPreferred")
package func c_SecIdentityCopyPreferred(_ name: Ref?, _ keyUsage: Ref?, _ validIssuers: Ref?)
  -> Ref?
{
  making {
    SecIdentityCopyPreferred(try needed(name), try allowed(keyUsage), try allowed(validIssuers))
  }
}

@_cdecl("SecIdentityCopyPrivateKey")
package func c_SecIdentityCopyPrivateKey(_ identityRef: Ref?, _ privateKeyRef: Place?) -> Int32 {
  answering(errSecParam) {
    try filling(needing: privateKeyRef) { (privateKeyRef) in
      SecIdentityCopyPrivateKey(try needed(identityRef), privateKeyRef)
    }
  }
}

@_cdecl("SecIdentityCopySystemIdentity")
package func c_SecIdentityCopySystemIdentity(
  _ domain: Ref?, _ idRef: Place?, _ actualDomain: Place?
) -> Int32 {
  answering(errSecParam) {
    try filling(needing: idRef) { (idRef) in
      try filling(actualDomain) { (actualDomain) in
        SecIdentityCopySystemIdentity(try needed(domain), idRef, actualDomain)
      }
    }
  }
}

@_cdecl("SecIdentityCreate")
package func c_SecIdentityCreate(_ allocator: Ref?, _ certificate: Ref?, _ privateKey: Ref?) -> Ref?
{
  making {
    SecIdentityCreate(nil, try needed(certificate), try needed(privateKey))
  }
}

@_cdecl("SecIdentityCreateWithCertificate")
package func c_SecIdentityCreateWithCertificate(
  _ keychainOrArray: Ref?, _ certificateRef: Ref?, _ identityRef: Place?
) -> Int32 {
  answering(errSecParam) {
    try filling(needing: identityRef) { (identityRef) in
      SecIdentityCreateWithCertificate(
        try allowed(keychainOrArray), try needed(certificateRef), identityRef)
    }
  }
}

@_cdecl("SecIdentitySetPreferred")
package func c_SecIdentitySetPreferred(_ identity: Ref?, _ name: Ref?, _ keyUsage: Ref?) -> Int32 {
  answering(errSecParam) {
    SecIdentitySetPreferred(try allowed(identity), try needed(name), try allowed(keyUsage))
  }
}

@_cdecl("SecIdentitySetSystemIdentity")
package func c_SecIdentitySetSystemIdentity(_ domain: Ref?, _ idRef: Ref?) -> Int32 {
  answering(errSecParam) {
    SecIdentitySetSystemIdentity(try needed(domain), try allowed(idRef))
  }
}
