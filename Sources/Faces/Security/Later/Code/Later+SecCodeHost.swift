// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_later.py: names of SecCodeHost.h that are not there yet.

/// Not there yet: no function knows it.
public let kSecCSDedicatedHost: UInt32 = 1
/// Not there yet: no function knows it.
public let kSecCSGenerateGuestHash: UInt32 = 2
