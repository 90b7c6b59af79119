// The runner of browser tests tells the truth: what fails is not tried again.

import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { NOT_STARTED } from "../e2e/limits.mjs";

const runner = new URL("../e2e/run.mjs", import.meta.url).pathname;
let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "wagonik-runner-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A file of tests that notes each time it runs, and then does what is asked. */
const file = (name, then) =>
  writeFileSync(
    join(folder, `${name}.test.mjs`),
    `import { appendFileSync, readFileSync } from "node:fs";
     import { test } from "node:test";
     appendFileSync(${JSON.stringify(join(folder, name))}, "x");
     const runs = readFileSync(${JSON.stringify(join(folder, name))}, "utf8").length;
     ${then}`,
  );
const runs = (name) => readFileSync(join(folder, name), "utf8").length;

const run = (...options) =>
  new Promise((resolve) => {
    const env = { ...process.env, E2E_FOLDER: folder };
    execFile(process.execPath, [runner, ...options], { env }, (error, said) =>
      resolve({ code: error?.code ?? 0, said }),
    );
  });

test("a failed assertion fails, even if it would pass the second time", { timeout: 120_000 }, async () => {
  file("good", "test('good', () => undefined);");
  file("shaky", "test('shaky', () => { if (runs < 2) throw new Error('once'); });");
  const { code, said } = await run();
  expect(code).toBe(1);
  expect([runs("good"), runs("shaky")]).toEqual([1, 1]);
  expect(said).toMatch(/good.test.mjs +passed/);
  expect(said).toMatch(/shaky.test.mjs +failed \(/);
});

test("what did not start is tried once more, and not a third time", { timeout: 120_000 }, async () => {
  file("late", `if (runs < 2) process.exit(${NOT_STARTED}); test('late', () => undefined);`);
  expect((await run()).code).toBe(0);
  expect(runs("late")).toBe(2);
  file("never", `process.exit(${NOT_STARTED});`);
  const { code, said } = await run();
  expect(code).toBe(1);
  expect(runs("never")).toBe(2);
  expect(said).toMatch(/never.test.mjs +did not start, then did not start/);
});

test("run several times, all of them have to pass", { timeout: 120_000 }, async () => {
  file("good", "test('good', () => undefined);");
  expect(await run("--times", "3", "--busy")).toMatchObject({
    code: 0,
    said: expect.stringContaining("3 of 3 times all passed, on busy cores."),
  });
  expect(runs("good")).toBe(3);
  file("shaky", "test('shaky', () => { if (runs === 2) throw new Error('the second time'); });");
  expect(await run("--times", "3")).toMatchObject({
    code: 1,
    said: expect.stringContaining("2 of 3 times all passed."),
  });
  expect(runs("shaky")).toBe(3);
  expect((await run("--times", "often")).code).toBe(1);
});
