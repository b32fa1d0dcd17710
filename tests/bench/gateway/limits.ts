/** What the gateway may add to any call: processor time above what the call costs without it. */
export const MAX_OVERHEAD_MS = 0.3;
