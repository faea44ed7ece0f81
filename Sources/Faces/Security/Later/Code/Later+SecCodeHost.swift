// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_later.py: names of SecCodeHost.h that Latchkey does not implement yet.

/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecCSDedicatedHost: UInt32 = 1
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecCSGenerateGuestHash: UInt32 = 2
