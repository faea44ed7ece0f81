// SPDX-License-Identifier: Apache-2.0
// C code that Swift cannot express: constants, variadic calls and headers missing from Glibc's
// module map.
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
#include "KeyAgent.h"
#include "KernelKeyring.h"
#include "NewFile.h"
#include "ProgramArguments.h"
#include "Readiness.h"
#include "Residue.h"
#include "SharedWord.h"
#include "TerminalSignals.h"
#include "Watchers.h"

/// Switches off core dumps of this process, and access by other processes of its user.
///
/// Returns 0, or -1 if the system refused one of the two.
int latchkey_refuse_dumps(void);

/// Makes the C library overwrite each piece of the heap when it is freed, from now on.
///
/// The C library keeps small pieces at hand for the next call. The C library overwrites these
/// pieces only if the environment demanded it before the program started. With the program's
/// `arguments`, this call therefore restarts the program once. With NULL, small pieces are not
/// overwritten.
void latchkey_overwrite_freed(char *const *arguments);
#endif
