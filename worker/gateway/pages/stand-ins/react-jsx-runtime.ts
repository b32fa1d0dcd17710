/** `react/jsx-runtime` as an ES module, for the same reason as react.ts. */
import * as runtime from "#react/jsx-runtime";

export const { Fragment, jsx, jsxs } = runtime;
