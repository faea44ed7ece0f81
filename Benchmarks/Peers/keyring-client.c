/* SPDX-License-Identifier: Apache-2.0
 *
 * A Secret Service client with one kept connection, for measuring gnome-keyring through its own bus.
 * It reads one command a line and answers each with one line: the nanoseconds of the bus calls alone,
 * a number, or "! reason" on failure. The session is `plain`, the fastest kind.
 *
 *   wait             waits until the service is on the bus, at most 10 s
 *   open             calls OpenSession
 *   unlock           calls UnlockWithMasterPassword on the collection, with the password "bench"
 *   pid              answers the process number of the service
 *   get N            calls SearchItems by service and account of item N, then GetSecrets, as libsecret
 *   add N            calls CreateItem for item N, then its Delete, which is not measured
 *   keep N           calls CreateItem for item N
 */
#include <dbus/dbus.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SERVICE "org.freedesktop.secrets"
#define ROOT "/org/freedesktop/secrets"
#define COLLECTION ROOT "/collection/bench"

static DBusConnection *bus;
static char session[256];
static char failure[512];

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static DBusMessage *method(const char *path, const char *interface, const char *name) {
  return dbus_message_new_method_call(SERVICE, path, interface, name);
}

/* Sends a call, releases it, and waits for the reply. NULL on failure. */
static DBusMessage *call(DBusMessage *message) {
  DBusError error = DBUS_ERROR_INIT;
  DBusMessage *reply = dbus_connection_send_with_reply_and_block(bus, message, 600000, &error);
  dbus_message_unref(message);
  if (!reply) {
    snprintf(failure, sizeof failure, "%s", error.message ? error.message : "no reply");
    dbus_error_free(&error);
  }
  return reply;
}

static void append_variant(DBusMessageIter *to, const char *type, int kind, const void *value) {
  DBusMessageIter variant;
  dbus_message_iter_open_container(to, DBUS_TYPE_VARIANT, type, &variant);
  dbus_message_iter_append_basic(&variant, kind, value);
  dbus_message_iter_close_container(to, &variant);
}

static void append_pair(DBusMessageIter *map, const char *name, const char *value) {
  DBusMessageIter entry;
  dbus_message_iter_open_container(map, DBUS_TYPE_DICT_ENTRY, NULL, &entry);
  dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &name);
  dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &value);
  dbus_message_iter_close_container(map, &entry);
}

/* Appends the names of item N, which equal those in Run/Names.swift. */
static void append_attributes(DBusMessageIter *to, long item) {
  DBusMessageIter map;
  char service[64], account[64];
  snprintf(service, sizeof service, "service %ld", item / 4);
  snprintf(account, sizeof account, "account %ld", item);
  dbus_message_iter_open_container(to, DBUS_TYPE_ARRAY, "{ss}", &map);
  append_pair(&map, "service", service);
  append_pair(&map, "account", account);
  dbus_message_iter_close_container(to, &map);
}

static int open_session(void) {
  DBusMessage *message = method(ROOT, "org.freedesktop.Secret.Service", "OpenSession"), *reply;
  DBusMessageIter arguments, results;
  const char *algorithm = "plain", *none = "", *path;
  dbus_message_iter_init_append(message, &arguments);
  dbus_message_iter_append_basic(&arguments, DBUS_TYPE_STRING, &algorithm);
  append_variant(&arguments, "s", DBUS_TYPE_STRING, &none);
  if (!(reply = call(message))) return 0;
  dbus_message_iter_init(reply, &results);
  dbus_message_iter_next(&results);
  dbus_message_iter_get_basic(&results, &path);
  snprintf(session, sizeof session, "%s", path);
  dbus_message_unref(reply);
  return 1;
}

