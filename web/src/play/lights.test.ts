import { describe, expect, it } from "vitest";
import { lights } from "./lights";

const plain = { can: false, helps: false, pays: null, way: null };

describe("lights", () => {
  it("shine strongly only where a claim helps my tickets, with a dot where another is possible", () => {
    expect(lights({ ...plain, can: true, helps: true }, false, false)).toEqual({ glow: "strong", muted: false });
    expect(lights({ ...plain, can: true }, false, false)).toEqual({ glow: "dot", muted: false });
    expect(lights({ ...plain, helps: true }, false, false)).toEqual({ glow: null, muted: false });
    expect(lights(plain, false, false)).toEqual({ glow: null, muted: false });
  });

  it("leave the dots out where only what helps is asked for", () => {
    expect(lights({ ...plain, can: true }, false, true).glow).toBeNull();
  });

  it("show everything that can be claimed on demand, and mute the rest", () => {
    expect(lights({ ...plain, can: true }, true, false)).toEqual({ glow: "thin", muted: false });
    expect(lights(plain, true, false)).toEqual({ glow: null, muted: true });
  });

  it("follow a tapped kind or a ticket before anything else", () => {
    expect(lights({ ...plain, can: true, helps: true, pays: false }, true, false)).toEqual({ glow: null, muted: true });
    expect(lights({ ...plain, can: true, pays: true }, false, true)).toEqual({ glow: "strong", muted: false });
    expect(lights({ ...plain, can: true, helps: true, way: false }, false, false)).toEqual({ glow: null, muted: true });
    expect(lights({ ...plain, way: true }, false, false).muted).toBe(false);
  });
});
