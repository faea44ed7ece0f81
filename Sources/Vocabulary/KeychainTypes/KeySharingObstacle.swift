// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// The reason why other processes of the user do not find a key that this process holds
/// (Decisions/key-agent.md).
///
/// A key is first given to the kernel, and then to the key agent. The obstacle has one reason for
/// each of them.
package struct KeySharingObstacle: Hashable, Sendable {
  /// The reason why the kernel does not hold the key.
  package enum Kernel: Hashable, Sendable {
    /// The kernel refuses keyrings to this process, as in many containers.
    case refuses
    /// The user has no room for another key; the quota is nil if it is not known.
    case isFull(KernelKeyring.Quota?)
  }

  /// The reason why the key agent does not hold the key.
  package enum Agent: Hashable, Sendable {
    /// The agent's program, `latchkey-prompt`, is not installed.
    ///
    /// A process with borrowed rights (set-user-ID) starts no program, and has this reason too.
    case notInstalled
    case doesNotStart
    case doesNotAnswer
    /// A process of another user has the agent's name.
    case isForeign
    case isFull
  }

  package let kernel: Kernel
  package let agent: Agent

  package init(_ kernel: Kernel, _ agent: Agent) { (self.kernel, self.agent) = (kernel, agent) }
}