static void append_secret(DBusMessageIter *to, const char *secret) {
  DBusMessageIter parts, bytes;
  const char *mine = session, *type = "text/plain", *none = "";
  dbus_message_iter_open_container(to, DBUS_TYPE_STRUCT, NULL, &parts);
  dbus_message_iter_append_basic(&parts, DBUS_TYPE_OBJECT_PATH, &mine);
  dbus_message_iter_open_container(&parts, DBUS_TYPE_ARRAY, "y", &bytes);
  dbus_message_iter_append_fixed_array(&bytes, DBUS_TYPE_BYTE, &none, 0);
  dbus_message_iter_close_container(&parts, &bytes);
  dbus_message_iter_open_container(&parts, DBUS_TYPE_ARRAY, "y", &bytes);
  dbus_message_iter_append_fixed_array(&bytes, DBUS_TYPE_BYTE, &secret, (int)strlen(secret));
  dbus_message_iter_close_container(&parts, &bytes);
  dbus_message_iter_append_basic(&parts, DBUS_TYPE_STRING, &type);
  dbus_message_iter_close_container(to, &parts);
}

/* Unlocks as programs without a screen do. Clients with a screen use a prompt. */
static int unlock(void) {
  DBusMessage *message = method(
      ROOT, "org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface",
      "UnlockWithMasterPassword");
  DBusMessage *reply;
  DBusMessageIter arguments;
  const char *collection = COLLECTION;
  dbus_message_iter_init_append(message, &arguments);
  dbus_message_iter_append_basic(&arguments, DBUS_TYPE_OBJECT_PATH, &collection);
  append_secret(&arguments, "bench");
  if (!(reply = call(message))) return 0;
  dbus_message_unref(reply);
  return 1;
}

static int wait_for_service(void) {
  const struct timespec pause = {0, 200000};
  for (int round = 0; round < 50000; round++) {
    if (dbus_bus_name_has_owner(bus, SERVICE, NULL)) return 1;
    nanosleep(&pause, NULL);
  }
  snprintf(failure, sizeof failure, "the service does not come");
  return 0;
}

/* Finds the first unlocked item with the names of item N. */
static int search(long item, char *found, size_t room) {
  DBusMessage *message = method(ROOT, "org.freedesktop.Secret.Service", "SearchItems"), *reply;
  DBusMessageIter arguments, results, paths;
  const char *path;
  dbus_message_iter_init_append(message, &arguments);
  append_attributes(&arguments, item);
  if (!(reply = call(message))) return 0;
  dbus_message_iter_init(reply, &results);
  dbus_message_iter_recurse(&results, &paths);
  if (dbus_message_iter_get_arg_type(&paths) != DBUS_TYPE_OBJECT_PATH) {
    snprintf(failure, sizeof failure, "no such item");
    dbus_message_unref(reply);
    return 0;
  }
  dbus_message_iter_get_basic(&paths, &path);
  snprintf(found, room, "%s", path);
  dbus_message_unref(reply);
  return 1;
}

static int get(long item) {
  DBusMessage *message, *reply;
  DBusMessageIter arguments, paths, results, map;
  char path[256];
  const char *place = path, *mine = session;
  int whole;
  if (!search(item, path, sizeof path)) return 0;
  message = method(ROOT, "org.freedesktop.Secret.Service", "GetSecrets");
  dbus_message_iter_init_append(message, &arguments);
  dbus_message_iter_open_container(&arguments, DBUS_TYPE_ARRAY, "o", &paths);
  dbus_message_iter_append_basic(&paths, DBUS_TYPE_OBJECT_PATH, &place);
  dbus_message_iter_close_container(&arguments, &paths);
  dbus_message_iter_append_basic(&arguments, DBUS_TYPE_OBJECT_PATH, &mine);
  if (!(reply = call(message))) return 0;
  dbus_message_iter_init(reply, &results);
  dbus_message_iter_recurse(&results, &map);
  whole = dbus_message_iter_get_arg_type(&map) == DBUS_TYPE_DICT_ENTRY;
  if (!whole) snprintf(failure, sizeof failure, "no secret");
  dbus_message_unref(reply);
  return whole;
}

