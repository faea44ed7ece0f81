// SPDX-License-Identifier: Apache-2.0
// In the style of other people, so it is not formatted.
// swift-format-ignore-file
import CryptoKit
import Darwin
import Security

public func process() -> (Int32, String, OSStatus) { (getpid(), Curve.name, errSecSuccess) }
