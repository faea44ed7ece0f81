// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/c_functions.py.
import Foundation
import Security

@_cdecl("SecACLCopyAuthorizations")
package func c_SecACLCopyAuthorizations(_ acl: Ref?) -> Ref? {
  making {
    SecACLCopyAuthorizations(try needed(acl))
  }
}

@_cdecl("SecACLCreateWithSimpleContents")
package func c_SecACLCreateWithSimpleContents(
  _ access: Ref?, _ applicationList: Ref?, _ description: Ref?, _ promptSelector: UInt16,
  _ newAcl: Place?
) -> Int32 {
  answering(errSecParam) {
    try filling(needing: newAcl) { (newAcl) in
      SecACLCreateWithSimpleContents(
        try needed(access), try allowed(applicationList), try needed(description),
        try known(SecKeychainPromptSelector(rawValue: promptSelector)), newAcl)
    }
  }
}

@_cdecl("SecACLRemove")
package func c_SecACLRemove(_ aclRef: Ref?) -> Int32 {
  answering(errSecParam) {
    SecACLRemove(try needed(aclRef))
  }
}

@_cdecl("SecACLSetContents")
package func c_SecACLSetContents(
  _ acl: Ref?, _ applicationList: Ref?, _ description: Ref?, _ promptSelector: UInt16
) -> Int32 {
  answering(errSecParam) {
    SecACLSetContents(
      try needed(acl), try allowed(applicationList), try needed(description),
      try known(SecKeychainPromptSelector(rawValue: promptSelector)))
  }
}

@_cdecl("SecACLUpdateAuthorizations")
package func c_SecACLUpdateAuthorizations(_ acl: Ref?, _ authorizations: Ref?) -> Int32 {
  answering(errSecParam) {
    SecACLUpdateAuthorizations(try needed(acl), try needed(authorizations))
  }
}
