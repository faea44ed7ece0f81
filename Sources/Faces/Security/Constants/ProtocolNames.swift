// SPDX-License-Identifier: Apache-2.0 (table)
public import Foundation

// Values of `kSecAttrProtocol`: four characters each, blanks included (spec/secitem.md 1.3).

/// AFP.
@safe nonisolated(unsafe) public let kSecAttrProtocolAFP: CFString = "afp "
/// AppleTalk.
@safe nonisolated(unsafe) public let kSecAttrProtocolAppleTalk: CFString = "atlk"
/// DAAP.
@safe nonisolated(unsafe) public let kSecAttrProtocolDAAP: CFString = "daap"
/// EPPC.
@safe nonisolated(unsafe) public let kSecAttrProtocolEPPC: CFString = "eppc"
/// FTP.
@safe nonisolated(unsafe) public let kSecAttrProtocolFTP: CFString = "ftp "
/// A client-side FTP account.
@safe nonisolated(unsafe) public let kSecAttrProtocolFTPAccount: CFString = "ftpa"
/// FTP proxy.
@safe nonisolated(unsafe) public let kSecAttrProtocolFTPProxy: CFString = "ftpx"
/// FTPS.
@safe nonisolated(unsafe) public let kSecAttrProtocolFTPS: CFString = "ftps"
/// HTTP.
@safe nonisolated(unsafe) public let kSecAttrProtocolHTTP: CFString = "http"
/// HTTP proxy.
@safe nonisolated(unsafe) public let kSecAttrProtocolHTTPProxy: CFString = "htpx"
/// HTTPS.
@safe nonisolated(unsafe) public let kSecAttrProtocolHTTPS: CFString = "htps"
/// HTTPS proxy.
@safe nonisolated(unsafe) public let kSecAttrProtocolHTTPSProxy: CFString = "htsx"
/// IMAP.
@safe nonisolated(unsafe) public let kSecAttrProtocolIMAP: CFString = "imap"
/// IMAPS.
@safe nonisolated(unsafe) public let kSecAttrProtocolIMAPS: CFString = "imps"
/// IPP.
@safe nonisolated(unsafe) public let kSecAttrProtocolIPP: CFString = "ipp "
/// IRC.
@safe nonisolated(unsafe) public let kSecAttrProtocolIRC: CFString = "irc "
/// IRCS.
@safe nonisolated(unsafe) public let kSecAttrProtocolIRCS: CFString = "ircs"
/// LDAP.
@safe nonisolated(unsafe) public let kSecAttrProtocolLDAP: CFString = "ldap"
/// LDAPS.
@safe nonisolated(unsafe) public let kSecAttrProtocolLDAPS: CFString = "ldps"
/// NNTP.
@safe nonisolated(unsafe) public let kSecAttrProtocolNNTP: CFString = "nntp"
/// NNTPS.
@safe nonisolated(unsafe) public let kSecAttrProtocolNNTPS: CFString = "ntps"
/// POP3.
@safe nonisolated(unsafe) public let kSecAttrProtocolPOP3: CFString = "pop3"
/// POP3S.
@safe nonisolated(unsafe) public let kSecAttrProtocolPOP3S: CFString = "pops"
/// RTSP.
@safe nonisolated(unsafe) public let kSecAttrProtocolRTSP: CFString = "rtsp"
/// RTSP proxy.
@safe nonisolated(unsafe) public let kSecAttrProtocolRTSPProxy: CFString = "rtsx"
/// SMB.
@safe nonisolated(unsafe) public let kSecAttrProtocolSMB: CFString = "smb "
/// SMTP.
@safe nonisolated(unsafe) public let kSecAttrProtocolSMTP: CFString = "smtp"
/// SOCKS.
@safe nonisolated(unsafe) public let kSecAttrProtocolSOCKS: CFString = "sox "
/// SSH.
@safe nonisolated(unsafe) public let kSecAttrProtocolSSH: CFString = "ssh "
/// Telnet.
@safe nonisolated(unsafe) public let kSecAttrProtocolTelnet: CFString = "teln"
/// TelnetS.
@safe nonisolated(unsafe) public let kSecAttrProtocolTelnetS: CFString = "tels"
