// SPDX-License-Identifier: Apache-2.0
// Whether a program runs with rights that its caller has not.
#ifndef CLATCHKEY_BORROWEDRIGHTS_H
#define CLATCHKEY_BORROWEDRIGHTS_H

/// Not 0 in a program that has more rights than who started it, and so must not believe what he says in
/// its environment: one that is set-uid or set-gid, whatever it has made of its ids since; one with
/// capabilities of its file; one whose ids differ from each other; one of a user other than root
/// with a capability that reaches files of others: 2 where the kernel says so from the program's start, 1
/// where only its ids or capabilities do. The first look decides for the process and its children.
int latchkey_has_borrowed_rights(void);
#endif
