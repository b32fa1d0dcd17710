/** How addresses below `/api/` are spelt. */

/** In the spelling of declared routes: with a trailing slash, as in Django, unless it is the address of a file. */
export function declaredPath(pathname: string): string {
  const bare = pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
  const isFile = bare.includes(".", bare.lastIndexOf("/"));
  return isFile ? bare : `${bare}/`;
}
