// SPDX-License-Identifier: Apache-2.0
import Authentication
import Glibc
import SecureMemory

// `latchkey-prompt [--service-directory DIR]` serves one request of `HelperProgram` over the socket
// that is its standard input. `latchkey-prompt --hold-keys` is the key agent. Only `HelperProgram`
// starts this program. The program has no secret and no right that its caller does not have.
ProcessDumps.refuse()
exit(PromptProgram.run(ProgramArguments.texts))
