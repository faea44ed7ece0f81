// SPDX-License-Identifier: Apache-2.0
import Authentication
import Foundation
import TestPatience
import Testing

/// Tests of Debian's graphical pinentries on a display in memory, with keys typed by xdotool
/// (Specification/access-control.md, "Presence by passphrase: pinentry", "Packages and tests
/// without hardware").
@Suite(
  "Graphical prompts", .serialized,
  .enabled(if: VirtualDisplay.isInstalled, "apt: xvfb, xdotool"))
struct GraphicalPromptTests {
  private static func has(_ name: String) -> Bool {
    !PinentryProgram.installed(named: name).isEmpty
  }

  private let display: VirtualDisplay
  private let store: EvidenceStore

  init() throws {
    display = try VirtualDisplay()
    store = try EvidenceStore("presence")
  }

  private func read(_ name: String, bus: PrivateBus? = nil) throws -> PromptWorker {
    try store.start(
      ["read"],
      environment: [
        "DISPLAY": display.name, "LATCHKEY_PINENTRY": name,
        "HOME": store.home.path, "DBUS_SESSION_BUS_ADDRESS": bus?.address ?? "",
        "NO_AT_BRIDGE": "1",
      ])
  }

  @Test(
    "pinentry-gtk-2: a wrong passcode, then the right one; cancelled; its client killed",
    .enabled(if: has("pinentry-gtk-2"), "apt: pinentry-gtk2"))
  func gtk() throws {
    let first = try read("pinentry-gtk-2")
    #expect(display.answer("wrong"))
    #expect(display.waitForWindow(false))
    #expect(display.answer(EvidenceStore.passcode))
    #expect(first.end() == 0)
    #expect(EvidenceStore.answer(first.output).secret == "secret")

    let second = try read("pinentry-gtk-2")
    #expect(display.waitForWindow() && display.pause() && display.press("Escape"))
    #expect(second.end() == 0)
    #expect(EvidenceStore.answer(second.output).status == -128)

    let third = try read("pinentry-gtk-2")
    #expect(display.waitForWindow())
    kill(third.process, SIGKILL)
    #expect(display.waitForWindow(false, within: Patience.soon))
  }

  @Test(
    "pinentry-gnome3: with the desktop's prompter; without a session bus it cannot ask",
    .enabled(if: has("pinentry-gnome3"), "apt: pinentry-gnome3"))
  func gnome() throws {
    let bus = try PrivateBus(display: display)
    let first = try read("pinentry-gnome3", bus: bus)
    #expect(display.answer(EvidenceStore.passcode))
    #expect(first.end() == 0)
    #expect(EvidenceStore.answer(first.output).secret == "secret")

    let second = try read("pinentry-gnome3", bus: bus)
    #expect(display.waitForWindow() && display.pause() && display.press("Escape"))
    #expect(second.end() == 0)
    #expect(EvidenceStore.answer(second.output).status == -128)

    let alone = try read("pinentry-gnome3")
    #expect(alone.end() == 0)
    #expect(EvidenceStore.answer(alone.output).status == -25308)
  }
}
