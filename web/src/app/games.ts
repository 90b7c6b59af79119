/** What a list says about a game, by its key: no page knows a game by itself. */
export const ofGame = <T extends { readonly game: string }>(
  list: readonly T[],
  key: string | null | undefined,
): T | undefined => list.find((each) => key === each.game);
