/** For `page.evaluate`: resolves after a frame that has painted the current document, once its observers have been notified. */
export function untilPainted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
  });
}
