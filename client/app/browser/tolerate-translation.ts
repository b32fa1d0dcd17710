/**
 * Makes React tolerate a browser that translates the page: translation wraps text nodes in its own elements, so a node that
 * React wants to remove, or insert before, may have another parent. The platform would throw and React would unmount the whole
 * page (facebook/react#11538).
 */
export function tolerateTranslation(
  prototype: Pick<Node, "removeChild" | "insertBefore"> = Node.prototype,
): void {
  const { removeChild, insertBefore } = prototype;
  prototype.removeChild = function removeWhereItIs<Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode === this) return remove(this, child);
    const stranger = strangerAround(child, this);
    if (stranger) remove(this, stranger);
    return child;
  };
  prototype.insertBefore = function insertWhereItIs<Child extends Node>(
    this: Node,
    child: Child,
    before: Node | null,
  ): Child {
    const place = before === null || before.parentNode === this ? before : strangerAround(before, this);
    return insert(this, child, place);
  };

  function remove<Child extends Node>(parent: Node, child: Child): Child {
    removeChild.call(parent, child);
    return child;
  }

  function insert<Child extends Node>(parent: Node, child: Child, before: Node | null): Child {
    insertBefore.call(parent, child, before);
    return child;
  }
}

/** The child of `parent` that now contains `node`, or null if `node` is gone. */
function strangerAround(node: Node, parent: Node): Node | null {
  let outer: Node | null = node.parentNode;
  while (outer && outer.parentNode !== parent) outer = outer.parentNode;
  return outer;
}
