/** Answers of the browser that may fail to come. */

/** The value of `answer`; undefined if it rejects, or has not come after `mostMs`. */
export function inTime<Value>(answer: Promise<Value>, mostMs: number): Promise<Value | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), mostMs);
    void answer.then(resolve, () => resolve(undefined)).finally(() => clearTimeout(timer));
  });
}
