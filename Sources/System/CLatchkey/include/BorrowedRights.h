// SPDX-License-Identifier: Apache-2.0
// Whether a program runs with rights that its caller has not.
#ifndef CLATCHKEY_BORROWEDRIGHTS_H
#define CLATCHKEY_BORROWEDRIGHTS_H

/// Says whether the program has more rights than its caller, so that the caller's environment must
/// not be believed. Returns 2 where the kernel says so from the start (set-uid, set-gid, capabilities
/// of the file), 1 where real, effective and saved ids differ or a user other than root has a
/// capability that reaches files of others, else 0. The first look decides for the process and its
/// children.
int latchkey_has_borrowed_rights(void);
#endif
