/** How addresses below `/api/` are spelt. */

/** As routes are declared: with a trailing slash, as in Django, but where the address is a file's. */
export function declaredPath(pathname: string): string {
  const bare = pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
  const isFile = bare.includes(".", bare.lastIndexOf("/"));
  return isFile ? bare : `${bare}/`;
}
