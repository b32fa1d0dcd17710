/** The documents that are compared: the product's own, and baselines made from it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";

/** Path of a page, and the link in its header that a visitor presses. */
export interface MeasuredPage {
  readonly name: string;
  readonly path: string;
  readonly linkTo: string;
}

export const MEASURED_PAGES: readonly MeasuredPage[] = [
  { name: "home", path: "/en", linkTo: "/en/about" },
  { name: "signal", path: "/en/signal", linkTo: "/en/about" },
  { name: "about", path: "/en/about", linkTo: "/en/signal" },
];

export const SUBJECTS = ["product", "static", "static with script", "bare React"] as const;
export type Subject = (typeof SUBJECTS)[number];

const PREFIXES: Readonly<Record<Subject, string>> = {
  product: "",
  static: "/bench/static",
  "static with script": "/bench/script",
  "bare React": "/bench/react",
};

/** Where a page of a subject lies. Bare React is told its address by a redirect of its own: see `reactDocument`. */
export function addressOf(subject: Subject, path: string): string {
  return PREFIXES[subject] + path;
}

const STYLES_PATH = "/bench/styles.css";
const SCRIPT_PATH = "/bench/links.js";
const REACT_PATH = "/bench/react.js";

/** A static page's client navigation, as few lines as it takes: the new page's main in the place of the old one's. */
const LINKS_SCRIPT = `
addEventListener("click", async (event) => {
  const link = event.target.closest("a[href]");
  if (!link) return;
  event.preventDefault();
  const text = await (await fetch(link.href)).text();
  const page = new DOMParser().parseFromString(text, "text/html");
  history.pushState(null, "", link.href);
  document.title = page.title;
  document.querySelector("main").replaceWith(page.querySelector("main"));
});
`;

/** All documents of the baselines and what they load, by path. `origin` is the product's. */
export async function createBaselines(origin: string): Promise<Map<string, string>> {
  const files = new Map([
    [STYLES_PATH, ""],
    [SCRIPT_PATH, LINKS_SCRIPT],
    [REACT_PATH, await bundleBareReact()],
  ]);
  for (const { path } of MEASURED_PAGES) {
    const html = await wholeDocument(origin + path);
    files.set(STYLES_PATH, stylesOf(html));
    const subjects = {
      static: "",
      "static with script": `<script type="module" src="${SCRIPT_PATH}"></script>`,
    };
    for (const [subject, script] of Object.entries(subjects)) {
      const address = (to: string) => addressOf(subject === "static" ? "static" : "static with script", to);
      const linked = MEASURED_PAGES.reduce(
        (text, page) => text.replaceAll(`href="${page.path}"`, `href="${address(page.path)}"`),
        plain(html),
      );
      files.set(address(path), linked.replace("</body>", `${script}</body>`));
    }
    files.set(addressOf("bare React", path), reactDocument(html));
  }
  return files;
}

/** The page with its text in document order, as a crawler without script gets it. */
async function wholeDocument(url: string): Promise<string> {
  const response = await fetch(url, { headers: { "User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" } });
  const html = await response.text();
  if (/<div hidden id="S:/.test(html))
    throw new Error(`${url} streams parts out of order: it makes no static page`);
  return html;
}

/** Without any script or hint, its styles in one linked sheet. */
function plain(html: string): string {
  const withoutScripts = html
    .replaceAll(/<script\b[^>]*>.*?<\/script>/gs, "")
    .replaceAll(/<link rel="(?:modulepreload|preload|stylesheet)"[^>]*>/g, "")
    .replaceAll(/<style\b[^>]*>.*?<\/style>/gs, "");
  return withoutScripts.replace("<head>", `<head><link rel="stylesheet" href="${STYLES_PATH}">`);
}

/** Linked sheets of the build first, then what stands in the document. */
function stylesOf(html: string): string {
  const linked = [...html.matchAll(/<link rel="(?:stylesheet|preload)"[^>]*href="([^"]+\.css)"/g)].map(
    ([, href = ""]) => readFileSync(join("dist/client", href), "utf8"),
  );
  const inline = [...html.matchAll(/<style\b[^>]*>(.*?)<\/style>/gs)].map(([, text = ""]) => text);
  return linked.length > 0 ? linked.join("\n") : inline.join("\n");
}

/** The same tree in an element of its own, its address put right before the script reads it. */
function reactDocument(html: string): string {
  const boot = /<script id="boot".*?<\/script>/s.exec(html)?.[0] ?? "";
  const back = `<script>history.replaceState(null,"",location.pathname.replace("${PREFIXES["bare React"]}",""))</script>`;
  return plain(html)
    .replace(/<body([^>]*)>/, '<body$1><div id="bare-root">')
    .replace("</body>", `</div>${boot}${back}<script type="module" src="${REACT_PATH}"></script></body>`)
    .replace("</head>", `<link rel="modulepreload" href="${REACT_PATH}"></head>`);
}

async function bundleBareReact(): Promise<string> {
  const outDir = ".cache/bench/bare-react-browser";
  await build({
    configFile: false,
    logLevel: "error",
    publicDir: false,
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      outDir,
      emptyOutDir: true,
      target: "es2023",
      rolldownOptions: {
        input: "tests/bench/browser/bare-react-entry.tsx",
        output: { entryFileNames: "react.js", codeSplitting: false },
        onLog(level, log, handle) {
          if (log.code !== "MODULE_LEVEL_DIRECTIVE") handle(level, log);
        },
      },
    },
  });
  return readFileSync(join(outDir, "react.js"), "utf8");
}
