// SPDX-License-Identifier: Apache-2.0
#ifndef CLATCHKEY_RESIDUE_H
#define CLATCHKEY_RESIDUE_H

/// Overwrites what calls have left behind: the stack below the caller's frame, as deep as they
/// handle secrets, and the registers that copies go through.
void latchkey_wipe_residue(void);
#endif
