import { beforeEach, describe, expect, it } from "vitest";
import type { Passkey } from "#shared/contracts/passkeys.ts";
import { CONFIRMED, PASSCODE, refusalOf, type SignedIn } from "../member-world.ts";
import { tokensOf } from "../session/session-world.ts";
import { type Authenticator, createAuthenticator } from "./authenticator.ts";
import { createPasskeyWorld, OWN, type PasskeyWorld, REFUSED } from "./passkey-world.ts";

const ADMIN = "/api/admin/accounts/";
const SHUT = { status: 403, code: "passkey_required" };

const LOGIN = "/api/auth/login/";

let world: PasskeyWorld;
let staff: SignedIn;

beforeEach(async () => {
  world = createPasskeyWorld({ staffSignIn: "passkey" });
  staff = await world.signInStaff();
});

const login = ({ account: { pocketoptionId } }: SignedIn, passcode = PASSCODE, { post } = world) =>
  post(LOGIN, { pocketoption_id: pocketoptionId, passcode });

/** Registers a passkey. */
const register = async (who: SignedIn, authenticator?: Authenticator) =>
  world.registered(who, authenticator ?? (await createAuthenticator()));
const remove = ({ ask }: SignedIn, { id }: Passkey) => ask("DELETE", `${OWN}${id}/`, CONFIRMED);

describe("STAFF_SIGN_IN=passkey", () => {
  it("closes the admin area to staff without a passkey, who can sign in by passcode and register one", async () => {
    for (const path of [ADMIN, "/api/admin/ingest-keys/"])
      expect(await refusalOf(await staff.ask("GET", path))).toEqual(SHUT);
    expect((await staff.ask("GET", "/api/profile/follows/")).status).toBe(200);
    await register(staff);
    expect((await staff.ask("GET", ADMIN)).status).toBe(200);
  });

  it("refuses the passcode of staff with a passkey, and gives the reason only for the right passcode", async () => {
    const authenticator = await createAuthenticator();
    await register(staff, authenticator);
    expect(await refusalOf(await login(staff))).toEqual({ status: 401, code: "passkey_required" });
    expect(await refusalOf(await login(staff, "wrong horse staple"))).toEqual(REFUSED);
    const tokens = await tokensOf(await world.signInBy(authenticator, staff));
    expect((await world.askAs({ tokens })("GET", ADMIN)).status).toBe(200);
  });

  it("ends sessions opened with a passcode when the first passkey is registered", async () => {
    const thief = await world.signInAgain(staff);
    await register(staff);
    expect((await thief.ask("GET", ADMIN)).status).toBe(401);
    expect((await staff.ask("GET", ADMIN)).status).toBe(200);
  });

  it("does not let staff remove their last passkey", async () => {
    const [first, second] = [await register(staff), await register(staff)];
    expect((await remove(staff, first)).status).toBe(204);
    expect(await refusalOf(await remove(staff, second))).toEqual({ status: 409, code: "last_passkey" });
  });

  it("does not affect members, nor staff of sites without the setting", async () => {
    const member = await world.signInHolder();
    const own = await register(member);
    expect((await login(member)).status).toBe(200);
    expect((await remove(member, own)).status).toBe(204);
    const loose = createPasskeyWorld();
    const free = await loose.signInStaff();
    expect((await free.ask("GET", ADMIN)).status).toBe(200);
    const passkey = await loose.registered(free, await createAuthenticator());
    expect((await login(free, PASSCODE, loose)).status).toBe(200);
    expect((await remove(free, passkey)).status).toBe(204);
  });

  it("lets staff who lost their passkey sign in after other staff have set them a passcode", async () => {
    const other = await world.signInStaff();
    await register(other);
    const lost = await createAuthenticator();
    await register(staff, lost);
    const change = { passcode: "a new horse staple", ...CONFIRMED };
    expect((await other.ask("PATCH", `${ADMIN}${staff.account.id}/`, change)).status).toBe(200);
    expect((await world.signInBy(lost, staff)).status).toBe(401);
    const tokens = await tokensOf(await login(staff, change.passcode));
    expect(await refusalOf(await world.askAs({ tokens })("GET", ADMIN))).toEqual(SHUT);
  });

  it("keeps the passkeys of staff who change their own passcode, or whose change is refused", async () => {
    const other = await world.signInStaff();
    const authenticator = await createAuthenticator();
    await register(staff, authenticator);
    await register(other);
    const path = `${ADMIN}${staff.account.id}/`;
    const own = { passcode: "a new horse staple", ...CONFIRMED };
    expect((await staff.ask("PATCH", path, own)).status).toBe(200);
    expect((await other.ask("PATCH", path, { passcode: null, ...CONFIRMED })).status).toBe(409);
    expect((await world.signInBy(authenticator, staff)).status).toBe(200);
  });
});
