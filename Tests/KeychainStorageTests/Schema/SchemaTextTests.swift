// SPDX-License-Identifier: Apache-2.0
import KeychainStorage
import KeychainTypes
import Testing

/// Tests of the tables that the schema makes.
@Suite struct SchemaTextTests {
  @Test(arguments: ItemClass.stored)
  func everyDigestedAttributeHasItsColumn(_ itemClass: ItemClass) {
    let layout = TableLayout.of(itemClass)
    let table = SchemaText.table(layout)
    for row in Schema.of(itemClass).digested {
      #expect(table.contains(" d_\(row.attribute.name) BLOB"), "\(row.attribute)")
      #expect(layout.place(of: row.attribute) != nil)
    }
    #expect(layout.digests.count <= 64, "a plan's columns are the bits of one word")
    for row in Schema.of(itemClass).rows where row.roles.contains(.indexed) {
      let isLed =
        layout.search.contains { $0.leading[0] == row.attribute }
        || row.attribute == .accessGroup
      #expect(isLed, "\(row.attribute) has no index")
    }
  }

  @Test func genericPasswords() {
    let layout = TableLayout.of(.genericPassword)
    let key = "substr(d_svce, 1, 8), substr(d_acct, 1, 8), substr(d_agrp, 1, 8)"
    #expect(
      SchemaText.indexes(layout) == [
        "CREATE UNIQUE INDEX genp_slot ON genp(slot)",
        "CREATE UNIQUE INDEX genp_persistref ON genp(persistref)",
        "CREATE UNIQUE INDEX genp_uuid ON genp(uuid)",
        "CREATE INDEX genp_key ON genp(\(key)) WHERE tomb = 0",
        "CREATE INDEX genp_labl ON genp(substr(d_labl, 1, 8), substr(d_agrp, 1, 8))"
          + " WHERE tomb = 0 AND d_labl IS NOT NULL",
        "CREATE INDEX genp_acct ON genp(substr(d_acct, 1, 8), substr(d_agrp, 1, 8))"
          + " WHERE tomb = 0",
        "CREATE INDEX genp_agrp ON genp(substr(d_agrp, 1, 8), sync) WHERE tomb = 0",
      ])
  }
}
