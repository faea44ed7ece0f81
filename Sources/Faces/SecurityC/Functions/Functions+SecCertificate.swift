// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/c_functions.py.
import Foundation
import Security

@_cdecl("SecCertificateCopyCommonName")
package func c_SecCertificateCopyCommonName(_ certificate: Ref?, _ commonName: Place?) -> Int32 {
  answering(errSecParam) {
    try filling(needing: commonName) { (commonName) in
      SecCertificateCopyCommonName(try needed(certificate), commonName)
    }
  }
}

@_cdecl("SecCertificateCopyData")
package func c_SecCertificateCopyData(_ certificate: Ref?) -> Ref? {
  making {
    SecCertificateCopyData(try needed(certificate))
  }
}

@_cdecl("SecCertificateCopyEmailAddresses")
package func c_SecCertificateCopyEmailAddresses(_ certificate: Ref?, _ emailAddresses: Place?)
  -> Int32
{
  answering(errSecParam) {
    try filling(needing: emailAddresses) { (emailAddresses) in
      SecCertificateCopyEmailAddresses(try needed(certificate), emailAddresses)
    }
  }
}

@_cdecl("SecCertificateCopyKey")
package func c_SecCertificateCopyKey(_ certificate: Ref?) -> Ref? {
  making {
    SecCertificateCopyKey(try needed(certificate))
  }
}

@_cdecl("SecCertificateCopyLongDescription")
package func c_SecCertificateCopyLongDescription(
  _ alloc: Ref?, _ certificate: Ref?, _ error: Place?
) -> Ref? {
  making(error) { (error) in
    SecCertificateCopyLongDescription(nil, try needed(certificate), error)
  }
}

@_cdecl("SecCertificateCopyNormalizedIssuerContent")
package func c_SecCertificateCopyNormalizedIssuerContent(_ certificate: Ref?, _ error: Place?)
  -> Ref?
{
  making(error) { (error) in
    SecCertificateCopyNormalizedIssuerContent(try needed(certificate), error)
  }
}

@_cdecl("SecCertificateCopyNormalizedIssuerSequence")
package func c_SecCertificateCopyNormalizedIssuerSequence(_ certificate: Ref?) -> Ref? {
  making {
    SecCertificateCopyNormalizedIssuerSequence(try needed(certificate))
  }
}

@_cdecl("SecCertificateCopyNormalizedSubjectContent")
package func c_SecCertificateCopyNormalizedSubjectContent(_ certificate: Ref?, _ error: Place?)
  -> Ref?
{
  making(error) { (error) in
    SecCertificateCopyNormalizedSubjectContent(try needed(certificate), error)
  }
}

@_cdecl("SecCertificateCopyNormalizedSubjectSequence")
package func c_SecCertificateCopyNormalizedSubjectSequence(_ certificate: Ref?) -> Ref? {
  making {
    SecCertificateCopyNormalizedSubjectSequence(try needed(certificate))
  }
}

@_cdecl("SecCertificateCopyNotValidAfterDate")
package func c_SecCertificateCopyNotValidAfterDate(_ certificate: Ref?) -> Ref? {
  making {
    SecCertificateCopyNotValidAfterDate(try needed(certificate))
  }
}

@_cdecl("SecCertificateCopyNotValidBeforeDate")
package func c_SecCertificateCopyNotValidBeforeDate(_ certificate: Ref?) -> Ref? {
  making {
    SecCertificateCopyNotValidBeforeDate(try needed(certificate))
  }
}

@_cdecl("SecCertificateCopyPreferred")
package func c_SecCertificateCopyPreferred(_ name: Ref?, _ keyUsage: Ref?) -> Ref? {
  making {
    SecCertificateCopyPreferred(try needed(name), try allowed(keyUsage))
  }
}

@_cdecl("SecCertificateCopyPublicKey")
package func c_SecCertificateCopyPublicKey(_ certificate: Ref?, _ key: Place?) -> Int32 {
  answering(errSecParam) {
    try filling(needing: key) { (key) in SecCertificateCopyPublicKey(try needed(certificate), key) }
  }
}

@_cdecl("SecCertificateCopySerialNumber")
package func c_SecCertificateCopySerialNumber(_ certificate: Ref?, _ error: Place?) -> Ref? {
  making(error) { (error) in
    SecCertificateCopySerialNumber(try needed(certificate), error)
  }
}

@_cdecl("SecCertificateCopySerialNumberData")
package func c_SecCertificateCopySerialNumberData(_ certificate: Ref?, _ error: Place?) -> Ref? {
  making(error) { (error) in
    SecCertificateCopySerialNumberData(try needed(certificate), error)
  }
}

@_cdecl("SecCertificateCopyShortDescription")
package func c_SecCertificateCopyShortDescription(
  _ alloc: Ref?, _ certificate: Ref?, _ error: Place?
) -> Ref? {
  making(error) { (error) in
    SecCertificateCopyShortDescription(nil, try needed(certificate), error)
  }
}

@_cdecl("SecCertificateCopySubjectSummary")
package func c_SecCertificateCopySubjectSummary(_ certificate: Ref?) -> Ref? {
  making {
    SecCertificateCopySubjectSummary(try needed(certificate))
  }
}

@_cdecl("SecCertificateCopyValues")
package func c_SecCertificateCopyValues(_ certificate: Ref?, _ keys: Ref?, _ error: Place?) -> Ref?
{
  making(error) { (error) in
    SecCertificateCopyValues(try needed(certificate), try allowed(keys), error)
  }
}

@_cdecl("SecCertificateCreateWithData")
package func c_SecCertificateCreateWithData(_ allocator: Ref?, _ data: Ref?) -> Ref? {
  making {
    SecCertificateCreateWithData(nil, try needed(data))
  }
}

@_cdecl("SecCertificateSetPreferred")
package func c_SecCertificateSetPreferred(_ certificate: Ref?, _ name: Ref?, _ keyUsage: Ref?)
  -> Int32
{
  answering(errSecParam) {
    SecCertificateSetPreferred(try allowed(certificate), try needed(name), try allowed(keyUsage))
  }
}

@_cdecl("SecCertificateAddToKeychain")
package func c_SecCertificateAddToKeychain(_ certificate: Ref?, _ keychain: Ref?) -> Int32 {
  answering(errSecParam) {
    SecCertificateAddToKeychain(
      try needed(certificate), try allowed(keychain, else: errSecInvalidKeychain))
  }
}
