/** The contract checks for an operator's own backend, run against the embedded API without the gateway. */
import { expect, it } from "vitest";
import { reportLines } from "#tests/contract/report.ts";
import { runContract } from "#tests/contract/run-contract.ts";
import { createSessionWorld } from "./session-world.ts";

it.each([undefined, "tide-and-time"])("the API passes all checks (passcode %s)", async (passcode) => {
  const world = createSessionWorld({ logConfig: { origin: "site.example/log", witnesses: [] } });
  const member = await world.createAccount(passcode === undefined ? {} : { passcode });
  const findings = await runContract({
    baseUrl: "https://api.example",
    vantage: "backend",
    siteOrigin: "https://site.example",
    memberId: member.pocketoptionId,
    passcode: passcode ?? null,
    fetch: async (url, init) => world.api.request(url, init),
  });
  const open = findings.filter(({ verdict }) => verdict.kind !== "ok");
  const unchecked = reportLines(open).slice(0, -1);
  expect(unchecked).toEqual([
    expect.stringMatching(/secret is refused with 403: because CONTRACT_SHARED_SECRET is not set$/),
    ...(passcode === undefined
      ? [
          expect.stringMatching(/passcode: because CONTRACT_PASSCODE is not set$/),
          ...["acts", "sessions", "passkeys"].map((part): unknown =>
            expect.stringMatching(`/api/profile/${part}/ .* signs in by its id alone$`),
          ),
        ]
      : []),
    "not checked  Throttled calls say when to retry: because nothing was throttled while these checks ran",
  ]);
});
