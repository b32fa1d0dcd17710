/** By what they look like: the characters of all scripts that look alike, of unhomoglyph; written by tests/architecture/confusables.test.ts. */
declare module "*/confusables.json" {
  const confusables: Readonly<Record<string, string>>;
  export default confusables;
}
