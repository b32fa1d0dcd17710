/** `npm run -s vapid-keys`: a new pair of keys for the secret `VAPID_KEYS`. */
import { createVapidPair } from "./secrets.ts";

console.log(createVapidPair());
