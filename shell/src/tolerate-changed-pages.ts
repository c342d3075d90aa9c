/**
 * Translations and extensions move the text of a page into elements of their own. React does not know them: it fails to remove text
 * that has another parent by now, or to insert before it, and the whole page with it (https://github.com/facebook/react/issues/11538).
 */
export function tolerateChangedPages(): void {
  const { removeChild, insertBefore } = Node.prototype

  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const current = childOf(this, child)
    if (current) removeChild.call(this, current)
    return child
  }
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, next: Node | null): T {
    insertBefore.call(this, node, next && childOf(this, next))
    return node
  }
}

/** The child of a node that is or contains another node; null when it has been taken off the page. */
function childOf(parent: Node, node: Node): Node | null {
  let child: Node | null = node
  while (child && child.parentNode !== parent) child = child.parentNode
  return child
}
