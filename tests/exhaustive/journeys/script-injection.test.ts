/** Hostile texts in every stored or echoed field, in a real browser: they are shown as text, and nothing in them runs. */
import { beforeAll, describe, expect, it } from "vitest";
import { withoutStrays } from "#shared/text/pasted-text.ts";
import { callApi, signInByApi } from "#tests/support/api-client.ts";
import { INJECTED_ELEMENT, INJECTIONS } from "#tests/support/injection-corpus.ts";
import { addHolder, MEMBER, signInByForm } from "#tests/support/member.ts";
import { STAFF_ID, STAFF_PASSCODE, startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { signIn, signInStaff } from "#tests/support/staff-visit.ts";
import { openVisitor, untilHydrated, type Visitor } from "#tests/support/visitor.ts";

/** Every parameter that a page reads, and one that none does. */
const PARAMETERS = [
  "trader",
  "asset",
  "outcome",
  "from",
  "to",
  "cursor",
  "sort",
  "view",
  "next",
  "q",
  "unknown",
];

/** Of what is shown one at a time only every so many are looked at; lists show all. */
const STRIDE = 4;

const { site, browser } = await openSiteAndBrowser(startSite);
/** Signals voided for a hostile reason, by hostile traders. */
let signals: string[];

beforeAll(async () => {
  signals = await fillRecord(await signInByApi(site.url, STAFF_ID, STAFF_PASSCODE));
}, 120_000);

/** Each text as a trader's name, a void reason, an account's name, a key's label and a refused message. */
async function fillRecord(staff: string): Promise<string[]> {
  let sent = 0;
  const post = async (path: string, body: unknown) => {
    // From many addresses, as one would be throttled.
    const from = { "CF-Connecting-IP": `203.0.113.${(sent += 1) % 250}` };
    const response = await callApi(site.url, staff, "POST", path, body, from);
    if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`);
    const answer: { id: string; path: string } = await response.json();
    return answer;
  };
  const ids: string[] = [];
  for (const [index, text] of INJECTIONS.entries()) {
    const handle = `hostile-${index}`;
    // Some differ by marks alone, and would be taken for each other.
    await post("/api/admin/traders/", {
      handle,
      name: `${text} ${"abcdefghijklmnopqrstuvwxyz".charAt(index)}`.slice(0, 80),
    });
    const entryMs = Date.now() + 60_000;
    const { id } = await post("/api/admin/signals/", {
      trader: handle,
      asset: "EUR/USD",
      direction: "up",
      entry_at: new Date(entryMs).toISOString(),
      expires_at: new Date(entryMs + 60_000).toISOString(),
      payout: 0.85,
    });
    await post(`/api/admin/signals/${id}/void/`, { reason: text });
    await post("/api/admin/accounts/", {
      pocketoption_id: `HOSTILE-${index}`,
      name: text,
      current_passcode: STAFF_PASSCODE,
    });
    const key = await post("/api/admin/ingest-keys/", {
      trader: handle,
      label: text.replaceAll(/\p{Cc}/gu, ""),
      current_passcode: STAFF_PASSCODE,
    });
    await callApi(site.url, null, "POST", key.path, { asset: text, direction: text, note: text });
    ids.push(id);
  }
  return ids;
}

interface Watched extends Visitor {
  /** Dialogs, policy violations and requests to elsewhere so far. */
  readonly alarms: string[];
}

async function openWatched(): Promise<Watched> {
  const visitor = await openVisitor(browser);
  const alarms: string[] = [];
  const { page } = visitor;
  page.on("dialog", (dialog) => {
    alarms.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    if (/Content Security Policy|Trusted ?Type|Refused to/i.test(message.text())) alarms.push(message.text());
  });
  page.on("pageerror", (error) => alarms.push(`uncaught: ${error.message}`));
  page.on("request", (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(site.url)) alarms.push(request.url());
  });
  return { ...visitor, alarms };
}

async function expectUnharmed({ page, alarms }: Watched, where: string): Promise<void> {
  const found = await page.evaluate((element) => {
    const attributes = [...document.querySelectorAll("*")].flatMap((node) => Array.from(node.attributes));
    return {
      hasRun: "injected" in window,
      elements: document.querySelectorAll(`${element}, base, iframe, object, embed, meta[http-equiv]`).length,
      handlers: attributes.filter(({ name }) => name.startsWith("on")).map(({ name }) => name),
      links: [...document.querySelectorAll("a[href], form[action]")]
        .map((node) => node.getAttribute("href") ?? node.getAttribute("action") ?? "")
        .filter(
          (href) =>
            /^\s*(?:javascript|data|vbscript):|^\/\/|evil\.example\//i.test(href) && !href.startsWith("/"),
        ),
      polluted: Object.keys(Object.prototype),
    };
  }, INJECTED_ELEMENT);
  expect(found, where).toEqual({ hasRun: false, elements: 0, handlers: [], links: [], polluted: [] });
  expect(alarms, where).toEqual([]);
}

async function visit(watched: Watched, path: string): Promise<void> {
  await watched.page.goto(site.url + path);
  await untilHydrated(watched.page);
  await expectUnharmed(watched, path);
}

describe("a visitor", () => {
  it("sees hostile names and reasons as plain text", async () => {
    const visitor = await openWatched();
    await visit(visitor, "/en/traders?limit=100");
    await visit(visitor, "/de/signal?limit=100");
    await visit(visitor, "/fr");
    expect(await visitor.page.textContent("main")).toContain(INJECTIONS.at(-1));
    for (let index = 0; index < signals.length; index += STRIDE) {
      const text = INJECTIONS[index] ?? "";
      const id = signals[index];
      await visit(visitor, index % (2 * STRIDE) === 0 ? `/en/signal/${id}` : `/it/traders/hostile-${index}`);
      expect(await visitor.page.textContent("main")).toContain(withoutStrays(text));
    }
  });

  it("opens addresses full of markup, and nothing of it runs", async () => {
    const visitor = await openWatched();
    for (let first = 0; first < INJECTIONS.length; first += PARAMETERS.length) {
      // Another text in each parameter, and some in the path.
      const texts = INJECTIONS.slice(first, first + PARAMETERS.length).map(encodeURIComponent);
      const query = texts.map((text, index) => `${PARAMETERS[index]}=${text}&${text}=1`).join("&");
      await visit(visitor, `/en/signal?${query}`);
      await visit(visitor, `/es/nowhere/${texts.join("/")}?${query}`);
    }
    await visit(visitor, `/en/traders?sort=${encodeURIComponent(INJECTIONS.join(""))}`.slice(0, 3_000));
  });
});

describe("a member", () => {
  it("who signs in with a foreign address in `next` stays on the site", async () => {
    const visitor = await openWatched();
    const login = `${site.url}/en/login?next=${encodeURIComponent("/\\evil.example/")}`;
    await signInByForm(visitor.page, login, MEMBER);
    await visitor.page.waitForURL(`${site.url}/en/watch`);
    await expectUnharmed(visitor, login);
  });

  it("may have a hostile name", async () => {
    const { id, passcode } = await addHolder(site);
    const token = await signInByApi(site.url, id, passcode);
    const visitor = await openWatched();
    await signIn(visitor.page, `${site.url}/en/profile`, id, passcode);
    for (const name of INJECTIONS.filter((_, index) => index % STRIDE === 1)) {
      expect((await callApi(site.url, token, "PATCH", "/api/auth/me/", { name })).status).toBe(200);
      await visit(visitor, "/en/profile");
      await visitor.page.waitForFunction(
        (wanted) => document.querySelector<HTMLInputElement>('input[name="name"]')?.value === wanted,
        name,
      );
      await expectUnharmed(visitor, name);
    }
  });
});

it("staff see hostile accounts, labels, messages and log entries as plain text", async () => {
  const visitor = await openWatched();
  await signInStaff(visitor.page, `${site.url}/en/admin`);
  const query = `q=${encodeURIComponent(INJECTIONS[0] ?? "")}`;
  for (const view of [
    "signals",
    "queue",
    "traders",
    "accounts",
    "keys",
    "messages",
    "audit",
    encodeURIComponent(INJECTIONS[10] ?? ""),
  ]) {
    for (const path of [`/en/admin?view=${view}&limit=100`, `/en/admin?view=${view}&${query}`]) {
      await visit(visitor, path);
      await visitor.page.locator("main .skeleton").first().waitFor({ state: "detached" });
      await expectUnharmed(visitor, path);
    }
  }
  await visitor.page.goto(`${site.url}/en/admin?view=accounts&limit=100`);
  await visitor.page
    .getByText(INJECTIONS[1] ?? "", { exact: true })
    .first()
    .waitFor();
});
