// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_later.py: names of SecKeychain.h that Latchkey does not implement yet.
public import Glibc

/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let SEC_KEYCHAIN_SETTINGS_VERS1: Int32 = 1
/// A type of a feature that Latchkey does not implement yet; no function returns a value of it.
public enum SecAuthenticationType: FourCharCode, Sendable {
  /// `kSecAuthenticationTypeNTLM` in C.
  case NTLM = 1835824238
  /// `kSecAuthenticationTypeMSN` in C.
  case MSN = 1634628461
  /// `kSecAuthenticationTypeDPA` in C.
  case DPA = 1633775716
  /// `kSecAuthenticationTypeRPA` in C.
  case RPA = 1633775730
  /// `kSecAuthenticationTypeHTTPBasic` in C.
  case httpBasic = 1886680168
  /// `kSecAuthenticationTypeHTTPDigest` in C.
  case httpDigest = 1685353576
  /// `kSecAuthenticationTypeHTMLForm` in C.
  case htmlForm = 1836216166
  /// `kSecAuthenticationTypeDefault` in C.
  case `default` = 1953261156
  /// `kSecAuthenticationTypeAny` in C.
  case any = 0
}

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainAddCallback(
  _ callbackFunction: SecKeychainCallback, _ eventMask: SecKeychainEventMask,
  _ userContext: UnsafeMutableRawPointer?
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainAddGenericPassword(
  _ keychain: SecKeychain?, _ serviceNameLength: UInt32, _ serviceName: UnsafePointer<CChar>?,
  _ accountNameLength: UInt32, _ accountName: UnsafePointer<CChar>?, _ passwordLength: UInt32,
  _ passwordData: UnsafeRawPointer, _ itemRef: UnsafeMutablePointer<SecKeychainItem?>?
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainAddInternetPassword(
  _ keychain: SecKeychain?, _ serverNameLength: UInt32, _ serverName: UnsafePointer<CChar>?,
  _ securityDomainLength: UInt32, _ securityDomain: UnsafePointer<CChar>?,
  _ accountNameLength: UInt32, _ accountName: UnsafePointer<CChar>?, _ pathLength: UInt32,
  _ path: UnsafePointer<CChar>?, _ port: UInt16, _ protocol: SecProtocolType,
  _ authenticationType: SecAuthenticationType, _ passwordLength: UInt32,
  _ passwordData: UnsafeRawPointer, _ itemRef: UnsafeMutablePointer<SecKeychainItem?>?
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainAttributeInfoForItemID(
  _ keychain: SecKeychain?, _ itemID: UInt32,
  _ info: UnsafeMutablePointer<UnsafeMutablePointer<SecKeychainAttributeInfo>?>
) -> OSStatus { errSecUnimplemented }

/// A type of a feature that Latchkey does not implement yet.
public typealias SecKeychainCallback = (
  SecKeychainEvent, UnsafeMutablePointer<SecKeychainCallbackInfo>, UnsafeMutableRawPointer?
) -> OSStatus
/// A type of a feature that Latchkey does not implement yet; no function returns a value of it.
@safe
public struct SecKeychainCallbackInfo {
  /// The member `version` of the C structure.
  public var version: UInt32
  /// The member `item` of the C structure.
  public var item: Unmanaged<SecKeychainItem>
  /// The member `keychain` of the C structure.
  public var keychain: Unmanaged<SecKeychain>
  /// The member `pid` of the C structure.
  public var pid: pid_t

  /// Makes a structure from all its members.
  public init(
    version: UInt32, item: Unmanaged<SecKeychainItem>, keychain: Unmanaged<SecKeychain>, pid: pid_t
  ) {
    self.version = version
    unsafe self.item = item
    unsafe self.keychain = keychain
    self.pid = pid
  }
}

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainCopyAccess(
  _ keychain: SecKeychain?, _ access: UnsafeMutablePointer<SecAccess?>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainCopyDefault(_ keychain: UnsafeMutablePointer<SecKeychain?>) -> OSStatus {
  errSecUnimplemented
}

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainCopyDomainDefault(
  _ domain: SecPreferencesDomain, _ keychain: UnsafeMutablePointer<SecKeychain?>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainCopyDomainSearchList(
  _ domain: SecPreferencesDomain, _ searchList: UnsafeMutablePointer<CFArray?>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainCopySearchList(_ searchList: UnsafeMutablePointer<CFArray?>) -> OSStatus {
  errSecUnimplemented
}

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainCopySettings(
  _ keychain: SecKeychain?, _ outSettings: UnsafeMutablePointer<SecKeychainSettings>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainCreate(
  _ pathName: UnsafePointer<CChar>, _ passwordLength: UInt32, _ password: UnsafeRawPointer?,
  _ promptUser: Bool, _ initialAccess: SecAccess?, _ keychain: UnsafeMutablePointer<SecKeychain?>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainDelete(_ keychainOrArray: SecKeychain?) -> OSStatus { errSecUnimplemented }

/// A type of a feature that Latchkey does not implement yet; no function returns a value of it.
public enum SecKeychainEvent: UInt32, Sendable {
  /// `kSecLockEvent` in C.
  case lockEvent = 1
  /// `kSecUnlockEvent` in C.
  case unlockEvent = 2
  /// `kSecAddEvent` in C.
  case addEvent = 3
  /// `kSecDeleteEvent` in C.
  case deleteEvent = 4
  /// `kSecUpdateEvent` in C.
  case updateEvent = 5
  /// `kSecPasswordChangedEvent` in C.
  case passwordChangedEvent = 6
  /// `kSecDefaultChangedEvent` in C.
  case defaultChangedEvent = 9
  /// `kSecDataAccessEvent` in C.
  case dataAccessEvent = 10
  /// `kSecKeychainListChangedEvent` in C.
  case keychainListChangedEvent = 11
  /// `kSecTrustSettingsChangedEvent` in C.
  case trustSettingsChangedEvent = 12
}

/// A type of a feature that Latchkey does not implement yet; no function returns a value of it.
public struct SecKeychainEventMask: OptionSet, Sendable {
  /// The options as bits.
  public let rawValue: UInt32

  /// Makes a set of options from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// `kSecLockEventMask` in C.
  public static let lockEventMask = SecKeychainEventMask(rawValue: 2)
  /// `kSecUnlockEventMask` in C.
  public static let unlockEventMask = SecKeychainEventMask(rawValue: 4)
  /// `kSecAddEventMask` in C.
  public static let addEventMask = SecKeychainEventMask(rawValue: 8)
  /// `kSecDeleteEventMask` in C.
  public static let deleteEventMask = SecKeychainEventMask(rawValue: 16)
  /// `kSecUpdateEventMask` in C.
  public static let updateEventMask = SecKeychainEventMask(rawValue: 32)
  /// `kSecPasswordChangedEventMask` in C.
  public static let passwordChangedEventMask = SecKeychainEventMask(rawValue: 64)
  /// `kSecDefaultChangedEventMask` in C.
  public static let defaultChangedEventMask = SecKeychainEventMask(rawValue: 512)
  /// `kSecDataAccessEventMask` in C.
  public static let dataAccessEventMask = SecKeychainEventMask(rawValue: 1024)
  /// `kSecKeychainListChangedMask` in C.
  public static let keychainListChangedMask = SecKeychainEventMask(rawValue: 2048)
  /// `kSecTrustSettingsChangedEventMask` in C.
  public static let trustSettingsChangedEventMask = SecKeychainEventMask(rawValue: 4096)
  /// `kSecEveryEventMask` in C.
  public static let everyEventMask = SecKeychainEventMask(rawValue: 4294967295)
}

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainFindGenericPassword(
  _ keychainOrArray: CFTypeRef?, _ serviceNameLength: UInt32, _ serviceName: UnsafePointer<CChar>?,
  _ accountNameLength: UInt32, _ accountName: UnsafePointer<CChar>?,
  _ passwordLength: UnsafeMutablePointer<UInt32>?,
  _ passwordData: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ itemRef: UnsafeMutablePointer<SecKeychainItem?>?
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainFindInternetPassword(
  _ keychainOrArray: CFTypeRef?, _ serverNameLength: UInt32, _ serverName: UnsafePointer<CChar>?,
  _ securityDomainLength: UInt32, _ securityDomain: UnsafePointer<CChar>?,
  _ accountNameLength: UInt32, _ accountName: UnsafePointer<CChar>?, _ pathLength: UInt32,
  _ path: UnsafePointer<CChar>?, _ port: UInt16, _ protocol: SecProtocolType,
  _ authenticationType: SecAuthenticationType, _ passwordLength: UnsafeMutablePointer<UInt32>?,
  _ passwordData: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ itemRef: UnsafeMutablePointer<SecKeychainItem?>?
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainFreeAttributeInfo(_ info: UnsafeMutablePointer<SecKeychainAttributeInfo>)
  -> OSStatus
{ errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainGetPath(
  _ keychain: SecKeychain?, _ ioPathLength: UnsafeMutablePointer<UInt32>,
  _ pathName: UnsafeMutablePointer<CChar>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainGetPreferenceDomain(_ domain: UnsafeMutablePointer<SecPreferencesDomain>)
  -> OSStatus
{ errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainGetStatus(
  _ keychain: SecKeychain?, _ keychainStatus: UnsafeMutablePointer<SecKeychainStatus>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
@discardableResult
public func SecKeychainGetTypeID() -> CFTypeID { 521 }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainGetUserInteractionAllowed(_ state: UnsafeMutablePointer<DarwinBoolean>)
  -> OSStatus
{ errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainGetVersion(_ returnVers: UnsafeMutablePointer<UInt32>) -> OSStatus {
  errSecUnimplemented
}

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainLock(_ keychain: SecKeychain?) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainLockAll() -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainOpen(
  _ pathName: UnsafePointer<CChar>, _ keychain: UnsafeMutablePointer<SecKeychain?>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainRemoveCallback(_ callbackFunction: SecKeychainCallback) -> OSStatus {
  errSecUnimplemented
}

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainSetAccess(_ keychain: SecKeychain?, _ access: SecAccess) -> OSStatus {
  errSecUnimplemented
}

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainSetDefault(_ keychain: SecKeychain?) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainSetDomainDefault(_ domain: SecPreferencesDomain, _ keychain: SecKeychain?)
  -> OSStatus
{ errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainSetDomainSearchList(_ domain: SecPreferencesDomain, _ searchList: CFArray)
  -> OSStatus
{ errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainSetPreferenceDomain(_ domain: SecPreferencesDomain) -> OSStatus {
  errSecUnimplemented
}

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainSetSearchList(_ searchList: CFArray) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainSetSettings(
  _ keychain: SecKeychain?, _ newSettings: UnsafePointer<SecKeychainSettings>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainSetUserInteractionAllowed(_ state: Bool) -> OSStatus { errSecUnimplemented }

/// A type of a feature that Latchkey does not implement yet; no function returns a value of it.
@safe
public struct SecKeychainSettings {
  /// The member `version` of the C structure.
  public var version: UInt32
  /// The member `lockOnSleep` of the C structure.
  public var lockOnSleep: DarwinBoolean
  /// The member `useLockInterval` of the C structure.
  public var useLockInterval: DarwinBoolean
  /// The member `lockInterval` of the C structure.
  public var lockInterval: UInt32

  /// Makes a structure from all its members.
  public init(
    version: UInt32, lockOnSleep: DarwinBoolean, useLockInterval: DarwinBoolean,
    lockInterval: UInt32
  ) {
    self.version = version
    self.lockOnSleep = lockOnSleep
    self.useLockInterval = useLockInterval
    self.lockInterval = lockInterval
  }

  /// Makes a structure whose members are zero, false or nil.
  public init() {
    self.init(version: 0, lockOnSleep: false, useLockInterval: false, lockInterval: 0)
  }
}

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainUnlock(
  _ keychain: SecKeychain?, _ passwordLength: UInt32, _ password: UnsafeRawPointer?,
  _ usePassword: Bool
) -> OSStatus { errSecUnimplemented }

/// A type of a feature that Latchkey does not implement yet; no function returns a value of it.
public enum SecPreferencesDomain: Int32, Sendable {
  /// `kSecPreferencesDomainUser` in C.
  case user = 0
  /// `kSecPreferencesDomainSystem` in C.
  case system = 1
  /// `kSecPreferencesDomainCommon` in C.
  case common = 2
  /// `kSecPreferencesDomainDynamic` in C.
  case dynamic = 3
}

/// A type of a feature that Latchkey does not implement yet; no function returns a value of it.
public enum SecProtocolType: FourCharCode, Sendable {
  /// `kSecProtocolTypeFTP` in C.
  case FTP = 1718906912
  /// `kSecProtocolTypeFTPAccount` in C.
  case ftpAccount = 1718906977
  /// `kSecProtocolTypeHTTP` in C.
  case HTTP = 1752462448
  /// `kSecProtocolTypeIRC` in C.
  case IRC = 1769104160
  /// `kSecProtocolTypeNNTP` in C.
  case NNTP = 1852732528
  /// `kSecProtocolTypePOP3` in C.
  case POP3 = 1886351411
  /// `kSecProtocolTypeSMTP` in C.
  case SMTP = 1936553072
  /// `kSecProtocolTypeSOCKS` in C.
  case SOCKS = 1936685088
  /// `kSecProtocolTypeIMAP` in C.
  case IMAP = 1768776048
  /// `kSecProtocolTypeLDAP` in C.
  case LDAP = 1818517872
  /// `kSecProtocolTypeAppleTalk` in C.
  case appleTalk = 1635019883
  /// `kSecProtocolTypeAFP` in C.
  case AFP = 1634103328
  /// `kSecProtocolTypeTelnet` in C.
  case telnet = 1952803950
  /// `kSecProtocolTypeSSH` in C.
  case SSH = 1936943136
  /// `kSecProtocolTypeFTPS` in C.
  case FTPS = 1718906995
  /// `kSecProtocolTypeHTTPS` in C.
  case HTTPS = 1752461427
  /// `kSecProtocolTypeHTTPProxy` in C.
  case httpProxy = 1752461432
  /// `kSecProtocolTypeHTTPSProxy` in C.
  case httpsProxy = 1752462200
  /// `kSecProtocolTypeFTPProxy` in C.
  case ftpProxy = 1718907000
  /// `kSecProtocolTypeCIFS` in C.
  case CIFS = 1667851891
  /// `kSecProtocolTypeSMB` in C.
  case SMB = 1936548384
  /// `kSecProtocolTypeRTSP` in C.
  case RTSP = 1920234352
  /// `kSecProtocolTypeRTSPProxy` in C.
  case rtspProxy = 1920234360
  /// `kSecProtocolTypeDAAP` in C.
  case DAAP = 1684103536
  /// `kSecProtocolTypeEPPC` in C.
  case EPPC = 1701867619
  /// `kSecProtocolTypeIPP` in C.
  case IPP = 1768976416
  /// `kSecProtocolTypeNNTPS` in C.
  case NNTPS = 1853124723
  /// `kSecProtocolTypeLDAPS` in C.
  case LDAPS = 1818521715
  /// `kSecProtocolTypeTelnetS` in C.
  case telnetS = 1952803955
  /// `kSecProtocolTypeIMAPS` in C.
  case IMAPS = 1768779891
  /// `kSecProtocolTypeIRCS` in C.
  case IRCS = 1769104243
  /// `kSecProtocolTypePOP3S` in C.
  case POP3S = 1886351475
  /// `kSecProtocolTypeCVSpserver` in C.
  case cvSpserver = 1668707184
  /// `kSecProtocolTypeSVN` in C.
  case SVN = 1937141280
  /// `kSecProtocolTypeAny` in C.
  case any = 0
}

/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecReadPermStatus: UInt32 = 2
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecUnlockStateStatus: UInt32 = 1
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecWritePermStatus: UInt32 = 4
