/** The operator's own words as the texts name them. */

export interface Brand {
  readonly name: string;
  readonly operatorName: string;
  readonly operatorAddress: string;
  readonly contactEmail: string;
}

/** Values for `{{brand}}` and the rest; what the operator left empty says so instead of leaving a hole. */
export function operatorValues(
  { name, operatorName, operatorAddress, contactEmail }: Brand,
  missing: string,
) {
  return {
    brand: name,
    operatorName: operatorName || missing,
    operatorAddress: operatorAddress || missing,
    contactEmail: contactEmail || missing,
  };
}
