import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, type Mock, vi } from "vitest";
import { whenShown, whenUsed } from "#client/app/browser/first-use.ts";
import { APPLICATION_START_DELAY_MS } from "#shared/limits/browser.ts";

/** Node has events but no elements: one that stands inside what `inside` names. */
class FakeElement extends EventTarget {
  private readonly inside: string;

  constructor(inside: string) {
    super();
    this.inside = inside;
  }

  closest(selector: string): object | null {
    return selector.split(", ").includes(this.inside) ? this : null;
  }
}

/** As an event on an element inside `inside` arrives at the window. */
function send(window: EventTarget, type: string, inside = "button", movementX = 1): void {
  const event = Object.assign(new Event(type), { movementX, movementY: 0 });
  window.dispatchEvent(Object.defineProperty(event, "target", { value: new FakeElement(inside) }));
}

describe("starting the application", () => {
  let page: EventTarget;
  let start: Mock<() => void>;
  beforeAll(() => void vi.stubGlobal("Element", FakeElement));
  afterAll(() => void vi.unstubAllGlobals());
  beforeEach(() => {
    vi.useFakeTimers();
    page = new EventTarget();
    start = vi.fn<() => void>();
    whenUsed(page, start);
  });
  afterEach(() => void vi.useRealTimers());

  it.each(["pointermove", "pointerdown", "focusin", "click"])(
    "happens once, on the first %s event on a control",
    (sign) => {
      send(page, sign, "a");
      send(page, sign, "body");
      expect(start).not.toHaveBeenCalled();
      send(page, sign);
      send(page, sign);
      send(page, "click");
      vi.advanceTimersByTime(APPLICATION_START_DELAY_MS);
      expect(start).toHaveBeenCalledTimes(1);
    },
  );

  it.each(["button", "input", "select", "textarea", "summary", "label"])(
    "treats <%s> as a control",
    (name) => {
      send(page, "focusin", name);
      expect(start).toHaveBeenCalledTimes(1);
    },
  );

  it("happens when another tab writes to storage", () => {
    page.dispatchEvent(new Event("storage"));
    expect(start).toHaveBeenCalledTimes(1);
  });

  it("happens after a delay on a page that nobody uses", () => {
    vi.advanceTimersByTime(APPLICATION_START_DELAY_MS - 1);
    expect(start).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(start).toHaveBeenCalledTimes(1);
  });

  it("ignores a pointermove event without movement, as when a page appears under the pointer", () => {
    send(page, "pointermove", "button", 0);
    expect(start).not.toHaveBeenCalled();
  });
});

function fakeDocument(fields: object): Document {
  return Object.assign(new EventTarget(), fields) as Document;
}

it.each([{}, { prerendering: false }])("begins at once if the document is not prerendering: %j", (fields) => {
  const begin = vi.fn();
  whenShown(fakeDocument(fields), begin);
  expect(begin).toHaveBeenCalledTimes(1);
});

it("begins when a prerendered document is shown, and only once", () => {
  const begin = vi.fn();
  const document = fakeDocument({ prerendering: true });
  whenShown(document, begin);
  expect(begin).not.toHaveBeenCalled();
  document.dispatchEvent(new Event("prerenderingchange"));
  document.dispatchEvent(new Event("prerenderingchange"));
  expect(begin).toHaveBeenCalledTimes(1);
});
