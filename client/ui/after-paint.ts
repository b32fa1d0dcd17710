/** Calls `task` once what has just been rendered is on the screen, before the frame after it. Gives what calls it off. */
export function afterPaint(task: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(task);
  });
  return () => cancelAnimationFrame(frame);
}
