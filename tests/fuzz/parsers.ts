/** Every parser of the product that reads what others wrote. */
import { ADDRESS_PROPERTIES } from "./parsers/addresses.ts";
import { CONTRACT_PROPERTIES } from "./parsers/contracts.ts";
import { HEADER_PROPERTIES } from "./parsers/headers.ts";
import { RECORD_PROPERTIES } from "./parsers/record.ts";
import { SESSION_PROPERTIES } from "./parsers/session.ts";
import type { Property } from "./property.ts";

export const PARSER_PROPERTIES: readonly Property[] = [
  ...ADDRESS_PROPERTIES,
  ...HEADER_PROPERTIES,
  ...CONTRACT_PROPERTIES,
  ...RECORD_PROPERTIES,
  ...SESSION_PROPERTIES,
];
