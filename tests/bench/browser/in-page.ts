/** What runs in the measured pages before any script of theirs. Sent to the browser as text: each stands by itself. */

/** What a page says of its load so far; times in milliseconds from the navigation's start. */
export interface LoadFigures {
  fcpMs: number;
  lcpMs: number;
  /** Sum of what long tasks after the first paint took beyond 50 ms each. */
  tbtMs: number;
  cls: number;
  /** When a script of the page first took a click, and the first frame that showed what it did; null before. */
  takenMs: number | null;
  actedMs: number | null;
}

declare global {
  interface Window {
    loadFigures: LoadFigures;
  }
}

/** Keeps `window.loadFigures`. */
export function observeLoad(): void {
  const figures: LoadFigures = { fcpMs: NaN, lcpMs: NaN, tbtMs: 0, cls: 0, takenMs: null, actedMs: null };
  window.loadFigures = figures;
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  const numberOf = (entry: PerformanceEntry, key: string): number => Number(Reflect.get(entry, key));
  // A task may be told of before the paint that it came before.
  const tasks: PerformanceEntry[] = [];
  const sumUpTasks = () => {
    const afterPaint = tasks.filter(({ startTime, duration }) => startTime + duration >= figures.fcpMs);
    figures.tbtMs = afterPaint.reduce((sum, { duration }) => sum + duration - 50, 0);
  };
  observe("paint", (entry) => {
    if (entry.name === "first-contentful-paint") figures.fcpMs = entry.startTime;
    sumUpTasks();
  });
  observe("largest-contentful-paint", (entry) => {
    figures.lcpMs = entry.startTime;
  });
  observe("longtask", (task) => {
    tasks.push(task);
    sumUpTasks();
  });
  observe("layout-shift", (entry) => {
    if (!Reflect.get(entry, "hadRecentInput")) figures.cls += numberOf(entry, "value");
  });
}

/**
 * Presses the link every 25 ms, as a finger does, until a script of the page takes the click: until then it leads nowhere.
 * What it did is seen by another main heading.
 */
export function clickUntilTaken(linkTo: string): void {
  const headingText = () => document.querySelector("h1")?.textContent ?? null;
  let heading: string | null = null;
  const timer = setInterval(() => {
    const link = document.querySelector(`header a[href$="${linkTo}"]`);
    heading ??= headingText();
    if (!link || heading === null) return;
    let isPreventedAtEnd: boolean | null = null;
    // Registered at each click, so that it comes after every listener of the page.
    const atEnd = (event: Event) => {
      isPreventedAtEnd = event.defaultPrevented;
      event.preventDefault();
    };
    const options = { bubbles: true, cancelable: true, composed: true, view: window };
    window.addEventListener("click", atEnd);
    link.dispatchEvent(
      new PointerEvent("pointerdown", { ...options, pointerType: "mouse", isPrimary: true }),
    );
    link.dispatchEvent(new PointerEvent("pointerup", { ...options, pointerType: "mouse", isPrimary: true }));
    const isPrevented = !link.dispatchEvent(new PointerEvent("click", options));
    window.removeEventListener("click", atEnd);
    // A listener that stops the click before its end has it prevented all the same.
    if (!(isPreventedAtEnd ?? isPrevented)) return;
    window.loadFigures.takenMs = performance.now();
    clearInterval(timer);
    const look = () => {
      if (headingText() === heading) requestAnimationFrame(look);
      else requestAnimationFrame(() => (window.loadFigures.actedMs = performance.now()));
    };
    look();
  }, 25);
}

/** Presses the link once, as soon as it has been painted, and lets the press do whatever it does by then. */
export function pressAtFirstPaint(linkTo: string): void {
  new PerformanceObserver((_list, observer) => {
    const link = document.querySelector<HTMLElement>(`header a[href$="${linkTo}"]`);
    if (!link || sessionStorage.getItem("pressed-at")) return;
    observer.disconnect();
    const options = { bubbles: true, cancelable: true, composed: true, view: window };
    link.dispatchEvent(
      new PointerEvent("pointerdown", { ...options, pointerType: "mouse", isPrimary: true }),
    );
    link.dispatchEvent(new PointerEvent("pointerup", { ...options, pointerType: "mouse", isPrimary: true }));
    link.click();
  }).observe({ type: "paint", buffered: true });
}

/** Notes when a link is pressed and the first frame with another main heading, in this document or the next one. */
export function observeNavigation(): void {
  const now = () => performance.timeOrigin + performance.now();
  const headingText = () => document.querySelector("h1")?.textContent ?? null;
  addEventListener(
    "pointerdown",
    () => {
      sessionStorage.setItem("pressed-from", headingText() ?? "");
      sessionStorage.setItem("pressed-at", String(now()));
    },
    { capture: true },
  );
  const look = () => {
    const from = sessionStorage.getItem("pressed-from");
    const heading = headingText();
    if (from !== null && heading !== null && heading !== from && !sessionStorage.getItem("shown-at")) {
      requestAnimationFrame(() => sessionStorage.setItem("shown-at", String(now())));
    }
    requestAnimationFrame(look);
  };
  look();
}
