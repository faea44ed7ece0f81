// SPDX-License-Identifier: Apache-2.0
// Written by Tests/Surface/headers.py; public in C, C++ and whatever calls C.
#ifndef LATCHKEY_SECRANDOM_H
#define LATCHKEY_SECRANDOM_H

#include <Security/SecBase.h>

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#endif
CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN

typedef const struct __SecRandom *SecRandomRef;

extern const SecRandomRef _Nullable kSecRandomDefault;

extern int SecRandomCopyBytes(SecRandomRef _Nullable rnd, size_t count, void *bytes);

CF_ASSUME_NONNULL_END
CF_EXTERN_C_END
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
