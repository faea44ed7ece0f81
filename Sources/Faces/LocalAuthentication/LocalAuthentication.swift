// SPDX-License-Identifier: Apache-2.0

// As on Apple's systems, who imports this module sees Security and Foundation too
// (spec/swift-source-compat.md 2).
@_exported public import Security
