/**
 * Names of the entries in the browser's storage. `storage-registry.ts` states the purpose of each, and so does the cookie
 * policy.
 */

export const ACCESS_TOKEN_KEY = "accessToken";
export const REFRESH_TOKEN_KEY = "refreshToken";
export const MEMBER_NAME_KEY = "tidemark:member-name";
export const TIME_ZONE_KEY = "tidemark:time-zone";
export const THEME_KEY = "tidemark:theme";
export const DEVICE_TOKEN_KEY = "tidemark:device-token";
export const PASSCODE_NOTICE_KEY = "tidemark:passcode-notice";
export const HIDE_INSTALL_KEY = "tidemark:hide-install";
export const PUSH_OFFER_KEY = "tidemark:push-offer";
export const LAST_VISIT_KEY = "tidemark:last-visit";
export const LEDGER_HEAD_KEY = "tidemark:ledger-head";
export const RECORD_CACHE = "tidemark-record";
export const LOG_CHECKPOINT_KEY = "tidemark:log-checkpoint";
export const RELOAD_KEY = "tidemark:reload";
export const FORM_STATE_KEY = "tidemark:form-state";
export const INTERRUPTED_FORM_KEY = "tidemark:interrupted-form";
export const SCROLL_KEY = "tidemark:scroll";
export const COMPARED_KEY = "tidemark:compared";
export const STAGED_KEY = "tidemark:staged";
export const QUEUE_KEYS_KEY = "tidemark:queue-keys";
