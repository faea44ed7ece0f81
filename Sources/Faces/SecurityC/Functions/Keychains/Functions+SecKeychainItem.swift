// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/c_functions.py.
import Foundation
import Security

@_cdecl("SecKeychainItemCopyAccess")
package func c_SecKeychainItemCopyAccess(_ itemRef: Ref?, _ access: Place?) -> Int32 {
  answering(errSecParam) {
    try filling(needing: access) { (access) in
      SecKeychainItemCopyAccess(try needed(itemRef, else: errSecInvalidItemRef), access)
    }
  }
}

@_cdecl("SecKeychainItemCopyAttributesAndData")
package func c_SecKeychainItemCopyAttributesAndData(
  _ itemRef: Ref?, _ info: UnsafeMutableRawPointer?, _ itemClass: UnsafeMutablePointer<UInt32>?,
  _ attrList: UnsafeMutableRawPointer?, _ length: UnsafeMutablePointer<UInt32>?,
  _ outData: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> Int32 {
  answering(errSecParam) {
    let answer = SecKeychainItemCopyAttributesAndData(
      try needed(itemRef, else: errSecInvalidItemRef),
      info?.assumingMemoryBound(to: SecKeychainAttributeInfo.self), nil,
      attrList?.assumingMemoryBound(
        to: Optional<UnsafeMutablePointer<SecKeychainAttributeList>>.self), length, outData)
    if answer == errSecSuccess { itemClass?.pointee = try classCode(itemRef) }
    return answer
  }
}

@_cdecl("SecKeychainItemCopyContent")
package func c_SecKeychainItemCopyContent(
  _ itemRef: Ref?, _ itemClass: UnsafeMutablePointer<UInt32>?, _ attrList: UnsafeMutableRawPointer?,
  _ length: UnsafeMutablePointer<UInt32>?,
  _ outData: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> Int32 {
  answering(errSecParam) {
    let answer = SecKeychainItemCopyContent(
      try needed(itemRef, else: errSecInvalidItemRef), nil,
      attrList?.assumingMemoryBound(to: SecKeychainAttributeList.self), length, outData)
    if answer == errSecSuccess { itemClass?.pointee = try classCode(itemRef) }
    return answer
  }
}

@_cdecl("SecKeychainItemCopyFromPersistentReference")
package func c_SecKeychainItemCopyFromPersistentReference(
  _ persistentItemRef: Ref?, _ itemRef: Place?
) -> Int32 {
  answering(errSecParam) {
    try filling(needing: itemRef) { (itemRef) in
      SecKeychainItemCopyFromPersistentReference(try needed(persistentItemRef), itemRef)
    }
  }
}

@_cdecl("SecKeychainItemCopyKeychain")
package func c_SecKeychainItemCopyKeychain(_ itemRef: Ref?, _ keychainRef: Place?) -> Int32 {
  answering(errSecParam) {
    try filling(needing: keychainRef) { (keychainRef) in
      SecKeychainItemCopyKeychain(try needed(itemRef, else: errSecInvalidItemRef), keychainRef)
    }
  }
}

@_cdecl("SecKeychainItemCreateCopy")
package func c_SecKeychainItemCreateCopy(
  _ itemRef: Ref?, _ destKeychainRef: Ref?, _ initialAccess: Ref?, _ itemCopy: Place?
) -> Int32 {
  answering(errSecParam) {
    try filling(needing: itemCopy) { (itemCopy) in
      SecKeychainItemCreateCopy(
        try needed(itemRef, else: errSecInvalidItemRef),
        try allowed(destKeychainRef, else: errSecInvalidKeychain), try allowed(initialAccess),
        itemCopy)
    }
  }
}

@_cdecl("SecKeychainItemCreatePersistentReference")
package func c_SecKeychainItemCreatePersistentReference(
  _ itemRef: Ref?, _ persistentItemRef: Place?
) -> Int32 {
  answering(errSecParam) {
    try filling(needing: persistentItemRef) { (persistentItemRef) in
      SecKeychainItemCreatePersistentReference(
        try needed(itemRef, else: errSecInvalidItemRef), persistentItemRef)
    }
  }
}

@_cdecl("SecKeychainItemDelete")
package func c_SecKeychainItemDelete(_ itemRef: Ref?) -> Int32 {
  answering(errSecParam) {
    SecKeychainItemDelete(try needed(itemRef, else: errSecInvalidItemRef))
  }
}

@_cdecl("SecKeychainItemFreeAttributesAndData")
package func c_SecKeychainItemFreeAttributesAndData(
  _ attrList: UnsafeMutableRawPointer?, _ data: UnsafeMutableRawPointer?
) -> Int32 {
  answering(errSecParam) {
    SecKeychainItemFreeAttributesAndData(
      attrList?.assumingMemoryBound(to: SecKeychainAttributeList.self), data)
  }
}

@_cdecl("SecKeychainItemFreeContent")
package func c_SecKeychainItemFreeContent(
  _ attrList: UnsafeMutableRawPointer?, _ data: UnsafeMutableRawPointer?
) -> Int32 {
  answering(errSecParam) {
    SecKeychainItemFreeContent(
      attrList?.assumingMemoryBound(to: SecKeychainAttributeList.self), data)
  }
}

@_cdecl("SecKeychainItemModifyAttributesAndData")
package func c_SecKeychainItemModifyAttributesAndData(
  _ itemRef: Ref?, _ attrList: UnsafeRawPointer?, _ length: UInt32, _ data: UnsafeRawPointer?
) -> Int32 {
  answering(errSecParam) {
    SecKeychainItemModifyAttributesAndData(
      try needed(itemRef, else: errSecInvalidItemRef),
      attrList?.assumingMemoryBound(to: SecKeychainAttributeList.self), length, data)
  }
}

@_cdecl("SecKeychainItemModifyContent")
package func c_SecKeychainItemModifyContent(
  _ itemRef: Ref?, _ attrList: UnsafeRawPointer?, _ length: UInt32, _ data: UnsafeRawPointer?
) -> Int32 {
  answering(errSecParam) {
    SecKeychainItemModifyContent(
      try needed(itemRef, else: errSecInvalidItemRef),
      attrList?.assumingMemoryBound(to: SecKeychainAttributeList.self), length, data)
  }
}

@_cdecl("SecKeychainItemSetAccess")
package func c_SecKeychainItemSetAccess(_ itemRef: Ref?, _ access: Ref?) -> Int32 {
  answering(errSecParam) {
    SecKeychainItemSetAccess(try needed(itemRef, else: errSecInvalidItemRef), try needed(access))
  }
}
