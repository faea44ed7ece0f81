// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// An object that a query can bring with `kSecUseAuthenticationContext`.
///
/// `LAContext` is one; this module does not know it.
package protocol CarriesAuthenticationContext: AnyObject {
  /// Evidence, settings, and whether it is invalidated.
  var authenticationContext: AuthenticationContext { get }
  /// What the object was made under; nil where nothing was installed.
  var installation: Installation? { get }
}
