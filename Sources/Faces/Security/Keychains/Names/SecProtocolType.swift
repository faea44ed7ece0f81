// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.

/// The protocol of an internet password, as a four-character code (Specification/file-keychain.md,
/// "Item classes, attributes, uniqueness").
public enum SecProtocolType: FourCharCode, Sendable {
  /// The protocol FTP.
  case FTP = 1718906912
  /// The protocol of an FTP account.
  case ftpAccount = 1718906977
  /// The protocol HTTP.
  case HTTP = 1752462448
  /// The protocol IRC.
  case IRC = 1769104160
  /// The protocol NNTP.
  case NNTP = 1852732528
  /// The protocol POP3.
  case POP3 = 1886351411
  /// The protocol SMTP.
  case SMTP = 1936553072
  /// The protocol SOCKS.
  case SOCKS = 1936685088
  /// The protocol IMAP.
  case IMAP = 1768776048
  /// The protocol LDAP.
  case LDAP = 1818517872
  /// The protocol AFP over AppleTalk.
  case appleTalk = 1635019883
  /// The protocol AFP over TCP.
  case AFP = 1634103328
  /// The protocol Telnet.
  case telnet = 1952803950
  /// The protocol SSH.
  case SSH = 1936943136
  /// The protocol FTP over TLS.
  case FTPS = 1718906995
  /// The protocol HTTPS.
  case HTTPS = 1752461427
  /// The protocol of an HTTP proxy.
  case httpProxy = 1752461432
  /// The protocol of an HTTPS proxy.
  case httpsProxy = 1752462200
  /// The protocol of an FTP proxy.
  case ftpProxy = 1718907000
  /// The protocol CIFS.
  case CIFS = 1667851891
  /// The protocol SMB.
  case SMB = 1936548384
  /// The protocol RTSP.
  case RTSP = 1920234352
  /// The protocol of an RTSP proxy.
  case rtspProxy = 1920234360
  /// The protocol DAAP.
  case DAAP = 1684103536
  /// The protocol remote Apple events.
  case EPPC = 1701867619
  /// The protocol IPP.
  case IPP = 1768976416
  /// The protocol NNTP over TLS.
  case NNTPS = 1853124723
  /// The protocol LDAP over TLS.
  case LDAPS = 1818521715
  /// The protocol Telnet over TLS.
  case telnetS = 1952803955
  /// The protocol IMAP over TLS.
  case IMAPS = 1768779891
  /// The protocol IRC over TLS.
  case IRCS = 1769104243
  /// The protocol POP3 over TLS.
  case POP3S = 1886351475
  /// The protocol CVS pserver.
  case cvSpserver = 1668707184
  /// The protocol Subversion.
  case SVN = 1937141280
  /// Any protocol in a search; no protocol in an item.
  case any = 0
}
