// SPDX-License-Identifier: Apache-2.0
// Messages in C: made, read, and without the parts that a message lacks.
//     messages certificate.der
#include <CoreFoundation/CoreFoundation.h>
#include <Security/Security.h>
#include <stdio.h>

static int wrong;

static void is(long found, long expected, const char *what) {
  if (found == expected) return;
  printf("%s: %ld, not %ld\n", what, found, expected);
  wrong++;
}

static void holds(int condition, const char *what) { is(condition != 0, 1, what); }

static SecCertificateRef certificate(const char *path) {
  FILE *file = fopen(path, "rb");
  UInt8 bytes[8192];
  size_t count = file ? fread(bytes, 1, sizeof bytes, file) : 0;
  if (file) fclose(file);
  CFDataRef der = CFDataCreate(NULL, bytes, (CFIndex)count);
  SecCertificateRef it = SecCertificateCreateWithData(NULL, der);
  CFRelease(der);
  return it;
}

// A message that has only a certificate, and the results that are absent from it.
static void messages(SecCertificateRef held) {
  CMSEncoderRef encoder = NULL;
  is(CMSEncoderCreate(&encoder), errSecSuccess, "an encoder");
  is((long)CFGetTypeID(encoder), (long)CMSEncoderGetTypeID(), "its type");
  is(CMSEncoderAddSigners(encoder, held), errSecParam, "a certificate signs nothing");
  is(CMSEncoderAddSupportingCerts(encoder, held), errSecSuccess, "its certificate");
  CFDataRef encoded = NULL;
  is(CMSEncoderCopyEncodedContent(encoder, &encoded), errSecSuccess, "encoded");
  CMSDecoderRef decoder = NULL;
  CMSDecoderCreate(&decoder);
  size_t number = 7;
  is(CMSDecoderGetNumSigners(decoder, &number), errSecParam, "not read yet");
  is((long)number, 7, "nothing is written then");
  if (encoded) {
    CMSDecoderUpdateMessage(decoder, CFDataGetBytePtr(encoded), (size_t)CFDataGetLength(encoded));
    is(CMSDecoderFinalizeMessage(decoder), errSecSuccess, "read");
    is(CMSDecoderGetNumSigners(decoder, &number), errSecSuccess, "signers");
    is((long)number, 0, "no signers");
    CFDataRef content = encoded;
    is(CMSDecoderCopyContent(decoder, &content), errSecSuccess, "its content");
    holds(content == NULL, "NULL for what is absent");
    CFArrayRef all = NULL;
    is(CMSDecoderCopyAllCerts(decoder, &all), errSecSuccess, "its certificates");
    holds(all && CFArrayGetCount(all) == 1 && CFEqual(CFArrayGetValueAtIndex(all, 0), held),
          "the certificate");
    if (all) CFRelease(all);
    CFRelease(encoded);
  }
  CFRelease(decoder);
  CFRelease(encoder);
}

int main(int count, char **words) {
  if (count < 2) return 2;
  SecCertificateRef held = certificate(words[1]);
  messages(held);
  CFRelease(held);
  printf("messages of C: %d wrong\n", wrong);
  return wrong != 0;
}
