// SPDX-License-Identifier: Apache-2.0
import KeychainComposition
import KeychainTypes

extension EvidenceLoop {
  /// The loop of a call that searches.
  init(
    _ dictionary: ForeignDictionary, _ reading: Reading<Query>, for service: ServiceChoice.Service
  ) {
    self.init(dictionary, reading.value?.interaction, service)
  }

  /// The loop of a call that adds.
  init(
    _ dictionary: ForeignDictionary, _ reading: Reading<NewItem>, for service: ServiceChoice.Service
  ) {
    self.init(dictionary, reading.value?.interaction, service)
  }

  private init(
    _ dictionary: ForeignDictionary, _ interaction: Interaction?, _ service: ServiceChoice.Service
  ) {
    let given = dictionary.context
    self.init(
      in: given?.authenticationContext, interaction ?? .allow, prompt: dictionary.prompt,
      asking: { AuthenticatorChoice.current(given?.installation, for: service) })
  }
}

extension Reading {
  /// The value, where the reading is no refusal.
  fileprivate var value: Value? {
    if case .success(let value) = outcome { value } else { nil }
  }
}
