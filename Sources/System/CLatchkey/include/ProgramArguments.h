// SPDX-License-Identifier: Apache-2.0
// The arguments of main, which Swift's own entry point does not hand on.
#ifndef CLATCHKEY_PROGRAMARGUMENTS_H
#define CLATCHKEY_PROGRAMARGUMENTS_H

/// The arguments that main was given, where they lie: the program's name first, NULL behind the
/// last. An empty list in a process that was started without any.
char *const *latchkey_arguments(void);

/// The argument at a place, the program's name at 0; NULL if there are not so many.
const char *latchkey_argument(int place);
#endif
