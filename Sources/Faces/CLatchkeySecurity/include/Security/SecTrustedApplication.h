// SPDX-License-Identifier: Apache-2.0
// Written by Tests/Surface/headers.py; public in C, C++ and whatever calls C.
#ifndef LATCHKEY_SECTRUSTEDAPPLICATION_H
#define LATCHKEY_SECTRUSTEDAPPLICATION_H

#include <Security/SecBase.h>

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#endif
CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN

extern OSStatus SecTrustedApplicationCopyData(SecTrustedApplicationRef appRef, CFDataRef _Nullable *_Nonnull data);
extern OSStatus SecTrustedApplicationCreateFromPath(const char *_Nullable path, SecTrustedApplicationRef _Nullable *_Nonnull app);
extern CFTypeID SecTrustedApplicationGetTypeID(void);
extern OSStatus SecTrustedApplicationSetData(SecTrustedApplicationRef appRef, CFDataRef data);

CF_ASSUME_NONNULL_END
CF_EXTERN_C_END
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
