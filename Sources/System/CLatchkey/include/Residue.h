// SPDX-License-Identifier: Apache-2.0
#ifndef CLATCHKEY_RESIDUE_H
#define CLATCHKEY_RESIDUE_H

/// Overwrites the stack below the caller's frame, and registers, in which calls may leave secrets.
///
/// The stack is overwritten as deep as calls handle secrets. The registers are those with which the
/// C library copies memory.
void latchkey_wipe_residue(void);

/// Overwrites a block of malloc, and frees it; nothing happens for NULL.
void latchkey_free_wiped(void *block);
#endif
