/** For `page.evaluate`: until a frame is over in which what stands in the document now has been painted, and what it told of. */
export function untilPainted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
  });
}
