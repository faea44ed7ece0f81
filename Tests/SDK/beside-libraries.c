// SPDX-License-Identifier: Apache-2.0
// A program that uses libcrypto and SQLite of the system beside ours, in either order.
#include <CoreFoundation/CoreFoundation.h>
#include <Security/Security.h>
#include <openssl/evp.h>
#include <sqlite3.h>
#include <stdio.h>

static int hashed(void) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned length = 0;
  return EVP_Digest("abc", 3, digest, &length, EVP_sha256(), NULL) == 1 && length == 32 &&
         digest[0] == 0xba && digest[31] == 0xad;
}

static int stored(void) {
  sqlite3 *database = NULL;
  int isRight = sqlite3_open(":memory:", &database) == SQLITE_OK &&
                sqlite3_exec(database, "create table t (a); insert into t values (1)", 0, 0, 0) == 0;
  sqlite3_close(database);
  return isRight;
}

int main(void) {
  const void *keys[] = {kSecClass, kSecAttrService};
  const void *values[] = {kSecClassGenericPassword, CFSTR("beside")};
  CFDictionaryRef item = CFDictionaryCreate(
      NULL, keys, values, 2, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
  int before = hashed() && stored();
  OSStatus added = SecItemAdd(item, NULL), found = SecItemCopyMatching(item, NULL);
  int after = hashed() && stored();
  // The program's own settings stay: our library has a libcrypto context and an SQLite file system
  // of its own.
  int kept = EVP_default_properties_is_fips_enabled(NULL) == 0 && sqlite3_vfs_find(NULL) != NULL;
  printf("beside libcrypto and SQLite: %d %d %d %d %d\n", before, (int)added, (int)found, after, kept);
  return !before || added || found || !after || !kept || SecItemDelete(item);
}
