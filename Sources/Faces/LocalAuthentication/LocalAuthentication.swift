// SPDX-License-Identifier: Apache-2.0

// As on Apple's systems, a file that imports this module sees Security and Foundation too
// (Specification/swift-source-compat.md, "How clients get the module").
@_exported public import Security
