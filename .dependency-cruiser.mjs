/** Who may import whom (README, "The house"). tests/architecture plants a violation of each rule and expects it caught. */
const rule = (name, from, to) => ({ name, severity: "error", from, to });

export default {
  forbidden: [
    rule("shared-imports-nothing-of-ours", { path: "^shared/" }, { path: "^(worker|client|tests)/" }),
    rule("client-imports-only-shared", { path: "^client/" }, { path: "^(worker|tests)/" }),
    rule("worker-imports-no-tests", { path: "^worker/" }, { path: "^tests/" }),
    rule(
      "client-only-through-its-doors",
      { path: "^worker/" },
      { path: "^client/", pathNot: "^client/entry\\.(?:(?:server|embeds)\\.tsx|addresses\\.ts)$" },
    ),
    rule(
      "client-only-from-gateway-pages",
      { path: "^worker/", pathNot: "^worker/gateway/pages/" },
      { path: "^client/" },
    ),
    rule("gateway-never-api", { path: "^worker/gateway/" }, { path: "^worker/(api|build|commands|local)/" }),
    rule("api-never-gateway", { path: "^worker/api/" }, { path: "^worker/(build|commands|gateway|local)/" }),
    rule("only-index-joins", { path: "^worker/(?!index\\.ts)" }, { path: "^worker/index\\.ts$" }),
    // Tables are everybody's: queries join across domains.
    rule(
      "api-domain-only-through-its-door",
      { path: "^worker/api/([^/]+)/" },
      {
        path: "^worker/api/([^/]+)/",
        pathNot: ["^worker/api/($1|tables)/", "^worker/api/[^/]+/index\\.ts$"],
      },
    ),
    rule(
      "pages-never-each-other",
      { path: "^client/pages/([^/]+)/" },
      { path: "^client/pages/[^/]+/", pathNot: "^client/pages/$1/" },
    ),
    // From the lowest to the highest: i18n, ui, data, features, pages, app.
    rule(
      "i18n-knows-texts-alone",
      { path: "^client/i18n/" },
      { path: "^client/(ui|data|features|pages|app)/" },
    ),
    rule("ui-has-no-data", { path: "^client/ui/" }, { path: "^client/(data|features|pages|app)/" }),
    rule("data-never-features", { path: "^client/data/" }, { path: "^client/(features|pages|app)/" }),
    rule("features-never-pages", { path: "^client/features/" }, { path: "^client/(pages|app)/" }),
    rule("pages-never-app", { path: "^client/pages/" }, { path: "^client/app/" }),
    {
      name: "server-render-never-reaches-browser",
      severity: "error",
      from: { path: "^client/entry\\.(?:server|embeds)\\.tsx$" },
      to: { path: "^client/app/browser/", reachable: true },
    },
    rule(
      "react-dom-client-only-in-entry",
      { path: "^client/", pathNot: "^client/(?:start-application|app/browser/failures)\\.tsx$" },
      { path: "react-dom/client" },
    ),
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    // Folders that stand side by side; a folder counts with all that it holds.
    { name: "no-cycles-of-folders", severity: "error", scope: "folder", from: {}, to: { circular: true } },
    {
      name: "no-unresolved",
      severity: "error",
      from: { pathNot: "^tests/" },
      to: { couldNotResolve: true, pathNot: "^(#build|cloudflare:)" },
    },
  ],
  options: {
    parser: "swc",
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(dist|\\.cache)/" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "browser", "default"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
    },
  },
};
