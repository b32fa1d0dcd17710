/** Loaded before `npm start`, so that an older Node says what is wrong: it cannot read the TypeScript that follows. */
if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    `Tidemark needs Node 24, and this is ${process.versions.node}: on Linux npm ci brings it, elsewhere install it.\n`,
  );
  process.exit(1);
}
