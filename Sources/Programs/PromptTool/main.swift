// SPDX-License-Identifier: Apache-2.0
import Authentication
import Glibc
import SecureMemory

// `latchkey-prompt [--service-directory DIR]`: one request of `HelperProgram` over the socket that
// is standard input. Nobody else starts it, and it holds nothing that its caller does not have.
ProcessDumps.refuse()
exit(PromptProgram.run(ProgramArguments.texts))
