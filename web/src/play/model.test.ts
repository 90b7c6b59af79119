import { describe, expect, it } from "vitest";
import { modelOf, obstacle } from "./model";
import { after, closedFor, helpful, networkOf, ownersOf, shortest } from "./network";
import { facts, seen } from "./testing";

const ticket = facts.tickets[0]!;

describe("the network", () => {
  it("finds the shortest way over parallel tracks", () => {
    const network = networkOf(facts, seen([], []).view, 0);
    expect(shortest(network, ticket)).toEqual({ tracks: [4, 2], pieces: 3 });
  });

  it("goes over my own tracks for nothing, and round those of others", () => {
    expect(shortest(networkOf(facts, seen([0], [4]).view, 0), ticket)).toEqual({ tracks: [1], pieces: 3 });
  });

  it("knows when a ticket is done, and when there is no way", () => {
    expect(shortest(networkOf(facts, seen([4, 2], []).view, 0), ticket)?.tracks).toEqual([]);
    expect(shortest(networkOf(facts, seen([], [1, 2, 3]).view, 0), ticket)).toBeNull();
  });

  it("closes the second of two parallel tracks for two players, and for its owner", () => {
    const owners = ownersOf(facts, seen([], [4]).view);
    expect(closedFor(facts, owners, 5, 0)).toBe(true);
    const more = { ...facts, tracks: facts.tracks.map((track) => ({ ...track, usable: 2 })) };
    expect(closedFor(more, owners, 5, 0)).toBe(false);
    expect(closedFor(more, owners, 5, 1)).toBe(true);
  });

  it("names every track of every shortest way", () => {
    expect([...helpful(networkOf(facts, seen([], []).view, 0), ticket)].sort()).toEqual([2, 4, 5]);
  });

  it("sees what a claim would change", () => {
    const network = networkOf(facts, seen([], []).view, 0);
    expect(shortest(after(network, 4), ticket)).toEqual({ tracks: [2], pieces: 1 });
  });
});

describe("the model", () => {
  it("has my tickets, what helps them and what they want", () => {
    const model = modelOf(facts, seen([0], [4, 3]));
    expect(model.tickets).toEqual([{ ticket: 0, state: "open", route: { tracks: [1], pieces: 3 } }]);
    expect([...model.helps]).toEqual([1]);
    expect(model.wanted.blue).toBe(3);
    expect([...model.claimable.keys()]).toEqual([2]);
  });

  it("gives up a ticket for which the pieces do not last", () => {
    expect(modelOf(facts, seen([], [], { pieces: 2 })).tickets[0]?.state).toBe("impossible");
  });

  it("says why a track is not possible", () => {
    const model = modelOf(facts, seen([4], [0], { pieces: 5 }));
    expect([4, 0, 5, 3, 1].map((track) => obstacle(model, track))).toEqual([
      "yours",
      "taken",
      "parallel",
      "pieces",
      "cards",
    ]);
    expect(obstacle(modelOf(facts, { ...seen([], []), decision: null }), 1)).toBe("turn");
  });
});
