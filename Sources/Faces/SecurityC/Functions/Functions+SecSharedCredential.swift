// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/c_functions.py.
import Foundation
import Security

@_cdecl("SecCreateSharedWebCredentialPassword")
package func c_SecCreateSharedWebCredentialPassword() -> Ref? {
  making {
    SecCreateSharedWebCredentialPassword()
  }
}
