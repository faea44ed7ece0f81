// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.
public import Foundation

// Names of the hash functions for signatures of messages (Specification/certificates.md, "CMS
// messages").

/// The name of SHA-1, which old programs ask for.
@safe nonisolated(unsafe) public let kCMSEncoderDigestAlgorithmSHA1: CFString = "sha1"
/// The name of SHA-256, which is the default.
@safe nonisolated(unsafe) public let kCMSEncoderDigestAlgorithmSHA256: CFString = "sha256"
