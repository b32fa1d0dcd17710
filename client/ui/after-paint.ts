/**
 * Calls `task` once what React has just rendered is painted, at the beginning of the next frame; for effects. Gives what
 * calls it off.
 */
export function afterPaint(task: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(task);
  });
  return () => cancelAnimationFrame(frame);
}
