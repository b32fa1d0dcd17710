/**
 * Lets React live with a browser that translates the page: it wraps text nodes in elements of its own, so a node that React
 * wants to remove, or to insert before, may no longer be where React put it. The platform would throw and React would give
 * up the whole page (facebook/react#11538).
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

/** The child of `parent` that now holds `node`, or null where it is gone altogether. */
function strangerAround(node: Node, parent: Node): Node | null {
  let outer: Node | null = node.parentNode;
  while (outer && outer.parentNode !== parent) outer = outer.parentNode;
  return outer;
}
