import { describe, expect, it } from "vitest";
import { modelOf } from "./model";
import { after, closedTo, helpful, networkOf, shortest } from "./network";
import { facts, seen } from "./testing";

const ticket = facts.tickets[0]!;

describe("the network", () => {
  it("finds the shortest way over parallel tracks", () => {
    const network = networkOf(facts, seen([], []).view, 0);
    expect(shortest(network, ticket)).toEqual({ tracks: [4, 2], own: [], pieces: 3 });
  });

  it("goes over my own tracks for nothing, and round those of others", () => {
    expect(shortest(networkOf(facts, seen([0], [4]).view, 0), ticket)).toEqual({ tracks: [1], own: [0], pieces: 3 });
  });

  it("knows when a ticket is done, and when there is no way", () => {
    expect(shortest(networkOf(facts, seen([4, 2], []).view, 0), ticket)).toEqual({
      tracks: [],
      own: [4, 2],
      pieces: 0,
    });
    expect(shortest(networkOf(facts, seen([], [1, 2, 3]).view, 0), ticket)).toBeNull();
  });

  it("goes round what the view says is closed to me", () => {
    const closed = networkOf(facts, seen([], [4], { closed: [5] }).view, 0);
    expect(shortest(closed, ticket)).toEqual({ tracks: [0, 1], own: [], pieces: 5 });
    const open = networkOf(facts, seen([], [4], { closed: [] }).view, 0);
    expect(shortest(open, ticket)).toEqual({ tracks: [5, 2], own: [], pieces: 3 });
  });

  it("shows to who only watches what is closed to everybody", () => {
    const { view } = seen([], [4], { closed: [5, 3] });
    const both = { ...view, players: view.players.map((each) => ({ ...each, closed: each.closed ?? [5] })) };
    expect([...closedTo(both, -1)]).toEqual([5]);
  });

  it("names every track of every shortest way", () => {
    expect([...helpful(networkOf(facts, seen([], []).view, 0), ticket)].sort()).toEqual([2, 4, 5]);
  });

  it("sees what a claim would change", () => {
    const network = networkOf(facts, seen([], []).view, 0);
    expect(shortest(after(network, 4), ticket)).toEqual({ tracks: [2], own: [4], pieces: 1 });
  });
});

describe("the model", () => {
  it("has my tickets, what helps them and what they want", () => {
    const model = modelOf(facts, seen([0], [4, 3]));
    expect(model.tickets).toEqual([{ ticket: 0, state: "open", route: { tracks: [1], own: [0], pieces: 3 } }]);
    expect([...model.helps]).toEqual([1]);
    expect(model.wanted.blue).toBe(3);
    expect([...model.claimable.keys()]).toEqual([2]);
  });

  it("gives up a ticket for which the pieces do not last", () => {
    expect(modelOf(facts, seen([], [], { pieces: 2 })).tickets[0]?.state).toBe("impossible");
  });
});
