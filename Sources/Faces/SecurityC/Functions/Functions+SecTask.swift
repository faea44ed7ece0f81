// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/c_functions.py.
import Foundation
import Security

@_cdecl("SecTaskCopySigningIdentifier")
package func c_SecTaskCopySigningIdentifier(_ task: Ref?, _ error: Place?) -> Ref? {
  making(error) { (error) in
    SecTaskCopySigningIdentifier(try needed(task), error)
  }
}

@_cdecl("SecTaskCopyValueForEntitlement")
package func c_SecTaskCopyValueForEntitlement(_ task: Ref?, _ entitlement: Ref?, _ error: Place?)
  -> Ref?
{
  making(error) { (error) in
    SecTaskCopyValueForEntitlement(try needed(task), try needed(entitlement), error)
  }
}

@_cdecl("SecTaskCopyValuesForEntitlements")
package func c_SecTaskCopyValuesForEntitlements(_ task: Ref?, _ entitlements: Ref?, _ error: Place?)
  -> Ref?
{
  making(error) { (error) in
    SecTaskCopyValuesForEntitlements(try needed(task), try needed(entitlements), error)
  }
}

@_cdecl("SecTaskCreateFromSelf")
package func c_SecTaskCreateFromSelf(_ allocator: Ref?) -> Ref? {
  making {
    SecTaskCreateFromSelf(nil)
  }
}

@_cdecl("SecTaskGetCodeSignStatus")
package func c_SecTaskGetCodeSignStatus(_ task: Ref?) -> UInt32 {
  answering(0) {
    SecTaskGetCodeSignStatus(try needed(task))
  }
}
