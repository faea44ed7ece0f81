// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/c_functions.py.
import Foundation
import Security

@_cdecl("SecAccessCopyACLList")
package func c_SecAccessCopyACLList(_ accessRef: Ref?, _ aclList: Place?) -> Int32 {
  answering(errSecParam) {
    try filling(needing: aclList) { (aclList) in
      SecAccessCopyACLList(try needed(accessRef), aclList)
    }
  }
}

@_cdecl("SecAccessCopyMatchingACLList")
package func c_SecAccessCopyMatchingACLList(_ accessRef: Ref?, _ authorizationTag: Ref?) -> Ref? {
  making {
    SecAccessCopyMatchingACLList(try needed(accessRef), try needed(authorizationTag))
  }
}

@_cdecl("SecAccessCopyOwnerAndACL")
package func c_SecAccessCopyOwnerAndACL(
  _ accessRef: Ref?, _ userId: UnsafeMutablePointer<uid_t>?,
  _ groupId: UnsafeMutablePointer<gid_t>?, _ ownerType: UnsafeMutablePointer<SecAccessOwnerType>?,
  _ aclList: Place?
) -> Int32 {
  answering(errSecParam) {
    try filling(aclList) { (aclList) in
      SecAccessCopyOwnerAndACL(try needed(accessRef), userId, groupId, ownerType, aclList)
    }
  }
}

@_cdecl("SecAccessCreate")
package func c_SecAccessCreate(_ descriptor: Ref?, _ trustedlist: Ref?, _ accessRef: Place?)
  -> Int32
{
  answering(errSecParam) {
    try filling(needing: accessRef) { (accessRef) in
      SecAccessCreate(try needed(descriptor), try allowed(trustedlist), accessRef)
    }
  }
}

@_cdecl("SecAccessCreateWithOwnerAndACL")
package func c_SecAccessCreateWithOwnerAndACL(
  _ userId: uid_t, _ groupId: gid_t, _ ownerType: SecAccessOwnerType, _ acls: Ref?, _ error: Place?
) -> Ref? {
  making(error) { (error) in
    SecAccessCreateWithOwnerAndACL(userId, groupId, ownerType, try allowed(acls), error)
  }
}
