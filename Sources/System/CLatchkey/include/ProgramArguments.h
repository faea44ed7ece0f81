// SPDX-License-Identifier: Apache-2.0
// The arguments of main, which Swift's own entry point does not pass on.
#ifndef CLATCHKEY_PROGRAMARGUMENTS_H
#define CLATCHKEY_PROGRAMARGUMENTS_H

/// Returns the arguments of main, in their original memory: the program's name first, NULL at the
/// end.
///
/// The list is empty in a process that was started without arguments.
char *const *latchkey_arguments(void);

/// Returns the argument with the given index, which is 0 for the program's name.
///
/// Returns NULL if there are fewer arguments.
const char *latchkey_argument(int place);
#endif
