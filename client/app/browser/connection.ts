/** The browser's estimate of its connection (Network Information API; absent in some browsers). */
export interface Connection {
  readonly effectiveType?: string | undefined;
  readonly saveData?: boolean | undefined;
}

/** The current connection; empty if the browser does not report it. */
export function currentConnection(): Connection {
  return "connection" in navigator ? describe(navigator.connection) : {};
}

/** The manifest is prefetched unless the connection is very slow or the user has asked to save data. */
export function mayPrefetchManifest({ effectiveType, saveData }: Connection): boolean {
  return !saveData && effectiveType !== "slow-2g";
}

/** Prefetched pages are larger and may never be visited, so every 2g connection is too slow for them. */
export function mayFetchAhead({ effectiveType, saveData }: Connection): boolean {
  return !saveData && !/2g/.test(effectiveType ?? "");
}

function describe(value: unknown): Connection {
  if (typeof value !== "object" || value === null) return {};
  const effectiveType = "effectiveType" in value ? value.effectiveType : undefined;
  return {
    effectiveType: typeof effectiveType === "string" ? effectiveType : undefined,
    saveData: "saveData" in value && value.saveData === true,
  };
}
