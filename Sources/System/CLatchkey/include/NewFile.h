// SPDX-License-Identifier: Apache-2.0
// Files that get their name when they are whole; the headers show these calls to GNU programs only.
#ifndef CLATCHKEY_NEWFILE_H
#define CLATCHKEY_NEWFILE_H

/// Opens a new file without a name, with mode 0600 and for writing, on the file system of a
/// directory: it goes with its descriptor. Returns the descriptor, or -1 with errno.
int latchkey_open_unnamed(const char *directory);

/// Gives a file without a name one, in place of none. Returns 0, or -1 with errno.
int latchkey_name_new(int descriptor, const char *name);

/// Gives a file another name, in place of none. Returns 0, or -1 with errno.
int latchkey_rename_new(const char *from, const char *to);
#endif
