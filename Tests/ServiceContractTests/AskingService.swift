// SPDX-License-Identifier: Apache-2.0

import KeychainTypes
import SecureMemory

/// A service whose calls are repeated with the user's evidence, as the `SecItem` functions do.
struct AskingService: KeychainService {
  let service: any KeychainService
  let person: BoundAuthenticator
  let context: AuthenticationContext?

  func answer(_ request: Request) throws(KeychainError) -> Answer {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    let loop = EvidenceLoop(in: context, request.pairs.interaction) { person }
    return try loop.run { (evidence) throws(KeychainError) in
      try service.answer(request.bringing(evidence))
    }
  }
}
