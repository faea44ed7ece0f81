// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

/// Every target is built with these; STYLE.md says why.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// Library evolution is for the faces only, and only in the SDK build (DESIGN section 3), whose clients
/// see its warnings as theirs.
let isSDK = Context.environment["LATCHKEY_SDK"] == "1"
let resilience = [
  "-enable-library-evolution", "-emit-module-interface", "-no-warnings-as-errors",
]
let face = isSDK ? strict + [.unsafeFlags(resilience)] : strict

func library(_ name: String, imports: [Target.Dependency] = [], settings: [SwiftSetting] = strict)
  -> Target
{
  .target(name: name, dependencies: imports, swiftSettings: settings)
}

func tests(_ name: String, imports: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(name: name, dependencies: imports, exclude: exclude, swiftSettings: strict)
}

var products: [Product] = [
  .library(name: "Security", targets: ["Security"]),
  .library(name: "LocalAuthentication", targets: ["LocalAuthentication"]),
  .library(name: "KeychainDiagnostics", targets: ["KeychainDiagnostics"]),
  .library(name: "KeychainTesting", targets: ["KeychainTesting"]),
  .executable(name: "security", targets: ["SecurityTool"]),
  .executable(name: "latchkey-prompt", targets: ["PromptTool"]),
]
if isSDK {
  products.append(
    .library(
      name: "SecuritySDK", type: .static,
      targets: ["Security", "LocalAuthentication", "KeychainDiagnostics", "SecurityC"]))
}

/// The C ABI needs flags that a package others depend on may not have, and it is all border: every
/// line of it would be marked `unsafe`.
let toolchain = Context.environment["LATCHKEY_TOOLCHAIN"] ?? "/usr"
let blocks = [
  "-fblocks", "-fcf-runtime-abi=swift-5.0", "-I\(toolchain)/lib/swift_static",
  "-I\(toolchain)/lib/swift_static/Block",
]
let border: [Target] =
  isSDK
  ? [
    .target(name: "CLatchkeySecurity", cSettings: [.unsafeFlags(blocks)]),
    .target(
      name: "SecurityC",
      dependencies: [
        "Security", "LocalAuthentication", "KeychainDiagnostics", "CLatchkeySecurity",
      ],
      swiftSettings: [.unsafeFlags(blocks.flatMap { ["-Xcc", $0] })]),
  ] : []

/// How the scripts link the two programs in release (Scripts/builds.bash).
///
/// The manifest has no flags without that variable: a package with flags could not be depended on.
let linking: [LinkerSetting] =
  Context.environment["LATCHKEY_LINK"].map { flags in
    [.unsafeFlags(flags.split(separator: "\n").map(String.init), .when(configuration: .release))]
  } ?? []

/// The benchmarks are a program of this package, so that they share its one build in release; users
/// of the package do not see it (Scripts/bench.sh).
let benchmarks: [Target] =
  Context.environment["LATCHKEY_BENCH"] == "1"
  ? [
    .executableTarget(
      name: "Bench",
      dependencies: [
        "Security", "KeychainComposition", "KeychainExplanations", "KeychainEngine",
        "CodeIdentity", "KeychainTypes", "SecureMemory", "CLatchkeySQLite", "CLatchkeyOpenSSL",
      ],
      path: "Benchmarks/Sources/Bench")
  ] : []

