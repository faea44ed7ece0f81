// SPDX-License-Identifier: Apache-2.0
// The C that Swift cannot say: constants, variadic calls and headers that Glibc's module map lacks.
#ifndef CLATCHKEY_H
#define CLATCHKEY_H
#include <stddef.h>
#include <stdint.h>
#include <sys/random.h>
#include <sys/vfs.h>
#include <sys/mman.h>
#include "BorrowedRights.h"
#include "ChildProcesses.h"
#include "ForkBarrier.h"
#include "KernelKeyring.h"
#include "NewFile.h"
#include "ProgramArguments.h"
#include "Residue.h"
#include "SharedWord.h"
#include "TerminalSignals.h"
#include "Watchers.h"

/// Takes this process out of core dumps and out of the reach of other processes of its user that
/// would attach to it. Returns 0, or -1 where one of the two was refused.
int latchkey_refuse_dumps(void);

/// Has the C library overwrite each piece of the heap when it is freed, from now on.
///
/// Small pieces, which it keeps at hand for the next call, it overwrites only where it was told so
/// before the program started: with the program's `arguments` that is done by starting it again,
/// so that this returns once; NULL leaves them out.
void latchkey_overwrite_freed(char *const *arguments);
#endif
