// SPDX-License-Identifier: Apache-2.0
import FileKeychain

/// Brings a dump of the second implementation into the form of `KeychainDescription`.
enum ExchangeComparison {
  /// Returns a dump with its records in the order of their numbers.
  ///
  /// The second implementation shows the secret of an item with a wrong digest, which our code
  /// refuses.
  static func normalised(_ dump: JSONValue) -> JSONValue {
    guard case .object(var whole) = dump else { return dump }
    let isPartitioned = dump["version"].number == 0x200
    whole["tables"] = .list(
      dump["tables"].list.map { table in
        guard case .object(var fields) = table else { return table }
        let records = table["records"].list
          .sorted { $0["number"].number ?? 0 < $1["number"].number ?? 0 }
        fields["records"] = .list(isPartitioned ? records.map(refusingWrongDigest) : records)
        return .object(fields)
      })
    return .object(whole)
  }

  private static func refusingWrongDigest(_ record: JSONValue) -> JSONValue {
    guard case .object(var fields) = record, record["integrity"]["stored"] != .null,
      record["integrity"]["equal"] == false, record["isGroupKey"] != true,
      record["macValid"] == true
    else { return record }
    fields["secret"] = "refused: wrong digest"
    return .object(fields)
  }
}
