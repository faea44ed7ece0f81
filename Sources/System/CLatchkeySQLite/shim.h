// SPDX-License-Identifier: Apache-2.0
#ifndef CLATCHKEYSQLITE_SHIM_H
#define CLATCHKEYSQLITE_SHIM_H
#include <sqlite3.h>

/// Restricts the effects that the content of a database file has on a connection.
///
/// No trigger runs and no view is read. The schema can call only harmless functions, and no
/// statement writes the schema's own table. Names in double quotes are not texts, and no
/// parameter's value causes a statement to be compiled again. Returns SQLITE_OK, or SQLite's code
/// of the first refusal.
static inline int latchkey_sqlite_harden(sqlite3 *database) {
  static const struct {
    int what, value;
  } settings[] = {
      {SQLITE_DBCONFIG_DEFENSIVE, 1},      {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
      {SQLITE_DBCONFIG_ENABLE_VIEW, 0},    {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
      {SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0}, {SQLITE_DBCONFIG_DQS_DML, 0},
      {SQLITE_DBCONFIG_DQS_DDL, 0},         {SQLITE_DBCONFIG_ENABLE_QPSG, 1},
  };
  for (unsigned i = 0; i < sizeof settings / sizeof *settings; i++) {
    int code = sqlite3_db_config(database, settings[i].what, settings[i].value, (int *)0);
    if (code != SQLITE_OK) return code;
  }
  return SQLITE_OK;
}
#endif
