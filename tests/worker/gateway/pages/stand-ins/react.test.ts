import React from "#react";
import * as originalRuntime from "#react/jsx-runtime";
import { describe, expect, it } from "vitest";
import * as jsxRuntime from "#worker/gateway/pages/stand-ins/react-jsx-runtime.ts";
import * as react from "#worker/gateway/pages/stand-ins/react.ts";

describe("React in the worker's bundle", () => {
  it("is React, name by name", () => {
    expect({ ...react }).toEqual({ ...React, default: React });
    expect(react.default).toBe(React);
  });

  it("has React's JSX runtime, name by name", () => {
    const { default: _, ...original } = originalRuntime as Record<string, unknown>;
    expect({ ...jsxRuntime }).toEqual(original);
  });
});
