/**
 * `npm run contract -- https://api.example`: reports, line by line, what an operator's API misses.
 *
 * `--site` asks from where browsers stand (the address of the deployed site) instead of where the gateway stands.
 * Environment: `CONTRACT_MEMBER_ID` and, where its account has one, `CONTRACT_PASSCODE` of a test member;
 * `CONTRACT_SITE_URL`, the address that visitors type; `CONTRACT_SHARED_SECRET`, the gateway's `API_SHARED_SECRET`. What cannot be checked without them is said.
 * Before a backend it ends with the line to set for the site, `API_PARTS = "…"`.
 * Ends with 1 where something required is missing, with 2 where it was called wrongly.
 */
import process from "node:process";
import { missingRequired, partLines, reportLines } from "./report.ts";
import { runContract } from "./run-contract.ts";

const USAGE = "Usage: npm run contract -- [--site] https://api.example";

const words = process.argv.slice(2);
const [baseUrl = "", ...others] = words.filter((word) => word !== "--site");
const siteUrl = process.env["CONTRACT_SITE_URL"] ?? "";

if (!isHttp(baseUrl) || others.length > 0 || (siteUrl !== "" && !isHttp(siteUrl))) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}

const vantage = words.includes("--site") ? "site" : "backend";
const findings = await runContract({
  baseUrl,
  vantage,
  siteOrigin: siteUrl === "" ? null : new URL(siteUrl).origin,
  sharedSecret: process.env["CONTRACT_SHARED_SECRET"] || null,
  memberId: process.env["CONTRACT_MEMBER_ID"] || null,
  passcode: process.env["CONTRACT_PASSCODE"] || null,
});
const lines = [...reportLines(findings), ...(vantage === "backend" ? partLines(findings) : [])];
process.stdout.write(`${lines.join("\n")}\n`);
process.exitCode = missingRequired(findings).length > 0 ? 1 : 0;

function isHttp(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? "");
}
