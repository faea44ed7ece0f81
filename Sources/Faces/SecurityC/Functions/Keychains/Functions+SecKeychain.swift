// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/c_functions.py.
import Foundation
import Security

@_cdecl("SecKeychainAddGenericPassword")
package func c_SecKeychainAddGenericPassword(
  _ keychain: Ref?, _ serviceNameLength: UInt32, _ serviceName: UnsafePointer<CChar>?,
  _ accountNameLength: UInt32, _ accountName: UnsafePointer<CChar>?, _ passwordLength: UInt32,
  _ passwordData: UnsafeRawPointer?, _ itemRef: Place?
) -> Int32 {
  answering(errSecParam) {
    try filling(itemRef) { (itemRef) in
      SecKeychainAddGenericPassword(
        try allowed(keychain, else: errSecInvalidKeychain), serviceNameLength, serviceName,
        accountNameLength, accountName, passwordLength, try bytes(passwordData, passwordLength),
        itemRef)
    }
  }
}

@_cdecl("SecKeychainAddInternetPassword")
package func c_SecKeychainAddInternetPassword(
  _ keychain: Ref?, _ serverNameLength: UInt32, _ serverName: UnsafePointer<CChar>?,
  _ securityDomainLength: UInt32, _ securityDomain: UnsafePointer<CChar>?,
  _ accountNameLength: UInt32, _ accountName: UnsafePointer<CChar>?, _ pathLength: UInt32,
  _ path: UnsafePointer<CChar>?, _ port: UInt16, _ protocolType: UInt32,
  _ authenticationType: UInt32, _ passwordLength: UInt32, _ passwordData: UnsafeRawPointer?,
  _ itemRef: Place?
) -> Int32 {
  answering(errSecParam) {
    try filling(itemRef) { (itemRef) in
      SecKeychainAddInternetPassword(
        try allowed(keychain, else: errSecInvalidKeychain), serverNameLength, serverName,
        securityDomainLength, securityDomain, accountNameLength, accountName, pathLength, path,
        port, try known(SecProtocolType(rawValue: protocolType)),
        try known(SecAuthenticationType(rawValue: authenticationType)), passwordLength,
        try bytes(passwordData, passwordLength), itemRef)
    }
  }
}

@_cdecl("SecKeychainAttributeInfoForItemID")
package func c_SecKeychainAttributeInfoForItemID(
  _ keychain: Ref?, _ itemID: UInt32, _ info: UnsafeMutableRawPointer?
) -> Int32 {
  answering(errSecParam) {
    SecKeychainAttributeInfoForItemID(
      try allowed(keychain, else: errSecInvalidKeychain), itemID,
      try needed(info).assumingMemoryBound(
        to: Optional<UnsafeMutablePointer<SecKeychainAttributeInfo>>.self))
  }
}

@_cdecl("SecKeychainCopyAccess")
package func c_SecKeychainCopyAccess(_ keychain: Ref?, _ access: Place?) -> Int32 {
  answering(errSecParam) {
    try filling(needing: access) { (access) in
      SecKeychainCopyAccess(try allowed(keychain, else: errSecInvalidKeychain), access)
    }
  }
}

@_cdecl("SecKeychainCopyDefault")
package func c_SecKeychainCopyDefault(_ keychain: Place?) -> Int32 {
  answering(errSecParam) {
    try filling(needing: keychain) { (keychain) in SecKeychainCopyDefault(keychain) }
  }
}

@_cdecl("SecKeychainCopyDomainDefault")
package func c_SecKeychainCopyDomainDefault(_ domain: Int32, _ keychain: Place?) -> Int32 {
  answering(errSecParam) {
    try filling(needing: keychain) { (keychain) in
      SecKeychainCopyDomainDefault(try known(SecPreferencesDomain(rawValue: domain)), keychain)
    }
  }
}

@_cdecl("SecKeychainCopyDomainSearchList")
package func c_SecKeychainCopyDomainSearchList(_ domain: Int32, _ searchList: Place?) -> Int32 {
  answering(errSecParam) {
    try filling(needing: searchList) { (searchList) in
      SecKeychainCopyDomainSearchList(try known(SecPreferencesDomain(rawValue: domain)), searchList)
    }
  }
}

