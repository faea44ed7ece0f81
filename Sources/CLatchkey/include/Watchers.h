// SPDX-License-Identifier: Apache-2.0
// Whether anybody wants to know of the calls of this process, for one atomic load.
#ifndef CLATCHKEY_WATCHERS_H
#define CLATCHKEY_WATCHERS_H

/// How many want to know; one more until somebody has looked whether the environment asks for it.
int latchkey_watchers(void);

/// One more with 1, one less with -1.
void latchkey_watchers_change(int difference);
#endif