let package = Package(
  name: "latchkey",
  products: products,
  targets: [
    // Foundations: system libraries, the C that Swift cannot say, memory for secrets, libcrypto.
    .systemLibrary(
      name: "CLatchkeyOpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(
      name: "CLatchkeySQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    // The helper program's, and no library's.
    .systemLibrary(name: "CLatchkeyPAM"),
    .systemLibrary(
      name: "CLatchkeySystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .target(name: "CLatchkey"),
    // The command's, and no library's: a client may need ICU.
    .target(name: "CLatchkeyNoICU"),
    // Functions of Foundation that its Swift module does not show.
    .target(name: "CLatchkeyFoundation"),
    library("SecureMemory", imports: ["CLatchkey"]),
    library("KeychainCrypto", imports: ["SecureMemory", "CLatchkeyOpenSSL"]),

    // Vocabulary.
    library("KeychainTypes", imports: ["SecureMemory"]),

    // Capabilities.
    library("Keybag", imports: ["KeychainTypes", "SecureMemory", "KeychainCrypto"]),
    library("KeychainPages", imports: ["KeychainTypes"]),
    library("KeychainFiles", imports: ["KeychainTypes", "CLatchkey"]),
    library(
      "KeychainStorage",
      imports: [
        "KeychainTypes", "SecureMemory", "KeychainCrypto", "KeychainFiles", "KeychainPages",
        "CLatchkeySQLite",
      ]),
    library(
      "KeychainRows",
      imports: [
        "KeychainTypes", "SecureMemory", "Keybag", "KeychainPages", "KeychainStorage",
      ]),
    library(
      "CodeIdentity", imports: ["KeychainTypes", "SecureMemory", "KeychainCrypto", "CLatchkey"]),

    library("Authentication", imports: ["KeychainTypes", "SecureMemory", "CLatchkey"]),
    library("CryptoObjects", imports: ["KeychainTypes", "SecureMemory", "KeychainCrypto"]),
    library("KeychainRequests", imports: ["KeychainTypes", "SecureMemory", "CryptoObjects"]),
    library(
      "ExternalFormats",
      imports: ["KeychainTypes", "SecureMemory", "KeychainCrypto", "CryptoObjects"]),
    library(
      "CertificateTrust",
      imports: ["KeychainTypes", "SecureMemory", "KeychainCrypto", "CryptoObjects"]),

    // Engine.
    library(
      "KeychainEngine",
      imports: [
        "KeychainTypes", "SecureMemory", "Keybag", "KeychainFiles", "KeychainPages",
        "KeychainStorage", "KeychainRows", "CodeIdentity", "Authentication", "CryptoObjects",
        "KeychainRequests",
      ]),

    // What can be told of a call: facts, findings, reports; and who finds them in the store.
    library(
      "KeychainExplanations", imports: ["KeychainTypes", "SecureMemory", "KeychainRequests"]),
    library(
      "KeychainExplaining",
      imports: [
        "KeychainTypes", "SecureMemory", "Keybag", "KeychainStorage", "KeychainRows",
        "CodeIdentity", "CryptoObjects", "KeychainEngine", "KeychainExplanations",
      ]),

    // Faces, and what they share.
    library(
      "KeychainComposition",
      imports: ["KeychainTypes", "SecureMemory", "KeychainEngine", "CLatchkeyFoundation"]),
    library(
      "KeychainTracing",
      imports: [
        "KeychainTypes", "SecureMemory", "KeychainCrypto", "KeychainEngine",
        "KeychainComposition", "KeychainExplanations", "KeychainExplaining",
      ]),
    library(
      "Security",
      imports: [
        "KeychainTypes", "SecureMemory", "CryptoObjects", "ExternalFormats", "CertificateTrust",
        "KeychainRequests", "KeychainEngine", "KeychainComposition", "KeychainExplanations",
        "KeychainTracing",
      ], settings: face),
    library(
      "LocalAuthentication",
      imports: [
        "KeychainTypes", "SecureMemory", "KeychainComposition", "KeychainExplanations",
        "KeychainTracing", "Security",
      ], settings: face),
    library(
      "KeychainDiagnostics",
      imports: [
        "KeychainTypes", "SecureMemory", "KeychainComposition", "KeychainExplanations",
        "KeychainExplaining", "KeychainTracing", "Security",
      ], settings: face),
    library("UserFiles", imports: ["SecureMemory"]),
    library(
      "KeychainCommands",
      imports: [
        "KeychainTypes", "SecureMemory", "CodeIdentity", "Authentication", "CryptoObjects",
        "ExternalFormats", "CertificateTrust", "UserFiles",
      ]),
    library(
      "KeychainTesting",
      imports: [
        "KeychainTypes", "SecureMemory", "KeychainCrypto", "Keybag", "KeychainRequests",
        "KeychainEngine", "Security", "KeychainExplanations", "KeychainExplaining",
        "KeychainDiagnostics",
      ], settings: face),

    library(
      "DiagnosisCommands",
      imports: [
        "KeychainTypes", "SecureMemory", "KeychainExplanations", "KeychainExplaining",
        "KeychainDiagnostics", "KeychainTracing", "KeychainComposition", "KeychainCommands",
        "KeychainFiles", "CodeIdentity", "Security",
      ]),

    // Programs.
    .executableTarget(
      name: "SecurityTool",
      dependencies: [
        "KeychainCommands", "DiagnosisCommands", "KeychainEngine", "KeychainTypes", "SecureMemory",
        "Authentication", "CLatchkeyNoICU",
      ],
      swiftSettings: strict, linkerSettings: linking),

    // PAM and fprintd, so that no application links their libraries.
    .executableTarget(
      name: "PromptTool",
      dependencies: ["Authentication", "SecureMemory", "CLatchkeyPAM", "CLatchkeySystemd"],
      swiftSettings: strict, linkerSettings: linking),

    // A process for tests that need one of their own: killed, forked, dumped, one of many.
    .executableTarget(
      name: "StoreWorker",
      dependencies: [
        "KeychainEngine", "KeychainExplaining", "KeychainTracing", "KeychainStorage",
        "KeychainRows", "Keybag", "KeychainTypes", "SecureMemory", "Security",
        "LocalAuthentication", "Authentication", "CLatchkey", "TestPatience",
      ],
      path: "Tests/StoreWorker", swiftSettings: strict),

    // The same for prompts: with a terminal of its own, signalled, killed, counted.
    .executableTarget(
      name: "PromptWorker", dependencies: ["Authentication", "SecureMemory", "TestPatience"],
      path: "Tests/PromptWorker", swiftSettings: strict),

    // Tests, bottom up.
    .target(
      name: "KeychainContract", dependencies: ["KeychainTypes", "SecureMemory"],
      path: "Tests/KeychainContract", swiftSettings: strict),
    .target(name: "TestVectors", path: "Tests/TestVectors", swiftSettings: strict),
    // Without the Testing library, as the two workers wait too.
    .target(name: "TestPatience", path: "Tests/TestPatience", swiftSettings: strict),
    tests("SecureMemoryTests", imports: ["SecureMemory"]),
    tests("KeychainCryptoTests", imports: ["KeychainCrypto", "SecureMemory", "TestVectors"]),
    tests("KeychainTypesTests", imports: ["KeychainTypes", "SecureMemory"]),
    tests(
      "CryptoObjectsTests",
      imports: [
        "CryptoObjects", "ExternalFormats", "KeychainTypes", "SecureMemory", "KeychainCrypto",
        "TestVectors", "TestPatience",
      ]),
    tests(
      "CertificateTrustTests",
      imports: [
        "CertificateTrust", "CryptoObjects", "KeychainTypes", "SecureMemory", "KeychainCrypto",
        "TestVectors", "TestPatience",
      ]),
    tests(
      "KeybagTests",
      imports: [
        "Keybag", "KeychainTypes", "SecureMemory", "KeychainCrypto", "TestVectors", "TestPatience",
      ]),
    tests(
      "KeychainStorageTests",
      imports: [
        "KeychainStorage", "KeychainFiles", "KeychainPages", "KeychainTypes", "SecureMemory",
        "CLatchkeySQLite", "TestPatience",
      ]),
    tests("CodeIdentityTests", imports: ["CodeIdentity", "KeychainTypes", "TestPatience"]),
    tests(
      "KeychainEngineTests",
      imports: [
        "KeychainEngine", "KeychainTypes", "SecureMemory", "Keybag", "KeychainPages",
        "KeychainFiles", "KeychainRequests", "KeychainRows", "KeychainStorage",
        "CodeIdentity", "CLatchkeySQLite", "CLatchkey", "KeychainCrypto", "TestVectors",
        "TestPatience",
      ]),
    tests(
      "ServiceContractTests",
      imports: [
        "KeychainContract", "KeychainEngine", "Keybag", "KeychainTypes", "SecureMemory",
      ]),
    tests(
      "SecurityTests",
      imports: [
        "Security", "KeychainTesting", "KeychainRequests", "KeychainTypes", "SecureMemory",
        "KeychainCrypto", "CLatchkey", "TestVectors", "TestPatience",
      ]),
    tests(
      "KeychainTestingTests",
      imports: [
        "KeychainTesting", "Security", "LocalAuthentication", "KeychainEngine", "KeychainTypes",
        "SecureMemory", "TestPatience",
      ]),
    tests(
      "KeychainDiagnosticsTests",
      imports: [
        "KeychainDiagnostics", "KeychainTesting", "Security", "LocalAuthentication",
        "KeychainExplanations", "KeychainExplaining", "KeychainEngine", "KeychainStorage",
        "KeychainTypes", "SecureMemory", "DiagnosisCommands", "TestPatience",
      ]),
    tests(
      "AuthenticationTests",
      imports: ["Authentication", "KeychainTypes", "SecureMemory", "TestVectors", "TestPatience"]),
    tests(
      "LocalAuthenticationTests",
      imports: [
        "LocalAuthentication", "Security", "KeychainTesting", "KeychainTypes", "SecureMemory",
        "TestPatience",
      ]),
    tests(
      "KeychainCommandsTests",
      imports: [
        "KeychainCommands", "DiagnosisCommands", "KeychainExplanations", "KeychainRequests",
        "KeychainTypes", "SecureMemory", "TestVectors", "TestPatience", "UserFiles",
      ]),
    tests("TranscriptTests", imports: ["CLatchkey", "TestPatience"], exclude: ["Transcripts"]),
    tests("ArchitectureTests", imports: ["TestPatience"]),
  ] + border + benchmarks,
  swiftLanguageModes: [.v6]
)
