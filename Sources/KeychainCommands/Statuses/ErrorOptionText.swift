// SPDX-License-Identifier: Apache-2.0

extension CommandTable {
  /// What stands behind the usage line of `error`.
  static let errorOptions = """

        status  a number (-25300, 25300, 0xFFFF9D2C), a name (errSecItemNotFound)
            or the exit status of a command (44)
    """
}
