// SPDX-License-Identifier: Apache-2.0
// Core Foundation objects that contain one Swift object each (Specification/c-abi.md, "Crossing
// the border"). Their classes are registered, so that CFGetTypeID, CFEqual, CFHash, CFShow,
// CFRetain and CFRelease work with these objects.
#include "Objects.h"
#include "Border.h"

#include <CoreFoundation/CFRuntime.h>
#include <CoreFoundation/CFSet.h>
#include <pthread.h>

// Functions in Swift (SecurityC, Border/Callbacks.swift).
extern void latchkey_object_release(const void *object);
extern bool latchkey_object_equal(const void *left, const void *right);
extern unsigned long latchkey_object_hash(const void *object);
extern const void *latchkey_object_description(const void *object);

struct Object {
  CFRuntimeBase base;
  const void *swift_object;
  CFMutableSetRef kept;  // made when first needed
  pthread_mutex_t lock;
};

static CFTypeID types[LATCHKEY_CLASSES];
static CFRuntimeClass classes[LATCHKEY_CLASSES];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void finalize(CFTypeRef cf) {
  struct Object *object = (struct Object *)cf;
  if (object->swift_object) latchkey_object_release(object->swift_object);
  if (object->kept) CFRelease(object->kept);
  pthread_mutex_destroy(&object->lock);
}

static Boolean equal(CFTypeRef left, CFTypeRef right) {
  return latchkey_object_equal(latchkey_unwrap(left), latchkey_unwrap(right));
}

static CFHashCode hash(CFTypeRef cf) { return latchkey_object_hash(latchkey_unwrap(cf)); }

static CFStringRef describe(CFTypeRef cf) {
  return latchkey_object_description(latchkey_unwrap(cf));
}

static CFStringRef format(CFTypeRef cf, CFDictionaryRef options) {
  (void)options;
  return describe(cf);
}

static void registerAll(void) {
  for (int place = 0; place < LATCHKEY_CLASSES; place++) {
    classes[place].className = latchkey_class_names[place];
    classes[place].finalize = finalize;
    classes[place].equal = equal;
    classes[place].hash = hash;
    classes[place].copyFormattingDesc = format;
    classes[place].copyDebugDesc = describe;
    types[place] = _CFRuntimeRegisterClass(&classes[place]);
  }
}

CFTypeID latchkey_type(int place) {
  pthread_once(&once, registerAll);
  return types[place];
}

int latchkey_class_of(const void *object) {
  CFTypeID first = latchkey_type(0), type = CFGetTypeID(object);
  // Latchkey's classes are registered one after another, but other libraries may register their
  // own classes in between.
  if (type < first) return -1;
  for (int place = 0; place < LATCHKEY_CLASSES; place++)
    if (types[place] == type) return place;
  return -1;
}

const void *latchkey_wrap(int place, const void *swift_object) {
  CFTypeID type = latchkey_type(place);
  struct Object *object = (struct Object *)_CFRuntimeCreateInstance(
      kCFAllocatorDefault, type, sizeof(struct Object) - sizeof(CFRuntimeBase), NULL);
  if (!object) return NULL;
  object->swift_object = swift_object;
  object->kept = NULL;
  pthread_mutex_init(&object->lock, NULL);
  return object;
}

const void *latchkey_unwrap(const void *object) {
  return ((const struct Object *)object)->swift_object;
}

const void *latchkey_keep(const void *owner, const void *value) {
  struct Object *object = (struct Object *)owner;
  pthread_mutex_lock(&object->lock);
  if (!object->kept) object->kept = CFSetCreateMutable(NULL, 0, &kCFTypeSetCallBacks);
  const void *known = CFSetGetValue(object->kept, value);
  if (!known) CFSetAddValue(object->kept, value);
  pthread_mutex_unlock(&object->lock);
  CFRelease(value);
  return known ? known : value;
}
