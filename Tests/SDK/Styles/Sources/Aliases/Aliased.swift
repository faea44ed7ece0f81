// SPDX-License-Identifier: Apache-2.0
// As other people write.
// swift-format-ignore-file
import CryptoKit
import Darwin
import Security

public func process() -> (Int32, String, OSStatus) { (getpid(), Curve.name, errSecSuccess) }
