// SPDX-License-Identifier: Apache-2.0
// In the style of other people, so it is not formatted.
// swift-format-ignore-file
import Foundation
import Security
import Tokens
import Transport

let kept = Tokens().keep("t1") && Tokens().token() == "t1"
_ = SessionDelegate()
let servers = SessionDelegate.checksServers ? "checked" : "by the system"
print("token \(kept ? "kept" : "lost"), servers \(servers)")
exit(kept && errSecSuccess == 0 ? 0 : 1)
