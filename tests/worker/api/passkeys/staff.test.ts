import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { PASSCODE, refusalOf } from "../member-world.ts";
import { tokensOf } from "../session/session-world.ts";
import { createAuthenticator } from "./authenticator.ts";
import { createPasskeyWorld, OWN } from "./passkey-world.ts";

const ADMIN = "/api/admin/accounts/";
const SHUT = { status: 403, code: "passkey_required" };

const login = ({ account }: { account: { pocketoptionId: string } }, passcode = PASSCODE) => ({
  pocketoption_id: account.pocketoptionId,
  passcode,
});

describe("STAFF_SIGN_IN=passkey", () => {
  it("closes the admin area to staff without a passkey, who can sign in by passcode and register one", async () => {
    const world = createPasskeyWorld({ staffSignIn: "passkey" });
    const staff = await world.signInStaff();
    expect(await refusalOf(await staff.ask("GET", ADMIN))).toEqual(SHUT);
    expect(await refusalOf(await staff.ask("GET", "/api/admin/ingest-keys/"))).toEqual(SHUT);
    expect((await staff.ask("GET", "/api/profile/follows/")).status).toBe(200);
    await world.registered(staff, await createAuthenticator());
    expect((await staff.ask("GET", ADMIN)).status).toBe(200);
  });

  it("refuses the passcode of staff with a passkey, and gives the reason only for the right passcode", async () => {
    const world = createPasskeyWorld({ staffSignIn: "passkey" });
    const staff = await world.signInStaff();
    const authenticator = await createAuthenticator();
    await world.registered(staff, authenticator);
    const path = "/api/auth/login/";
    expect(await refusalOf(await world.post(path, login(staff)))).toEqual({
      status: 401,
      code: "passkey_required",
    });
    const wrong = { status: 401, code: "no_active_account" };
    expect(await refusalOf(await world.post(path, login(staff, "wrong horse staple")))).toEqual(wrong);
    const tokens = await tokensOf(await world.signInBy(authenticator, staff));
    expect((await world.askAs({ ...staff, tokens })("GET", ADMIN)).status).toBe(200);
  });

  it("ends sessions opened with a passcode when the first passkey is registered", async () => {
    const world = createPasskeyWorld({ staffSignIn: "passkey" });
    const staff = await world.signInStaff();
    const thief = await world.signInAgain(staff);
    await world.registered(staff, await createAuthenticator());
    expect((await thief.ask("GET", ADMIN)).status).toBe(401);
    expect((await staff.ask("GET", ADMIN)).status).toBe(200);
  });

  it("does not let staff remove their last passkey, but lets members", async () => {
    const world = createPasskeyWorld({ staffSignIn: "passkey" });
    const body = { current_passcode: PASSCODE };
    const staff = await world.signInStaff();
    const first = await world.registered(staff, await createAuthenticator());
    const second = await world.registered(staff, await createAuthenticator());
    expect((await staff.ask("DELETE", `${OWN}${first.id}/`, body)).status).toBe(204);
    expect(await refusalOf(await staff.ask("DELETE", `${OWN}${second.id}/`, body))).toEqual({
      status: 409,
      code: "last_passkey",
    });
    const member = await world.signInHolder();
    const own = await world.registered(member, await createAuthenticator());
    expect((await member.ask("DELETE", `${OWN}${own.id}/`, body)).status).toBe(204);
  });

  it("does not affect members, nor staff of sites without the setting", async () => {
    const strict = createPasskeyWorld({ staffSignIn: "passkey" });
    const member = await strict.signInHolder();
    await strict.registered(member, await createAuthenticator());
    expect((await strict.post("/api/auth/login/", login(member))).status).toBe(200);
    const loose = createPasskeyWorld();
    const staff = await loose.signInStaff();
    expect((await staff.ask("GET", ADMIN)).status).toBe(200);
    const { id } = await loose.registered(staff, await createAuthenticator());
    expect((await loose.post("/api/auth/login/", login(staff))).status).toBe(200);
    expect((await staff.ask("DELETE", `${OWN}${id}/`, { current_passcode: PASSCODE })).status).toBe(204);
  });

  it("lets staff who lost their passkey sign in after other staff have set them a passcode", async () => {
    const world = createPasskeyWorld({ staffSignIn: "passkey" });
    const [staff, other] = [await world.signInStaff(), await world.signInStaff()];
    await world.registered(other, await createAuthenticator());
    const lost = await createAuthenticator();
    await world.registered(staff, lost);
    const change = { passcode: "a new horse staple", current_passcode: PASSCODE };
    expect((await other.ask("PATCH", `${ADMIN}${staff.account.id}/`, change)).status).toBe(200);
    expect((await world.signInBy(lost, staff)).status).toBe(401);
    const again = await world.post("/api/auth/login/", login(staff, change.passcode));
    const ask = world.askAs({ ...staff, tokens: await tokensOf(again) });
    expect(await refusalOf(await ask("GET", ADMIN))).toEqual(SHUT);
  });

  it("keeps the passkeys of staff who change their own passcode, or whose change is refused", async () => {
    const world = createPasskeyWorld({ staffSignIn: "passkey" });
    const [staff, other] = [await world.signInStaff(), await world.signInStaff()];
    const authenticator = await createAuthenticator();
    await world.registered(staff, authenticator);
    await world.registered(other, await createAuthenticator());
    const own = { passcode: "a new horse staple", current_passcode: PASSCODE };
    expect((await staff.ask("PATCH", `${ADMIN}${staff.account.id}/`, own)).status).toBe(200);
    const removal = { passcode: null, current_passcode: PASSCODE };
    const refused = await other.ask("PATCH", `${ADMIN}${staff.account.id}/`, removal);
    expect(refused.status).toBe(409);
    expect((await world.signInBy(authenticator, staff)).status).toBe(200);
    const kept = env.DB.prepare("SELECT count(*) AS n FROM passkeys WHERE account_id = ?");
    expect(await kept.bind(staff.account.id).first("n")).toBe(1);
  });
});