@_cdecl("SecKeychainCopySearchList")
package func c_SecKeychainCopySearchList(_ searchList: Place?) -> Int32 {
  answering(errSecParam) {
    try filling(needing: searchList) { (searchList) in SecKeychainCopySearchList(searchList) }
  }
}

@_cdecl("SecKeychainFindGenericPassword")
package func c_SecKeychainFindGenericPassword(
  _ keychainOrArray: Ref?, _ serviceNameLength: UInt32, _ serviceName: UnsafePointer<CChar>?,
  _ accountNameLength: UInt32, _ accountName: UnsafePointer<CChar>?,
  _ passwordLength: UnsafeMutablePointer<UInt32>?,
  _ passwordData: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ itemRef: Place?
) -> Int32 {
  answering(errSecParam) {
    try filling(itemRef) { (itemRef) in
      SecKeychainFindGenericPassword(
        try allowed(keychainOrArray), serviceNameLength, serviceName, accountNameLength,
        accountName, passwordLength, passwordData, itemRef)
    }
  }
}

@_cdecl("SecKeychainFindInternetPassword")
package func c_SecKeychainFindInternetPassword(
  _ keychainOrArray: Ref?, _ serverNameLength: UInt32, _ serverName: UnsafePointer<CChar>?,
  _ securityDomainLength: UInt32, _ securityDomain: UnsafePointer<CChar>?,
  _ accountNameLength: UInt32, _ accountName: UnsafePointer<CChar>?, _ pathLength: UInt32,
  _ path: UnsafePointer<CChar>?, _ port: UInt16, _ protocolType: UInt32,
  _ authenticationType: UInt32, _ passwordLength: UnsafeMutablePointer<UInt32>?,
  _ passwordData: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ itemRef: Place?
) -> Int32 {
  answering(errSecParam) {
    try filling(itemRef) { (itemRef) in
      SecKeychainFindInternetPassword(
        try allowed(keychainOrArray), serverNameLength, serverName, securityDomainLength,
        securityDomain, accountNameLength, accountName, pathLength, path, port,
        try known(SecProtocolType(rawValue: protocolType)),
        try known(SecAuthenticationType(rawValue: authenticationType)), passwordLength,
        passwordData, itemRef)
    }
  }
}

@_cdecl("SecKeychainFreeAttributeInfo")
package func c_SecKeychainFreeAttributeInfo(_ info: UnsafeMutableRawPointer?) -> Int32 {
  answering(errSecParam) {
    SecKeychainFreeAttributeInfo(
      try needed(info).assumingMemoryBound(to: SecKeychainAttributeInfo.self))
  }
}

@_cdecl("SecKeychainGetPath")
package func c_SecKeychainGetPath(
  _ keychain: Ref?, _ ioPathLength: UnsafeMutablePointer<UInt32>?,
  _ pathName: UnsafeMutablePointer<CChar>?
) -> Int32 {
  answering(errSecParam) {
    SecKeychainGetPath(
      try allowed(keychain, else: errSecInvalidKeychain), try needed(ioPathLength),
      try needed(pathName))
  }
}

@_cdecl("SecKeychainGetPreferenceDomain")
package func c_SecKeychainGetPreferenceDomain(_ domain: UnsafeMutablePointer<Int32>?) -> Int32 {
  answering(errSecParam) {
    let domainPlace = try needed(domain)
    var domainValue = SecPreferencesDomain.user
    let answer = SecKeychainGetPreferenceDomain(&domainValue)
    if answer == errSecSuccess { domainPlace.pointee = domainValue.rawValue }
    return answer
  }
}

@_cdecl("SecKeychainGetStatus")
package func c_SecKeychainGetStatus(
  _ keychain: Ref?, _ keychainStatus: UnsafeMutablePointer<SecKeychainStatus>?
) -> Int32 {
  answering(errSecParam) {
    SecKeychainGetStatus(
      try allowed(keychain, else: errSecInvalidKeychain), try needed(keychainStatus))
  }
}

