// SPDX-License-Identifier: Apache-2.0

/// Names of protocols that people type for `-r`, and the codes that they stand for
/// (spec/secitem.md 10, `kSecAttrProtocol…`): all whose code is not the name itself with blanks.
enum ProtocolName {
  static let codes = [
    "appletalk": "atlk", "ftpaccount": "ftpa", "ftpproxy": "ftpx", "httpproxy": "htpx",
    "https": "htps", "httpsproxy": "htsx", "imaps": "imps", "ldaps": "ldps", "nntps": "ntps",
    "pop3s": "pops", "rtspproxy": "rtsx", "socks": "sox ", "telnet": "teln", "telnets": "tels",
  ]
}
