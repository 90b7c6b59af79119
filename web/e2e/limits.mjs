// What the files of tests and their runner agree on. The limits are there to end what hangs: nothing
// is judged by them, so they are far longer than anything takes on a busy machine.

/** What a file ends with if its browser or its server did not start: the only thing that is tried again. */
export const NOT_STARTED = 75;

/** For a server and a browser to start. */
export const START_LIMIT = 240_000;
/** For something to be seen or clicked. */
export const WAIT_LIMIT = 120_000;
/** For a test. */
export const TEST_LIMIT = 900_000;
