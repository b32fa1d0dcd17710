import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { NetworkError } from "#client/data/http-error.ts";
import { readAnswer } from "#client/data/read-answer.ts";

const Thing = v.object({ name: v.string() });

describe("readAnswer", () => {
  it("takes an answer that breaks its contract for unreadable", async () => {
    const answer = readAnswer(Response.json({ name: 7 }), Thing, 0);
    await expect(answer).rejects.toMatchObject({ status: 200, code: "unreadable_answer" });
  });

  it("takes a page for no answer of the API", async () => {
    await expect(readAnswer(new Response("<html>"), Thing, 0)).rejects.toBeInstanceOf(NetworkError);
  });

  it("takes a body that breaks off for a network fault", async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError("terminated")) });
    await expect(readAnswer(new Response(body), Thing, 0)).rejects.toBeInstanceOf(NetworkError);
  });
});
