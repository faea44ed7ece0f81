// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

/// The settings of every target.
///
/// STYLE.md explains them.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// The settings of the faces.
///
/// Library evolution is only for the build of the SDK (ARCHITECTURE.md, "Builds").
///
/// Clients of the SDK see its warnings as theirs, so warnings are not errors there.
let isSDK = Context.environment["LATCHKEY_SDK"] == "1"
let resilience = [
  "-enable-library-evolution", "-emit-module-interface", "-no-warnings-as-errors",
]
let face = isSDK ? strict + [.unsafeFlags(resilience)] : strict

/// The folders below `Sources`, from the lowest.
///
/// A target imports targets of its own folder or of lower ones.
enum Stratum: String {
  case system = "System"
  case vocabulary = "Vocabulary"
  case capabilities = "Capabilities"
  case engine = "Engine"
  case faces = "Faces"
  case programs = "Programs"

  func path(of target: String) -> String { "Sources/\(rawValue)/\(target)" }
}

func library(
  _ name: String, in stratum: Stratum, imports: [Target.Dependency] = [],
  settings: [SwiftSetting] = strict
) -> Target {
  .target(
    name: name, dependencies: imports, path: stratum.path(of: name), swiftSettings: settings)
}

/// A system library that is found by pkg-config or by its module map alone.
func system(_ name: String, pkgConfig: String? = nil, package: String? = nil) -> Target {
  .systemLibrary(
    name: name, path: Stratum.system.path(of: name), pkgConfig: pkgConfig,
    providers: package.map { [.apt([$0])] })
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

/// The flags and targets of the C ABI.
///
/// A package that others depend on may not have these flags. Strict memory safety is off: every
/// line here is a border to C and would be marked `unsafe`.
let toolchain = Context.environment["LATCHKEY_TOOLCHAIN"] ?? "/usr"
let blocks = [
  "-fblocks", "-fcf-runtime-abi=swift-5.0", "-I\(toolchain)/lib/swift_static",
  "-I\(toolchain)/lib/swift_static/Block",
]
let border: [Target] =
  isSDK
  ? [
    .target(
      name: "CLatchkeySecurity", path: Stratum.faces.path(of: "CLatchkeySecurity"),
      cSettings: [.unsafeFlags(blocks)]),
    .target(
      name: "SecurityC",
      dependencies: [
        "Security", "LocalAuthentication", "KeychainDiagnostics", "CLatchkeySecurity",
      ],
      path: Stratum.faces.path(of: "SecurityC"),
      swiftSettings: [.unsafeFlags(blocks.flatMap { ["-Xcc", $0] })]),
  ] : []

/// The flags with which the scripts link the two programs in release (Scripts/builds.bash).
///
/// Without that variable the manifest has no flags: a package with flags cannot be depended on.
let linking: [LinkerSetting] =
  Context.environment["LATCHKEY_LINK"].map { flags in
    [.unsafeFlags(flags.split(separator: "\n").map(String.init), .when(configuration: .release))]
  } ?? []

/// The benchmarks are a program of this package, so that they share its one build in release.
///
/// Users of the package do not see it (Scripts/bench.sh).
let benchmarks: [Target] =
  Context.environment["LATCHKEY_BENCH"] == "1"
  ? [
    .executableTarget(
      name: "Bench",
      dependencies: [
        "Security", "KeychainComposition", "KeychainExplaining", "KeychainEngine", "CodeIdentity",
        "KeychainTypes", "SecureMemory", "CLatchkeySQLite", "CLatchkeyOpenSSL", "FileKeychain",
        "UserFiles",
      ],
      path: "Benchmarks/Sources/Bench")
  ] : []

let package = Package(
  name: "latchkey",
  products: products,
  targets: [
    // System: libraries of the system, C that Swift cannot express, memory for secrets, libcrypto.
    system("CLatchkeyOpenSSL", pkgConfig: "libcrypto", package: "libssl-dev"),
    system("CLatchkeySQLite", pkgConfig: "sqlite3", package: "libsqlite3-dev"),
    // Only the helper program uses these two, and no library does.
    system("CLatchkeyPAM"),
    system("CLatchkeySystemd", pkgConfig: "libsystemd", package: "libsystemd-dev"),
    .target(name: "CLatchkey", path: Stratum.system.path(of: "CLatchkey")),
    // Only the command uses this one, and no library does: a client may need ICU.
    .target(name: "CLatchkeyNoICU", path: Stratum.system.path(of: "CLatchkeyNoICU")),
    // Functions of Foundation that its Swift module does not show.
    .target(name: "CLatchkeyFoundation", path: Stratum.system.path(of: "CLatchkeyFoundation")),
    library("SecureMemory", in: .system, imports: ["CLatchkey"]),
    library("KeychainCrypto", in: .system, imports: ["SecureMemory", "CLatchkeyOpenSSL"]),

    // Vocabulary.
    library("KeychainTypes", in: .vocabulary, imports: ["SecureMemory"]),

    // Capabilities, which do not know the calls that callers make.
    library(
      "Keybag", in: .capabilities, imports: ["KeychainTypes", "SecureMemory", "KeychainCrypto"]),
    library(
      "KeychainStorage", in: .capabilities,
      imports: [
        "KeychainTypes", "SecureMemory", "KeychainCrypto", "CLatchkey", "CLatchkeySQLite",
        "UserFiles",
      ]),
    library(
      "KeychainRows", in: .capabilities,
      imports: ["KeychainTypes", "SecureMemory", "Keybag", "KeychainStorage"]),
    library(
      "FileKeychain", in: .capabilities,
      imports: [
        "KeychainTypes", "SecureMemory", "KeychainCrypto", "CryptoObjects", "ExternalFormats",
        "KeychainRequests", "Authentication", "UserFiles",
      ]),
    library(
      "CodeIdentity", in: .capabilities,
      imports: ["KeychainTypes", "SecureMemory", "KeychainCrypto", "CLatchkey"]),
    library(
      "Authentication", in: .capabilities, imports: ["KeychainTypes", "SecureMemory", "CLatchkey"]),
    library(
      "CryptoObjects", in: .capabilities,
      imports: ["KeychainTypes", "SecureMemory", "KeychainCrypto"]),
    library(
      "KeychainRequests", in: .capabilities,
      imports: ["KeychainTypes", "SecureMemory", "CryptoObjects"]),
    library(
      "ExternalFormats", in: .capabilities,
      imports: ["KeychainTypes", "SecureMemory", "KeychainCrypto", "CryptoObjects"]),
    library(
      "CertificateTrust", in: .capabilities,
      imports: ["KeychainTypes", "SecureMemory", "KeychainCrypto", "CryptoObjects", "UserFiles"]),
    library(
      "UserFiles", in: .capabilities, imports: ["KeychainTypes", "SecureMemory", "CLatchkey"]),

    // Engine: the service, its composition in this process, and the explanation of its answers.
    library(
      "KeychainEngine", in: .engine,
      imports: [
        "KeychainTypes", "SecureMemory", "Keybag", "KeychainStorage", "KeychainRows",
        "CodeIdentity", "Authentication", "CryptoObjects", "KeychainRequests", "UserFiles",
      ]),
    library(
      "KeychainComposition", in: .engine,
      imports: [
        "KeychainTypes", "SecureMemory", "FileKeychain", "KeychainEngine", "CLatchkeyFoundation",
      ]),
    library(
      "KeychainExplaining", in: .engine,
      imports: [
        "KeychainTypes", "SecureMemory", "KeychainCrypto", "Keybag", "KeychainStorage",
        "KeychainRows", "KeychainRequests", "CodeIdentity", "CryptoObjects", "KeychainEngine",
        "KeychainComposition",
      ]),

    // Faces.
    library(
      "Security", in: .faces,
      imports: [
        "KeychainTypes", "SecureMemory", "CryptoObjects", "ExternalFormats", "CertificateTrust",
        "KeychainRequests", "FileKeychain", "KeychainEngine", "KeychainComposition",
        "KeychainExplaining",
      ], settings: face),
    library(
      "LocalAuthentication", in: .faces,
      imports: [
        "KeychainTypes", "SecureMemory", "KeychainComposition", "KeychainExplaining", "Security",
      ], settings: face),
    library(
      "KeychainDiagnostics", in: .faces,
      imports: [
        "KeychainTypes", "SecureMemory", "KeychainComposition", "KeychainExplaining", "Security",
      ], settings: face),
    library(
      "KeychainTesting", in: .faces,
      imports: [
        "KeychainTypes", "SecureMemory", "KeychainCrypto", "Keybag", "KeychainRequests",
        "KeychainEngine", "Security", "KeychainExplaining", "KeychainDiagnostics",
      ], settings: face),
    library(
      "KeychainCommands", in: .faces,
      imports: [
        "KeychainTypes", "SecureMemory", "KeychainStorage", "CodeIdentity", "Authentication",
        "CryptoObjects", "ExternalFormats", "CertificateTrust", "UserFiles",
        "FileKeychain", "KeychainComposition", "KeychainExplaining", "KeychainDiagnostics",
        "Security",
      ]),

    // Programs.
    .executableTarget(
      name: "SecurityTool",
      dependencies: [
        "KeychainCommands", "KeychainEngine", "KeychainTypes", "SecureMemory", "Authentication",
        "FileKeychain", "UserFiles", "CLatchkeyNoICU",
      ],
      path: Stratum.programs.path(of: "SecurityTool"), swiftSettings: strict,
      linkerSettings: linking),

    // PAM and fprintd are in a program of their own, so that no application links their libraries.
    .executableTarget(
      name: "PromptTool",
      dependencies: ["Authentication", "SecureMemory", "CLatchkeyPAM", "CLatchkeySystemd"],
      path: Stratum.programs.path(of: "PromptTool"), swiftSettings: strict,
      linkerSettings: linking),

    // A process for tests that need one of their own: killed, forked, dumped, one of many.
    .executableTarget(
      name: "StoreWorker",
      dependencies: [
        "KeychainEngine", "KeychainExplaining", "KeychainStorage", "KeychainRows", "Keybag",
        "KeychainTypes", "SecureMemory", "Security", "LocalAuthentication", "Authentication",
        "FileKeychain", "UserFiles", "CLatchkey", "TestPatience",
      ],
      path: "Tests/StoreWorker", swiftSettings: strict),

    // A process for tests of prompts: with a terminal of its own, signalled, killed, counted.
    .executableTarget(
      name: "PromptWorker", dependencies: ["Authentication", "SecureMemory", "TestPatience"],
      path: "Tests/PromptWorker", swiftSettings: strict),

    // Tests, bottom up.
    .target(
      name: "KeychainContract", dependencies: ["KeychainTypes", "SecureMemory"],
      path: "Tests/KeychainContract", swiftSettings: strict),
    .target(name: "TestVectors", path: "Tests/TestVectors", swiftSettings: strict),
    // This target does not use the Testing library, because the two workers wait too.
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
        "KeychainStorage", "KeychainTypes", "SecureMemory", "CLatchkeySQLite", "UserFiles",
        "TestPatience",
      ]),
    tests(
      "FileKeychainTests",
      imports: [
        "FileKeychain", "KeychainTypes", "SecureMemory", "KeychainCrypto", "CryptoObjects",
        "ExternalFormats", "UserFiles", "TestVectors", "TestPatience",
      ]),
    tests("CodeIdentityTests", imports: ["CodeIdentity", "KeychainTypes", "TestPatience"]),
    tests(
      "KeychainEngineTests",
      imports: [
        "KeychainEngine", "KeychainTypes", "SecureMemory", "Keybag", "KeychainStorage",
        "KeychainRequests", "KeychainRows", "CodeIdentity", "CLatchkeySQLite", "CLatchkey",
        "KeychainCrypto", "TestVectors", "UserFiles", "TestPatience",
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
        "KeychainCrypto", "CertificateTrust", "FileKeychain", "KeychainComposition",
        "KeychainExplaining", "CLatchkey", "TestVectors", "TestPatience",
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
        "KeychainExplaining", "KeychainEngine", "KeychainStorage", "KeychainTypes", "SecureMemory",
        "KeychainCommands", "TestPatience",
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
        "KeychainCommands", "FileKeychain", "KeychainExplaining", "KeychainRequests",
        "KeychainTypes", "SecureMemory", "TestVectors", "TestPatience", "UserFiles",
      ]),
    tests("TranscriptTests", imports: ["CLatchkey", "TestPatience"], exclude: ["Transcripts"]),
    tests("ArchitectureTests", imports: ["TestPatience"]),
  ] + border + benchmarks,
  swiftLanguageModes: [.v6]
)
