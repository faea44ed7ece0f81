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

  func add(_ item: Reading<NewItem>) throws(KeychainError) -> Match? {
    try run(item.value?.interaction ?? .allow) { (evidence) throws(KeychainError) in
      try service.add(item.bringing(evidence))
    }
  }

  func copyMatching(_ query: Reading<Query>) throws(KeychainError) -> [Match] {
    try run(query.value?.interaction ?? .allow) { (evidence) throws(KeychainError) in
      try service.copyMatching(query.bringing(evidence))
    }
  }

  func update(_ query: Reading<Query>, setting changes: Reading<Changes>) throws(KeychainError) {
    try run(query.value?.interaction ?? .allow) { (evidence) throws(KeychainError) in
      try service.update(query.bringing(evidence), setting: changes)
    }
  }

  func delete(_ query: Reading<Query>) throws(KeychainError) {
    try run(query.value?.interaction ?? .allow) { (evidence) throws(KeychainError) in
      try service.delete(query.bringing(evidence))
    }
  }
}

extension Reading {
  fileprivate var value: Value? {
    guard case .success(let value) = outcome else { return nil }
    return value
  }
}
