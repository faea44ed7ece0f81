// SPDX-License-Identifier: Apache-2.0
import KeychainComposition
import KeychainTypes

extension EvidenceLoop {
  /// The loop of a call: in the context of its dictionary, with what its request says of prompts.
  init(_ dictionary: ForeignDictionary, _ request: Request, for service: ServiceChoice.Service) {
    let given = dictionary.context
    self.init(
      in: given?.authenticationContext, request.pairs.interaction, prompt: dictionary.prompt,
      asking: {
        // A rehearsal asks nobody, whatever the objects in it remember.
        let remembered = request.rehearsal == nil ? given?.installation : nil
        return AuthenticatorChoice.current(remembered, for: service)
      })
  }
}
