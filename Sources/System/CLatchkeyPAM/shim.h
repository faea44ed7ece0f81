// SPDX-License-Identifier: Apache-2.0
// The functions of libpam.so.0 that latchkey-prompt calls (pam(3), pam_conv(3), pam_start(3)). They
// are declared here because Debian's package of headers requires one exact version of the library.
// Installing it would upgrade PAM on a machine that is slightly out of date.
#ifndef LATCHKEY_PAM_H
#define LATCHKEY_PAM_H

typedef struct pam_handle pam_handle_t;

struct pam_message {
  int msg_style;
  const char *msg;
};

struct pam_response {
  char *resp;
  int resp_retcode;
};

struct pam_conv {
  int (*conv)(int count, const struct pam_message **messages, struct pam_response **responses,
              void *context);
  void *appdata_ptr;
};

int pam_start_confdir(const char *service, const char *user, const struct pam_conv *conversation,
                      const char *directory, pam_handle_t **handle);
int pam_authenticate(pam_handle_t *handle, int flags);
int pam_acct_mgmt(pam_handle_t *handle, int flags);
int pam_end(pam_handle_t *handle, int status);

// Results of a call.
#define PAM_SUCCESS 0
#define PAM_BUF_ERR 5
#define PAM_PERM_DENIED 6
#define PAM_AUTH_ERR 7
#define PAM_CRED_INSUFFICIENT 8
#define PAM_USER_UNKNOWN 10
#define PAM_MAXTRIES 11
#define PAM_NEW_AUTHTOK_REQD 12
#define PAM_ACCT_EXPIRED 13
#define PAM_CONV_ERR 19
#define PAM_AUTHTOK_EXPIRED 27

// Flags of pam_authenticate and pam_acct_mgmt.
#define PAM_DISALLOW_NULL_AUTHTOK 0x0001U
#define PAM_SILENT 0x8000U

// Kinds of messages, and the largest number of messages in one call.
#define PAM_PROMPT_ECHO_OFF 1
#define PAM_ERROR_MSG 3
#define PAM_TEXT_INFO 4
#define PAM_MAX_NUM_MSG 32

#endif
