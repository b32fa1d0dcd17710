/** `npm run contract`: reports, line by line, what an operator's API misses. */
import process from "node:process";
import { readArguments, refuseArguments } from "#worker/commands/read-arguments.ts";
import { missingRequired, partLines, reportLines } from "./report.ts";
import { runContract } from "./run-contract.ts";

const HELP = `npm run contract -- [--site] https://api.example
Reports what your API lacks, and the API_PARTS to set; fails if something required is missing.
  --site   checks a deployed site, as browsers see it, instead of the backend itself
In the environment, all optional:
  CONTRACT_MEMBER_ID and CONTRACT_PASSCODE   of a test member
  CONTRACT_SITE_URL                          address that visitors type
  CONTRACT_SHARED_SECRET                     the gateway's API_SHARED_SECRET
Example: CONTRACT_MEMBER_ID=12345678 npm run contract -- https://api.example`;

const { values, positionals } = readArguments(HELP, {
  allowPositionals: true,
  options: { site: { type: "boolean", default: false } },
});
const [baseUrl = "", ...others] = positionals;
const siteUrl = process.env["CONTRACT_SITE_URL"] ?? "";
if (!isHttp(baseUrl) || others.length > 0) refuseArguments(HELP, "Name one address, http:// or https://.");
if (siteUrl !== "" && !isHttp(siteUrl))
  refuseArguments(HELP, `CONTRACT_SITE_URL must be an address; it is "${siteUrl}".`);

const vantage = values.site ? "site" : "backend";
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
