// SPDX-License-Identifier: Apache-2.0
// SHA256_CTX is deprecated for hashing, and the one way to keep SHA-256's state in memory of ours.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/provider.h>
#include <openssl/sha.h>
