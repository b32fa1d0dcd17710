import * as v from "valibot";
import { describe, expect, it, vi } from "vitest";
import { HttpError, NetworkError } from "#client/data/http-error.ts";
import { failureOf } from "#client/features/form/failure.ts";
import { createFormFlow, type FormFlowOptions, INVALID, MISSING } from "#client/features/form/form-flow.ts";

const schema = v.object({ name: v.pipe(v.string(), v.nonEmpty()), payout: v.number() });
const good = { name: "Ada", payout: 0.85 };

function refusal(status: number, code: string, fields?: Record<string, string[]>): HttpError {
  return new HttpError({ status, code, detail: "", fields });
}

function openForm<Answer>() {
  const flow = createFormFlow<Answer>();
  const submit = (body: unknown, options: Omit<FormFlowOptions<Answer>, "failureOf">) =>
    flow.submit(body, { ...options, failureOf });
  return { ...flow, submit };
}

describe("submitting a form", () => {
  it("sends nothing if a value breaks the contract, and marks each invalid field", async () => {
    const sent: unknown[] = [];
    const flow = openForm<void>();
    const send = async (body: unknown) => void sent.push(body);
    expect(await flow.submit({ name: "", payout: Number.NaN }, { schema, send })).toBeNull();
    expect(sent).toEqual([]);
    expect(flow.current()).toMatchObject({
      isSubmitting: false,
      problems: { name: MISSING, payout: INVALID },
      failure: { kind: "fields" },
      refusals: 1,
    });
    expect(await flow.submit({ ...good, name: "" }, { schema, send })).toBeNull();
    expect(sent).toEqual([]);
  });

  it("sends the body as the user gave it, not as transformed by the contract", async () => {
    const flow = openForm<unknown>();
    const trimming = v.object({ name: v.pipe(v.string(), v.trim()) });
    const done = await flow.submit({ name: " Ada " }, { schema: trimming, send: async (body) => body });
    expect(done).toEqual({ answer: { name: " Ada " } });
  });

  it("does nothing while an earlier submission is still running", async () => {
    let release = (): void => {};
    let sends = 0;
    const send = () => {
      sends += 1;
      return new Promise<void>((resolve) => (release = resolve));
    };
    const flow = openForm<void>();
    const first = flow.submit(good, { schema, send });
    expect(flow.current().isSubmitting).toBe(true);
    expect(await flow.submit(good, { schema, send })).toBeNull();
    release();
    expect(await first).toEqual({ answer: undefined });
    expect(sends).toBe(1);
    expect(flow.current().isSubmitting).toBe(false);
  });

  it("sends only after the user confirms, and asks one question at a time", async () => {
    const sent: unknown[] = [];
    const asked: ((isConfirmed: boolean) => void)[] = [];
    const flow = openForm<void>();
    const options = {
      schema,
      confirm: () => new Promise<boolean>((resolve) => void asked.push(resolve)),
      send: async (body: unknown) => void sent.push(body),
    };
    expect(await flow.submit({ ...good, name: "" }, options)).toBeNull();
    const declined = flow.submit(good, options);
    expect(await flow.submit(good, options)).toBeNull();
    expect(flow.current()).toMatchObject({ isSubmitting: false, failure: null });
    asked[0]?.(false);
    expect(await declined).toBeNull();
    expect(flow.current()).toMatchObject({ isSubmitting: false, failure: null, problems: {} });
    const confirmed = flow.submit(good, options);
    asked[1]?.(true);
    expect(await confirmed).toEqual({ answer: undefined });
    expect([asked.length, sent]).toEqual([2, [good]]);
  });

  it("shows field errors from the server like the form's own", async () => {
    const flow = openForm<never>();
    const send = () => Promise.reject(refusal(400, "invalid", { payout: ["Too high."] }));
    await flow.submit(good, { schema, send });
    expect(flow.current()).toMatchObject({ problems: { payout: INVALID }, failure: { kind: "fields" } });
  });

  const text = v.pipe(v.string(), v.nonEmpty());

  it.each([
    [
      "in a list item at the list's field",
      v.object({ assets: v.array(text) }),
      [{ assets: ["EUR/USD", ""] }, { assets: ["EUR/USD", "XAU/USD"] }],
      "assets.1",
      "assets",
    ],
    [
      "in a nested field at that field",
      v.object({ evidence: v.object({ price: text }) }),
      [{ evidence: { price: "" } }, { evidence: { price: "1.0851" } }],
      "evidence.price",
      "evidence.price",
    ],
  ])(
    "shows an error %s, whether the client or the server finds it",
    async (_where, schema, bodies, path, field) => {
      const flow = openForm<never>();
      const send = () => Promise.reject(refusal(400, "invalid", { [path]: ["Too long."] }));
      for (const body of bodies) {
        await flow.submit(body, { schema, send });
        expect(flow.current().problems).toEqual({ [field]: INVALID });
        flow.clear();
      }
    },
  );

  it("shows a refusal at the field that its error code belongs to", async () => {
    const flow = openForm<never>();
    const send = () => Promise.reject(refusal(409, "name_taken"));
    await flow.submit(good, { schema, send, blames: { name_taken: "name" } });
    expect(flow.current()).toMatchObject({
      problems: { name: "name_taken" },
      failure: { kind: "refused", code: "name_taken" },
    });
  });

  it.each([
    ["offline", new NetworkError(new TypeError("failed")), { kind: "offline" }],
    ["a fault of the server", refusal(502, "x"), { kind: "serverFault", code: "x" }],
    ["an answer that breaks the contract", refusal(200, "unreadable_answer"), { kind: "unexpected" }],
    ["a refusal that names no field", refusal(403, "last_staff"), { kind: "refused", code: "last_staff" }],
  ])("reports the kind of failure: %s", async (_name, error, failure) => {
    const flow = openForm<never>();
    await flow.submit(good, { schema, send: () => Promise.reject(error) });
    expect(flow.current()).toEqual({ isSubmitting: false, problems: {}, failure, refusals: 1 });
  });

  it("reports and logs an unexpected exception as its own fault", async () => {
    const log = vi.spyOn(console, "error").mockReturnValue();
    const flow = openForm<never>();
    const fault = new TypeError("crypto.randomUUID is not a function");
    await flow.submit(good, { schema, send: () => Promise.reject(fault) });
    expect(flow.current().failure).toEqual({ kind: "ownFault", message: String(fault) });
    expect(log.mock.calls).toEqual([[fault]]);
    log.mockRestore();
  });

  it("keeps showing how long to wait after a 429, even when a field is edited", async () => {
    const flow = openForm<never>();
    const error = new HttpError({ status: 429, code: "throttled", detail: "", retryAfterSeconds: 30 });
    await flow.submit(good, { schema, send: () => Promise.reject(error) });
    flow.edited("name");
    expect(flow.current().failure).toEqual({ kind: "throttled", seconds: 30 });
  });

  it("clears a field's error when it is edited, and the form's error with the last field", async () => {
    const flow = openForm<void>();
    await flow.submit({ name: "", payout: "x" }, { schema, send: async () => {} });
    flow.edited("name");
    expect(flow.current()).toMatchObject({ problems: { payout: INVALID }, failure: { kind: "fields" } });
    flow.edited("other");
    flow.edited("payout");
    expect(flow.current()).toEqual({ isSubmitting: false, problems: {}, failure: null, refusals: 1 });
  });
});
