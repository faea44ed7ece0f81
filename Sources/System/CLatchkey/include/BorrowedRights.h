// SPDX-License-Identifier: Apache-2.0
// Tells whether a program has more rights than its caller.
#ifndef CLATCHKEY_BORROWEDRIGHTS_H
#define CLATCHKEY_BORROWEDRIGHTS_H

/// Returns whether the program has more rights than its caller, whose environment it must not
/// trust.
///
/// Returns:
/// - 2 if the kernel says so from the start (set-uid, set-gid, capabilities of the file)
/// - 1 if real, effective and saved ids differ, or if a user other than root has a capability that
///   reaches files of others
/// - 0 otherwise
///
/// The rights are examined at the first call only. Later calls, also in forked children, return the
/// same value.
int latchkey_has_borrowed_rights(void);
#endif
