// SPDX-License-Identifier: Apache-2.0
import KeychainCommands
import KeychainExplaining
import KeychainTypes
import Testing

/// Tests that the tables of explanations agree with those of the command.
///
/// Explanations are a layer below the command, so they have tables of their own.
@Suite("Tables of explanations and of the command") struct AgreedTableTests {
  @Test("an attribute has the option that the command reads it from") func letters() {
    #expect(UpdateCommand.letters.count > 10)
    for (attribute, option) in UpdateCommand.letters {
      let readers = [PasswordAttributes.generic, .internet].flatMap { attributes in
        attributes.letters.filter { $0.value.attribute == attribute }.map { "-\($0.key)" }
      }
      #expect(Set(readers) == [option], "\(attribute.name)")
    }
  }
}
