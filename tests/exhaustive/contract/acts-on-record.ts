/** Staff's writes by which every rule of counting comes to bear. */
import * as v from "valibot";
import { callApi, signInByApi } from "#tests/support/api-client.ts";
import { EVIDENCE } from "#tests/support/chained.ts";
import { STAFF_ID, STAFF_PASSCODE } from "#tests/support/site.ts";

/** What no seed writes: a void after entry, corrections step by step, late and OTC ones, a retired trader's open signal. */
export async function writeWhatNoSeedDoes(siteUrl: string): Promise<void> {
  const staff = await signInByApi(siteUrl, STAFF_ID, STAFF_PASSCODE);
  const write = async (path: string, body?: unknown): Promise<string> => {
    const answer = await callApi(siteUrl, staff, "POST", `/api/admin/${path}`, body);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return v.parse(v.looseObject({ id: v.optional(v.string(), "") }), await answer.json()).id;
  };
  for (const handle of ["newcomer", "silent", "other-silent", "brief"])
    await write("traders/", { handle, name: `=${handle}; +1` });
  const entryMs = Date.now() + 3_000;
  const publish = (change: object) =>
    write("signals/", {
      trader: "newcomer",
      asset: "EUR/USD",
      direction: "up",
      entry_at: new Date(entryMs).toISOString(),
      expires_at: new Date(entryMs + 10_000).toISOString(),
      payout: 0.8765,
      ...change,
    });
  const late = { entry_at: new Date(entryMs - 60_000).toISOString() };
  const otc = { asset: "EURUSD_otc" };
  const plain: string[] = [];
  for (const confidence of [50, 64, 64, 71, 99]) plain.push(await publish({ confidence }));
  const [won, fallen, drawn, lostByVoid, voided] = plain;
  const lateOnes = [await publish(late), await publish(late), await publish({ ...late, ...otc })];
  const otcOnes = [await publish(otc), await publish(otc), await publish(otc)];
  const last = await publish({ payout: 0.0001 });
  // With one win and one loss, the streak that chance makes likely would be 0, were it not at least 1.
  const brief = [await publish({ trader: "brief" }), await publish({ trader: "brief" })];
  await write(`signals/${voided}/void/`, { reason: '@home: =1+1; -2, "quoted"' });
  await write("traders/newcomer/retire/");
  await new Promise((resolve) => setTimeout(resolve, entryMs + 10_500 - Date.now()));

  const settle = (id: string | undefined, outcome: string) =>
    write(`signals/${id}/settle/`, { outcome, evidence: EVIDENCE });
  const correct = (id: string | undefined, from: string, outcome: string) =>
    write(`signals/${id}/correct/`, { from, outcome, reason: `-${from};=${outcome}` });
  await settle(won, "won");
  await settle(fallen, "won");
  await correct(fallen, "won", "draw");
  await correct(fallen, "draw", "lost");
  await settle(drawn, "draw");
  await write(`signals/${lostByVoid}/void/`, { reason: "No price; ＝none" });
  const [lateWon, lateFallen, lateOtc] = lateOnes;
  await settle(lateWon, "won");
  await settle(lateFallen, "won");
  await correct(lateFallen, "won", "lost");
  await settle(lateOtc, "won");
  const [otcVoid, otcFallen, otcLost] = otcOnes;
  await write(`signals/${otcVoid}/void/`, { reason: "No price" });
  await settle(otcFallen, "won");
  await correct(otcFallen, "won", "draw");
  await settle(otcLost, "lost");
  await settle(last, "won");
  await settle(brief[0], "won");
  await settle(brief[1], "lost");
}
