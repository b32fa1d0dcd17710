/** drizzle-kit's list of the migrations, oldest first. */
declare module "*/migrations/meta/_journal.json" {
  const journal: { readonly entries: readonly { readonly tag: string }[] };
  export default journal;
}
