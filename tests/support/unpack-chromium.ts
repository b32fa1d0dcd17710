/**
 * Unpacks the Chromium of `@sparticuz/chromium` with its fonts and libraries. The package unpacks to the temporary folder alone, so
 * `packaged-chromium.ts` runs this with a `TMPDIR` of its own.
 */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import packaged, { inflate } from "@sparticuz/chromium";

const packageFolder = dirname(dirname(fileURLToPath(import.meta.resolve("@sparticuz/chromium"))));
await packaged.executablePath();
// Libraries (NSS) that a minimal machine lacks.
await inflate(join(packageFolder, "bin", "al2023.tar.br"));