@_cdecl("SecKeychainGetUserInteractionAllowed")
package func c_SecKeychainGetUserInteractionAllowed(_ state: UnsafeMutablePointer<UInt8>?) -> Int32
{
  answering(errSecParam) {
    let statePlace = try needed(state)
    var stateValue: DarwinBoolean = false
    let answer = SecKeychainGetUserInteractionAllowed(&stateValue)
    if answer == errSecSuccess { statePlace.pointee = stateValue.boolValue ? 1 : 0 }
    return answer
  }
}

@_cdecl("SecKeychainLock")
package func c_SecKeychainLock(_ keychain: Ref?) -> Int32 {
  answering(errSecParam) {
    SecKeychainLock(try allowed(keychain, else: errSecInvalidKeychain))
  }
}

@_cdecl("SecKeychainLockAll")
package func c_SecKeychainLockAll() -> Int32 {
  answering(errSecParam) {
    SecKeychainLockAll()
  }
}

@_cdecl("SecKeychainOpen")
package func c_SecKeychainOpen(_ pathName: UnsafePointer<CChar>?, _ keychain: Place?) -> Int32 {
  answering(errSecParam) {
    try filling(needing: keychain) { (keychain) in SecKeychainOpen(try needed(pathName), keychain) }
  }
}

@_cdecl("SecKeychainSetAccess")
package func c_SecKeychainSetAccess(_ keychain: Ref?, _ access: Ref?) -> Int32 {
  answering(errSecParam) {
    SecKeychainSetAccess(try allowed(keychain, else: errSecInvalidKeychain), try needed(access))
  }
}

@_cdecl("SecKeychainSetDefault")
package func c_SecKeychainSetDefault(_ keychain: Ref?) -> Int32 {
  answering(errSecParam) {
    SecKeychainSetDefault(try allowed(keychain, else: errSecInvalidKeychain))
  }
}

@_cdecl("SecKeychainSetDomainDefault")
package func c_SecKeychainSetDomainDefault(_ domain: Int32, _ keychain: Ref?) -> Int32 {
  answering(errSecParam) {
    SecKeychainSetDomainDefault(
      try known(SecPreferencesDomain(rawValue: domain)),
      try allowed(keychain, else: errSecInvalidKeychain))
  }
}

@_cdecl("SecKeychainSetDomainSearchList")
package func c_SecKeychainSetDomainSearchList(_ domain: Int32, _ searchList: Ref?) -> Int32 {
  answering(errSecParam) {
    SecKeychainSetDomainSearchList(
      try known(SecPreferencesDomain(rawValue: domain)), try needed(searchList))
  }
}

@_cdecl("SecKeychainSetPreferenceDomain")
package func c_SecKeychainSetPreferenceDomain(_ domain: Int32) -> Int32 {
  answering(errSecParam) {
    SecKeychainSetPreferenceDomain(try known(SecPreferencesDomain(rawValue: domain)))
  }
}

@_cdecl("SecKeychainSetSearchList")
package func c_SecKeychainSetSearchList(_ searchList: Ref?) -> Int32 {
  answering(errSecParam) {
    SecKeychainSetSearchList(try needed(searchList))
  }
}

@_cdecl("SecKeychainSetUserInteractionAllowed")
package func c_SecKeychainSetUserInteractionAllowed(_ state: UInt8) -> Int32 {
  answering(errSecParam) {
    SecKeychainSetUserInteractionAllowed(state != 0)
  }
}

@_cdecl("SecKeychainUnlock")
package func c_SecKeychainUnlock(
  _ keychain: Ref?, _ passwordLength: UInt32, _ password: UnsafeRawPointer?, _ usePassword: UInt8
) -> Int32 {
  answering(errSecParam) {
    SecKeychainUnlock(
      try allowed(keychain, else: errSecInvalidKeychain), passwordLength, password, usePassword != 0
    )
  }
}
