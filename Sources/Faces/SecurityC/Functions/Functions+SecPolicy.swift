// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/c_functions.py.
import Foundation
import Security

@_cdecl("SecPolicyCopyProperties")
package func c_SecPolicyCopyProperties(_ policyRef: Ref?) -> Ref? {
  making {
    SecPolicyCopyProperties(try needed(policyRef))
  }
}

@_cdecl("SecPolicyCreateBasicX509")
package func c_SecPolicyCreateBasicX509() -> Ref? {
  making {
    SecPolicyCreateBasicX509()
  }
}

@_cdecl("SecPolicyCreateRevocation")
package func c_SecPolicyCreateRevocation(_ revocationFlags: CFOptionFlags) -> Ref? {
  making {
    SecPolicyCreateRevocation(revocationFlags)
  }
}

@_cdecl("SecPolicyCreateSSL")
package func c_SecPolicyCreateSSL(_ server: UInt8, _ hostname: Ref?) -> Ref? {
  making {
    SecPolicyCreateSSL(server != 0, try allowed(hostname))
  }
}

@_cdecl("SecPolicyCreateWithProperties")
package func c_SecPolicyCreateWithProperties(_ policyIdentifier: Ref?, _ properties: Ref?) -> Ref? {
  making {
    SecPolicyCreateWithProperties(try needed(policyIdentifier), try allowed(properties))
  }
}
