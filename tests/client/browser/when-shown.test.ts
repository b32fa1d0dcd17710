import { expect, it, vi } from "vitest";
import { whenShown } from "#client/browser/when-shown.ts";

function fakeDocument(fields: object): Document {
  return Object.assign(new EventTarget(), fields) as Document;
}

it.each([{}, { prerendering: false }])("begins at once where the document is shown: %j", (fields) => {
  const begin = vi.fn();
  whenShown(fakeDocument(fields), begin);
  expect(begin).toHaveBeenCalledTimes(1);
});

it("begins once what was rendered ahead is shown, and once only", () => {
  const begin = vi.fn();
  const document = fakeDocument({ prerendering: true });
  whenShown(document, begin);
  expect(begin).not.toHaveBeenCalled();
  document.dispatchEvent(new Event("prerenderingchange"));
  document.dispatchEvent(new Event("prerenderingchange"));
  expect(begin).toHaveBeenCalledTimes(1);
});
