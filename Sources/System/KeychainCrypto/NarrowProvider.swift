// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL

/// A provider for libcrypto that offers only the algorithms that Latchkey uses.
///
/// When an algorithm is first fetched, libcrypto creates an object for every algorithm of that kind
/// (for example, every cipher) in the context's providers. The default provider has 124 ciphers,
/// and Latchkey needs two. Creating all of them took a fifth of the time in which a new process
/// opens its store (Documentation/Performance.md).
///
/// The default provider is therefore loaded into a context in which Latchkey fetches nothing. A
/// second context offers only the default provider's entries for the required algorithms. If an
/// algorithm needs another algorithm, its functions fetch that one from the first context: scrypt,
/// for example, fetches SHA-256.
@safe
struct NarrowProvider: @unchecked Sendable {
  private static let name = "latchkey"

  /// The provider that the whole process uses.
  ///
  /// The provider is never freed, because libcrypto keeps pointers to it.
  private static let shared = NarrowProvider()

  /// The pointer to the default provider's internal state.
  ///
  /// libcrypto passes this pointer to the functions of the provider's algorithms.
  private let context: UnsafeMutableRawPointer
  private let ciphers: UnsafePointer<OSSL_ALGORITHM>
  private let derivations: UnsafePointer<OSSL_ALGORITHM>
  private let functions: UnsafePointer<OSSL_DISPATCH>

  /// Creates a library context that has only the algorithms of this provider.
  ///
  /// Nil if libcrypto cannot create the context.
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

  /// The type of the function by which libcrypto asks a provider for its algorithms of one kind.
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

  /// Copies a provider's entries for the named algorithms, followed by an empty entry that ends the
  /// list.
  ///
  /// Nil if an algorithm is missing.
  ///
  /// - Parameter operation: libcrypto's number for the kind of algorithm, for example ciphers.
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
      // OpenSSL documents the first of an entry's names, which are separated by colons.
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
