// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL

/// A provider of libcrypto that offers what we use and nothing else, as the default one has it.
///
/// At the first fetch libcrypto makes an object of every algorithm of its kind that the providers
/// of a context offer. Of the default provider those are 124 ciphers for our two, and took a fifth
/// of the time in which a new process opens its store (Documentation/Performance.md). So the
/// default provider is loaded into a context in which we fetch nothing, and its entries for our
/// algorithms are offered in a second one. What its functions need themselves, scrypt its SHA-256,
/// they fetch in the first.
@safe
struct NarrowProvider: @unchecked Sendable {
  private static let name = "latchkey"

  /// Never freed: libcrypto keeps what it points to.
  private static let shared = NarrowProvider()

  /// The default provider's own, which libcrypto hands to the functions of the algorithms.
  private let context: UnsafeMutableRawPointer
  private let ciphers: UnsafePointer<OSSL_ALGORITHM>
  private let derivations: UnsafePointer<OSSL_ALGORITHM>
  private let functions: UnsafePointer<OSSL_DISPATCH>

  /// A library context with our algorithms only; nil where libcrypto does not make one.
  static func makeContext() -> OpaquePointer? {
    guard shared != nil, let library = unsafe OSSL_LIB_CTX_new() else { return nil }
    let isAdded = unsafe OSSL_PROVIDER_add_builtin(library, name) { _, _, functions, context in
      guard let provider = NarrowProvider.shared else { return 0 }
      unsafe functions?.pointee = provider.functions
      unsafe context?.pointee = provider.context
      return 1
    }
    guard isAdded == 1, unsafe OSSL_PROVIDER_load(library, name) != nil else { return nil }
    return unsafe library
  }

  private init?() {
    guard let library = unsafe OSSL_LIB_CTX_new(),
      let provider = unsafe OSSL_PROVIDER_load(library, "default"),
      let context = unsafe OSSL_PROVIDER_get0_provider_ctx(provider),
      let ciphers = unsafe Self.entries(provider, OSSL_OP_CIPHER, ["AES-256-ECB", "AES-256-GCM"]),
      let derivations = unsafe Self.entries(provider, OSSL_OP_KDF, ["SCRYPT"])
    else { return nil }
    unsafe self.context = context
    unsafe self.ciphers = ciphers
    unsafe self.derivations = derivations
    let query: Query = { _, operation, mayNotKeep in
      unsafe mayNotKeep?.pointee = 0
      return unsafe NarrowProvider.shared?.entries(of: operation)
    }
    let table = UnsafeMutablePointer<OSSL_DISPATCH>.allocate(capacity: 2)
    unsafe table.initialize(
      to: OSSL_DISPATCH(
        function_id: OSSL_FUNC_PROVIDER_QUERY_OPERATION,
        function: unsafeBitCast(query, to: (@convention(c) () -> Void).self)))
    unsafe (table + 1).initialize(to: OSSL_DISPATCH())
    unsafe functions = UnsafePointer(table)
  }

  /// What libcrypto asks a provider for the algorithms of a kind by.
  private typealias Query =
    @convention(c) (UnsafeMutableRawPointer?, CInt, UnsafeMutablePointer<CInt>?) ->
    UnsafePointer<OSSL_ALGORITHM>?

  private func entries(of operation: CInt) -> UnsafePointer<OSSL_ALGORITHM>? {
    switch operation {
    case OSSL_OP_CIPHER: unsafe ciphers
    case OSSL_OP_KDF: unsafe derivations
    default: nil
    }
  }

  /// A provider's entries for some algorithms of a kind, with the empty one at the end; nil where
  /// one of them is missing.
  private static func entries(_ provider: OpaquePointer, _ operation: CInt, _ names: [String])
    -> UnsafePointer<OSSL_ALGORITHM>?
  {
    var mayNotKeep: CInt = 0
    guard
      var next = unsafe OSSL_PROVIDER_query_operation(provider, operation, &mayNotKeep),
      mayNotKeep == 0
    else { return nil }
    let chosen = UnsafeMutablePointer<OSSL_ALGORITHM>.allocate(capacity: names.count + 1)
    unsafe chosen.initialize(repeating: OSSL_ALGORITHM(), count: names.count + 1)
    var count = 0
    while let text = unsafe next.pointee.algorithm_names, count < names.count {
      // The first of an entry's names, between colons, is the one in OpenSSL's documentation.
      let first = unsafe String(cString: text).prefix { $0 != ":" }
      if names.contains(String(first)) {
        unsafe chosen[count] = next.pointee
        count += 1
      }
      unsafe next += 1
    }
    guard count == names.count else { return nil }
    return unsafe UnsafePointer(chosen)
  }
}
