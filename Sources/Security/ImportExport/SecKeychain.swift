// SPDX-License-Identifier: Apache-2.0

/// A keychain as an object.
///
/// No function gives one before file-based keychains exist; the one that the package makes stands
/// for this store (Documentation/Decisions/import-export.md).
public final class SecKeychain: Sendable {
  package init() {}
}

/// An access list of a file-based keychain: the type of parameters that are nil until those exist.
public final class SecAccess: Sendable {
  init() {}
}