static void append_properties(DBusMessageIter *to, long item) {
  DBusMessageIter map, entry, variant;
  const char *label = "org.freedesktop.Secret.Item.Label", *text = "an item of the benchmark";
  const char *attributes = "org.freedesktop.Secret.Item.Attributes";
  dbus_message_iter_open_container(to, DBUS_TYPE_ARRAY, "{sv}", &map);
  dbus_message_iter_open_container(&map, DBUS_TYPE_DICT_ENTRY, NULL, &entry);
  dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &label);
  append_variant(&entry, "s", DBUS_TYPE_STRING, &text);
  dbus_message_iter_close_container(&map, &entry);
  dbus_message_iter_open_container(&map, DBUS_TYPE_DICT_ENTRY, NULL, &entry);
  dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &attributes);
  dbus_message_iter_open_container(&entry, DBUS_TYPE_VARIANT, "a{ss}", &variant);
  append_attributes(&variant, item);
  dbus_message_iter_close_container(&entry, &variant);
  dbus_message_iter_close_container(&map, &entry);
  dbus_message_iter_close_container(to, &map);
}

static int add(long item, char *made, size_t room) {
  DBusMessage *message = method(COLLECTION, "org.freedesktop.Secret.Collection", "CreateItem");
  DBusMessage *reply;
  DBusMessageIter arguments, results;
  dbus_bool_t replace = FALSE;
  const char *path;
  char secret[64];
  snprintf(secret, sizeof secret, "correct horse battery %ld", item);
  dbus_message_iter_init_append(message, &arguments);
  append_properties(&arguments, item);
  append_secret(&arguments, secret);
  dbus_message_iter_append_basic(&arguments, DBUS_TYPE_BOOLEAN, &replace);
  if (!(reply = call(message))) return 0;
  dbus_message_iter_init(reply, &results);
  dbus_message_iter_get_basic(&results, &path);
  snprintf(made, room, "%s", path);
  dbus_message_unref(reply);
  if (strcmp(made, "/")) return 1;
  snprintf(failure, sizeof failure, "the service wants to ask somebody");
  return 0;
}

static void delete(const char *path) {
  DBusMessage *reply = call(method(path, "org.freedesktop.Secret.Item", "Delete"));
  if (reply) dbus_message_unref(reply);
}

static long process(void) {
  DBusMessage *message = dbus_message_new_method_call(
      "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
      "GetConnectionUnixProcessID");
  DBusMessage *reply;
  const char *name = SERVICE;
  dbus_uint32_t number = 0;
  dbus_message_append_args(message, DBUS_TYPE_STRING, &name, DBUS_TYPE_INVALID);
  if (!(reply = call(message))) return 0;
  dbus_message_get_args(reply, NULL, DBUS_TYPE_UINT32, &number, DBUS_TYPE_INVALID);
  dbus_message_unref(reply);
  return (long)number;
}

int main(void) {
  DBusError error = DBUS_ERROR_INIT;
  char line[128], path[256];
  bus = dbus_bus_get(DBUS_BUS_SESSION, &error);
  if (!bus) {
    printf("! %s\n", error.message);
    return 1;
  }
  setvbuf(stdout, NULL, _IOLBF, 0);
  while (fgets(line, sizeof line, stdin)) {
    char verb[16] = "";
    long item = 0, answer = 0;
    int done = 0;
    sscanf(line, "%15s %ld", verb, &item);
    long long began = now();
    if (!strcmp(verb, "wait")) done = wait_for_service();
    else if (!strcmp(verb, "open")) done = open_session();
    else if (!strcmp(verb, "unlock")) done = unlock();
    else if (!strcmp(verb, "get")) done = get(item);
    else if (!strcmp(verb, "add") || !strcmp(verb, "keep")) done = add(item, path, sizeof path);
    else if (!strcmp(verb, "pid")) done = (answer = process()) > 0;
    else snprintf(failure, sizeof failure, "no such verb");
    long long took = now() - began;
    if (done && !strcmp(verb, "add")) delete(path);
    if (!done) printf("! %s\n", failure);
    else printf("%lld\n", answer ? (long long)answer : took);
    /* Unread signals of the service would pile up. */
    while (dbus_connection_dispatch(bus) == DBUS_DISPATCH_DATA_REMAINS) continue;
    DBusMessage *signal;
    while ((signal = dbus_connection_pop_message(bus))) dbus_message_unref(signal);
  }
  return 0;
}
