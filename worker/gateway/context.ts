/** Context of the gateway's Hono app: what one request carries from the first middleware to the answer. */
export interface GatewayEnv {
  readonly Variables: {
    readonly requestId: string;
    /** CSP nonce of this response; pages have one. */
    readonly nonce: string;
  };
}
