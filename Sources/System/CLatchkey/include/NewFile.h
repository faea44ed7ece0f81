// SPDX-License-Identifier: Apache-2.0
// Files that receive their name when they are complete. The headers show these calls only to GNU
// programs.
#ifndef CLATCHKEY_NEWFILE_H
#define CLATCHKEY_NEWFILE_H

/// Opens a new file without a name, for writing and with mode 0600, on the file system of a
/// directory.
///
/// The file disappears when its descriptor is closed, unless the file was named before. Returns the
/// descriptor, or -1 with errno.
int latchkey_open_unnamed(const char *directory);

/// Gives a name to an open file that has no name yet.
///
/// If another file has that name, it is not replaced, and the call fails. Returns 0, or -1 with
/// errno.
int latchkey_name_new(int descriptor, const char *name);

/// Renames a file, but never replaces another file.
///
/// If another file has the new name, the call fails. Returns 0, or -1 with errno.
int latchkey_rename_new(const char *from, const char *to);
#endif
