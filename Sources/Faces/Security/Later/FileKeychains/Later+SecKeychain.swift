// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_later.py: names of SecKeychain.h that are not there yet.
public import Glibc

/// Not there yet: no function knows it.
public let SEC_KEYCHAIN_SETTINGS_VERS1: Int32 = 1
/// Not there yet: no function gives one.
public enum SecAuthenticationType: FourCharCode, Sendable {
  /// `kSecAuthenticationTypeNTLM`.
  case NTLM = 1835824238
  /// `kSecAuthenticationTypeMSN`.
  case MSN = 1634628461
  /// `kSecAuthenticationTypeDPA`.
  case DPA = 1633775716
  /// `kSecAuthenticationTypeRPA`.
  case RPA = 1633775730
  /// `kSecAuthenticationTypeHTTPBasic`.
  case httpBasic = 1886680168
  /// `kSecAuthenticationTypeHTTPDigest`.
  case httpDigest = 1685353576
  /// `kSecAuthenticationTypeHTMLForm`.
  case htmlForm = 1836216166
  /// `kSecAuthenticationTypeDefault`.
  case `default` = 1953261156
  /// `kSecAuthenticationTypeAny`.
  case any = 0
}

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainAddCallback(
  _ callbackFunction: SecKeychainCallback, _ eventMask: SecKeychainEventMask,
  _ userContext: UnsafeMutableRawPointer?
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainAddGenericPassword(
  _ keychain: SecKeychain?, _ serviceNameLength: UInt32, _ serviceName: UnsafePointer<CChar>?,
  _ accountNameLength: UInt32, _ accountName: UnsafePointer<CChar>?, _ passwordLength: UInt32,
  _ passwordData: UnsafeRawPointer, _ itemRef: UnsafeMutablePointer<SecKeychainItem?>?
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
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

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainAttributeInfoForItemID(
  _ keychain: SecKeychain?, _ itemID: UInt32,
  _ info: UnsafeMutablePointer<UnsafeMutablePointer<SecKeychainAttributeInfo>?>
) -> OSStatus { errSecUnimplemented }

/// The type of something that is not there yet.
public typealias SecKeychainCallback = (
  SecKeychainEvent, UnsafeMutablePointer<SecKeychainCallbackInfo>, UnsafeMutableRawPointer?
) -> OSStatus
/// Not there yet: no function gives one.
@safe
public struct SecKeychainCallbackInfo {
  /// As on Apple's systems.
  public var version: UInt32
  /// As on Apple's systems.
  public var item: Unmanaged<SecKeychainItem>
  /// As on Apple's systems.
  public var keychain: Unmanaged<SecKeychain>
  /// As on Apple's systems.
  public var pid: pid_t

  /// One with all its parts.
  public init(
    version: UInt32, item: Unmanaged<SecKeychainItem>, keychain: Unmanaged<SecKeychain>, pid: pid_t
  ) {
    self.version = version
    unsafe self.item = item
    unsafe self.keychain = keychain
    self.pid = pid
  }
}

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainCopyAccess(
  _ keychain: SecKeychain?, _ access: UnsafeMutablePointer<SecAccess?>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainCopyDefault(_ keychain: UnsafeMutablePointer<SecKeychain?>) -> OSStatus {
  errSecUnimplemented
}

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainCopyDomainDefault(
  _ domain: SecPreferencesDomain, _ keychain: UnsafeMutablePointer<SecKeychain?>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainCopyDomainSearchList(
  _ domain: SecPreferencesDomain, _ searchList: UnsafeMutablePointer<CFArray?>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainCopySearchList(_ searchList: UnsafeMutablePointer<CFArray?>) -> OSStatus {
  errSecUnimplemented
}

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainCopySettings(
  _ keychain: SecKeychain?, _ outSettings: UnsafeMutablePointer<SecKeychainSettings>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainCreate(
  _ pathName: UnsafePointer<CChar>, _ passwordLength: UInt32, _ password: UnsafeRawPointer?,
  _ promptUser: Bool, _ initialAccess: SecAccess?, _ keychain: UnsafeMutablePointer<SecKeychain?>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainDelete(_ keychainOrArray: SecKeychain?) -> OSStatus { errSecUnimplemented }

/// Not there yet: no function gives one.
public enum SecKeychainEvent: UInt32, Sendable {
  /// `kSecLockEvent`.
  case lockEvent = 1
  /// `kSecUnlockEvent`.
  case unlockEvent = 2
  /// `kSecAddEvent`.
  case addEvent = 3
  /// `kSecDeleteEvent`.
  case deleteEvent = 4
  /// `kSecUpdateEvent`.
  case updateEvent = 5
  /// `kSecPasswordChangedEvent`.
  case passwordChangedEvent = 6
  /// `kSecDefaultChangedEvent`.
  case defaultChangedEvent = 9
  /// `kSecDataAccessEvent`.
  case dataAccessEvent = 10
  /// `kSecKeychainListChangedEvent`.
  case keychainListChangedEvent = 11
  /// `kSecTrustSettingsChangedEvent`.
  case trustSettingsChangedEvent = 12
}

/// Not there yet: no function gives one.
public struct SecKeychainEventMask: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// A set of bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// `kSecLockEventMask`.
  public static let lockEventMask = SecKeychainEventMask(rawValue: 2)
  /// `kSecUnlockEventMask`.
  public static let unlockEventMask = SecKeychainEventMask(rawValue: 4)
  /// `kSecAddEventMask`.
  public static let addEventMask = SecKeychainEventMask(rawValue: 8)
  /// `kSecDeleteEventMask`.
  public static let deleteEventMask = SecKeychainEventMask(rawValue: 16)
  /// `kSecUpdateEventMask`.
  public static let updateEventMask = SecKeychainEventMask(rawValue: 32)
  /// `kSecPasswordChangedEventMask`.
  public static let passwordChangedEventMask = SecKeychainEventMask(rawValue: 64)
  /// `kSecDefaultChangedEventMask`.
  public static let defaultChangedEventMask = SecKeychainEventMask(rawValue: 512)
  /// `kSecDataAccessEventMask`.
  public static let dataAccessEventMask = SecKeychainEventMask(rawValue: 1024)
  /// `kSecKeychainListChangedMask`.
  public static let keychainListChangedMask = SecKeychainEventMask(rawValue: 2048)
  /// `kSecTrustSettingsChangedEventMask`.
  public static let trustSettingsChangedEventMask = SecKeychainEventMask(rawValue: 4096)
  /// `kSecEveryEventMask`.
  public static let everyEventMask = SecKeychainEventMask(rawValue: 4294967295)
}

/// Not there yet.
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

/// Not there yet.
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

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainFreeAttributeInfo(_ info: UnsafeMutablePointer<SecKeychainAttributeInfo>)
  -> OSStatus
{ errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainGetPath(
  _ keychain: SecKeychain?, _ ioPathLength: UnsafeMutablePointer<UInt32>,
  _ pathName: UnsafeMutablePointer<CChar>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainGetPreferenceDomain(_ domain: UnsafeMutablePointer<SecPreferencesDomain>)
  -> OSStatus
{ errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainGetStatus(
  _ keychain: SecKeychain?, _ keychainStatus: UnsafeMutablePointer<SecKeychainStatus>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
@discardableResult
public func SecKeychainGetTypeID() -> CFTypeID { 521 }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainGetUserInteractionAllowed(_ state: UnsafeMutablePointer<DarwinBoolean>)
  -> OSStatus
{ errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainGetVersion(_ returnVers: UnsafeMutablePointer<UInt32>) -> OSStatus {
  errSecUnimplemented
}

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainLock(_ keychain: SecKeychain?) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainLockAll() -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainOpen(
  _ pathName: UnsafePointer<CChar>, _ keychain: UnsafeMutablePointer<SecKeychain?>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainRemoveCallback(_ callbackFunction: SecKeychainCallback) -> OSStatus {
  errSecUnimplemented
}

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainSetAccess(_ keychain: SecKeychain?, _ access: SecAccess) -> OSStatus {
  errSecUnimplemented
}

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainSetDefault(_ keychain: SecKeychain?) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainSetDomainDefault(_ domain: SecPreferencesDomain, _ keychain: SecKeychain?)
  -> OSStatus
{ errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainSetDomainSearchList(_ domain: SecPreferencesDomain, _ searchList: CFArray)
  -> OSStatus
{ errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainSetPreferenceDomain(_ domain: SecPreferencesDomain) -> OSStatus {
  errSecUnimplemented
}

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainSetSearchList(_ searchList: CFArray) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainSetSettings(
  _ keychain: SecKeychain?, _ newSettings: UnsafePointer<SecKeychainSettings>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainSetUserInteractionAllowed(_ state: Bool) -> OSStatus { errSecUnimplemented }

/// Not there yet: no function gives one.
@safe
public struct SecKeychainSettings {
  /// As on Apple's systems.
  public var version: UInt32
  /// As on Apple's systems.
  public var lockOnSleep: DarwinBoolean
  /// As on Apple's systems.
  public var useLockInterval: DarwinBoolean
  /// As on Apple's systems.
  public var lockInterval: UInt32

  /// One with all its parts.
  public init(
    version: UInt32, lockOnSleep: DarwinBoolean, useLockInterval: DarwinBoolean,
    lockInterval: UInt32
  ) {
    self.version = version
    self.lockOnSleep = lockOnSleep
    self.useLockInterval = useLockInterval
    self.lockInterval = lockInterval
  }

  /// One of zeros.
  public init() {
    self.init(version: 0, lockOnSleep: false, useLockInterval: false, lockInterval: 0)
  }
}

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainUnlock(
  _ keychain: SecKeychain?, _ passwordLength: UInt32, _ password: UnsafeRawPointer?,
  _ usePassword: Bool
) -> OSStatus { errSecUnimplemented }

/// Not there yet: no function gives one.
public enum SecPreferencesDomain: Int32, Sendable {
  /// `kSecPreferencesDomainUser`.
  case user = 0
  /// `kSecPreferencesDomainSystem`.
  case system = 1
  /// `kSecPreferencesDomainCommon`.
  case common = 2
  /// `kSecPreferencesDomainDynamic`.
  case dynamic = 3
}

/// Not there yet: no function gives one.
public enum SecProtocolType: FourCharCode, Sendable {
  /// `kSecProtocolTypeFTP`.
  case FTP = 1718906912
  /// `kSecProtocolTypeFTPAccount`.
  case ftpAccount = 1718906977
  /// `kSecProtocolTypeHTTP`.
  case HTTP = 1752462448
  /// `kSecProtocolTypeIRC`.
  case IRC = 1769104160
  /// `kSecProtocolTypeNNTP`.
  case NNTP = 1852732528
  /// `kSecProtocolTypePOP3`.
  case POP3 = 1886351411
  /// `kSecProtocolTypeSMTP`.
  case SMTP = 1936553072
  /// `kSecProtocolTypeSOCKS`.
  case SOCKS = 1936685088
  /// `kSecProtocolTypeIMAP`.
  case IMAP = 1768776048
  /// `kSecProtocolTypeLDAP`.
  case LDAP = 1818517872
  /// `kSecProtocolTypeAppleTalk`.
  case appleTalk = 1635019883
  /// `kSecProtocolTypeAFP`.
  case AFP = 1634103328
  /// `kSecProtocolTypeTelnet`.
  case telnet = 1952803950
  /// `kSecProtocolTypeSSH`.
  case SSH = 1936943136
  /// `kSecProtocolTypeFTPS`.
  case FTPS = 1718906995
  /// `kSecProtocolTypeHTTPS`.
  case HTTPS = 1752461427
  /// `kSecProtocolTypeHTTPProxy`.
  case httpProxy = 1752461432
  /// `kSecProtocolTypeHTTPSProxy`.
  case httpsProxy = 1752462200
  /// `kSecProtocolTypeFTPProxy`.
  case ftpProxy = 1718907000
  /// `kSecProtocolTypeCIFS`.
  case CIFS = 1667851891
  /// `kSecProtocolTypeSMB`.
  case SMB = 1936548384
  /// `kSecProtocolTypeRTSP`.
  case RTSP = 1920234352
  /// `kSecProtocolTypeRTSPProxy`.
  case rtspProxy = 1920234360
  /// `kSecProtocolTypeDAAP`.
  case DAAP = 1684103536
  /// `kSecProtocolTypeEPPC`.
  case EPPC = 1701867619
  /// `kSecProtocolTypeIPP`.
  case IPP = 1768976416
  /// `kSecProtocolTypeNNTPS`.
  case NNTPS = 1853124723
  /// `kSecProtocolTypeLDAPS`.
  case LDAPS = 1818521715
  /// `kSecProtocolTypeTelnetS`.
  case telnetS = 1952803955
  /// `kSecProtocolTypeIMAPS`.
  case IMAPS = 1768779891
  /// `kSecProtocolTypeIRCS`.
  case IRCS = 1769104243
  /// `kSecProtocolTypePOP3S`.
  case POP3S = 1886351475
  /// `kSecProtocolTypeCVSpserver`.
  case cvSpserver = 1668707184
  /// `kSecProtocolTypeSVN`.
  case SVN = 1937141280
  /// `kSecProtocolTypeAny`.
  case any = 0
}

/// Not there yet: no function knows it.
public let kSecReadPermStatus: UInt32 = 2
/// Not there yet: no function knows it.
public let kSecUnlockStateStatus: UInt32 = 1
/// Not there yet: no function knows it.
public let kSecWritePermStatus: UInt32 = 4
