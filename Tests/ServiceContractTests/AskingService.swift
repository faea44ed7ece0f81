// SPDX-License-Identifier: Apache-2.0

import KeychainTypes
import SecureMemory

/// A service whose calls are made again with what a person has proved, as the `SecItem` functions
/// make them.
struct AskingService: KeychainService {
  let service: any KeychainService
  let person: BoundAuthenticator
  let context: AuthenticationContext?

  private func run<R>(
    _ interaction: Interaction, _ call: (Evidence?) throws(KeychainError) -> R
  ) throws(KeychainError) -> R {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    return try EvidenceLoop(in: context, interaction) { person }.run(call)
  }

  func add(_ request: Request) throws(KeychainError) -> Answer {
    try run(request.pairs.interaction) { (evidence) throws(KeychainError) in
      try service.add(request.bringing(evidence))
    }
  }

  func copyMatching(_ request: Request) throws(KeychainError) -> Answer {
    try run(request.pairs.interaction) { (evidence) throws(KeychainError) in
      try service.copyMatching(request.bringing(evidence))
    }
  }

  func update(_ request: Request) throws(KeychainError) {
    try run(request.pairs.interaction) { (evidence) throws(KeychainError) in
      try service.update(request.bringing(evidence))
    }
  }

  func delete(_ request: Request) throws(KeychainError) {
    try run(request.pairs.interaction) { (evidence) throws(KeychainError) in
      try service.delete(request.bringing(evidence))
    }
  }
}
