// SPDX-License-Identifier: Apache-2.0
import Authentication
import Glibc
import TestPatience
import Testing

/// Tests of Specification/access-control.md, "Presence by finger: fprintd", with the real fprintd.
///
/// The suite has the bodies of conformance cases 70, 71 and 76, which `MachineCase` runs.
@Suite("Fingers", .serialized)
struct FingerTests {
  @Test("the reader, and the fingers by name; nothing is claimed for that")
  func sensor() throws {
    let machine = try FingerprintMachine()
    let holder = try machine.hold()
    let found = machine.helper.findSensor(
      until: .distant, cancellation: Cancellation())
    #expect(
      found
        == .success(
          FingerSensor(
            name: "Virtual device for debugging", scanType: "swipe",
            fingers: ["right-index-finger"])))
    holder.end()
  }

  @Test("an enrolled finger; three others; hints that are no attempts")
  func outcomes() throws {
    let machine = try FingerprintMachine()
    let right = FingerLog(machine)
    #expect(right.isWaiting())
    machine.reader("SCAN f1")
    #expect(right.outcome() == .matched)
    #expect(right.events.count == 1)

    let wrong = FingerLog(machine)
    for attempt in 1...3 {
      #expect(wrong.isWaiting(for: attempt))
      machine.reader("SCAN other")
      #expect(Patience.wait { wrong.failures == attempt })
    }
    #expect(wrong.outcome() == .stopped)
    #expect(wrong.failures == 3)

    let late = FingerLog(machine)
    #expect(late.isWaiting())
    machine.reader("SCAN other")
    #expect(late.isWaiting(for: 2))
    machine.reader("RETRY 1")
    #expect(Patience.wait { late.events.contains(.hint(.swipeTooShort)) })
    #expect(late.isWaiting())
    machine.reader("SCAN f1")
    #expect(late.outcome() == .matched)
    #expect(late.failures == 1)
  }

  /// Case 70: a cancellation is not counted as a failed finger, and the reader is free at once.
  func cancelled() throws {
    let machine = try FingerprintMachine()
    let log = FingerLog(machine)
    #expect(log.isWaiting())
    let time = Stopwatch.duration {
      log.cancellation.cancel()
      #expect(log.outcome() == .cancelled)
    }
    #expect(time < Patience.soon, "\(time)")
    #expect(log.failures == 0)
    let silent = FingerLog(machine, milliseconds: 1_000)
    #expect(silent.isWaiting())
    #expect(silent.outcome() == .timedOut)
    #expect(silent.failures == 0)
    let next = FingerLog(machine)
    #expect(next.isWaiting())
    machine.reader("SCAN f1")
    #expect(next.outcome() == .matched)
  }

  /// Case 71: another program holds the reader.
  ///
  /// We wait 2 s and do not take its match for ours.
  func held() throws {
    let machine = try FingerprintMachine()
    let holder = try machine.hold()
    var log: FingerLog?
    let time = Stopwatch.duration {
      log = FingerLog(machine)
      // The refusal of our claim cannot be seen from here. On a slow machine the match comes before
      // it.
      Patience.pause(.milliseconds(500))
      machine.reader("SCAN f1")
      #expect(Patience.wait { machine.folder.text("hold").contains("match") })
      #expect(log?.outcome() == .failed(.busy))
    }
    #expect((.seconds(2)..<Patience.soon).contains(time), "\(time)")
    #expect(log?.events == [])
    holder.end()
    let next = FingerLog(machine)
    #expect(next.isWaiting())
    machine.reader("SCAN f1")
    #expect(next.outcome() == .matched)
  }

  @Test("statuses of programs that are not fprintd are not heard")
  func forged() throws {
    let machine = try FingerprintMachine()
    let log = FingerLog(machine, milliseconds: 4_000)
    #expect(log.isWaiting())
    let signal = [
      "/net/reactivated/Fprint/Device/0", "net.reactivated.Fprint.Device.VerifyStatus",
      "string:verify-match", "boolean:true",
    ]
    #expect(machine.finish(["dbus-send", "--system", "--type=signal"] + signal) == 0)
    // Signals also go to each connection by its name, ours among them.
    for number in 0..<40 {
      _ = machine.finish(
        ["dbus-send", "--system", "--type=signal", "--dest=:1.\(number)"] + signal)
    }
    #expect(log.outcome() == .timedOut)
    #expect(log.events.count == 1)
  }

  @Test("no finger enrolled; polkit says no; the reader or fprintd goes away")
  func failures() throws {
    let empty = try FingerprintMachine(finger: nil)
    #expect(FingerLog(empty).outcome() == .failed(.noneEnrolled))
    let forbidden = try FingerprintMachine(isAllowed: false)
    #expect(FingerLog(forbidden).outcome() == .failed(.refused))

    let machine = try FingerprintMachine()
    let unplugged = FingerLog(machine)
    #expect(unplugged.isWaiting())
    machine.reader("UNPLUG")
    let outcome = unplugged.outcome()
    #expect(outcome == .failed(.broken) || outcome == .failed(.disconnected))
    machine.daemon?.end()
    try machine.startDaemon()
    #expect(Patience.wait { machine.hasSensor })
    let ended = FingerLog(machine)
    #expect(ended.isWaiting())
    machine.daemon?.end()
    #expect(ended.outcome() == .failed(.disconnected))
    #expect(ended.failures == 0)
  }

  @Test("no bus, no fprintd, and one that hangs: no reader, within the limit of a call")
  func absent() throws {
    let folder = TemporaryDirectory(forSockets: true)
    let nowhere = HelperProgram(
      path: FingerprintMachine.promptPath, busAddress: "unix:path=\(folder.file("bus"))")
    let deadline = Deadline.distant
    #expect(
      nowhere.findSensor(until: deadline, cancellation: Cancellation()) == .failure(.absent))
    let bare = try FingerprintMachine(finger: nil, hasDaemon: false)
    #expect(FingerLog(bare).outcome() == .failed(.absent))
    let machine = try FingerprintMachine()
    machine.daemon?.signal(SIGSTOP)
    // A call with a shorter deadline gets no answer.
    let soon = Deadline(milliseconds: 300)
    #expect(machine.helper.findSensor(until: soon, cancellation: Cancellation()) == nil)
    let time = Stopwatch.duration {
      #expect(FingerLog(machine).outcome() == .failed(.absent))
    }
    #expect((.milliseconds(2_900)..<Patience.soon).contains(time), "\(time)")
  }

  /// Case 76: when the waiting process is killed, the reader is free at once.
  func killed() throws {
    let machine = try FingerprintMachine()
    let worker = try PromptWorker(["finger", FingerprintMachine.promptPath, machine.address])
    #expect(Patience.wait { worker.output.contains("waiting") })
    kill(worker.process, SIGKILL)
    #expect(machine.isFreeSoon)
  }
}
