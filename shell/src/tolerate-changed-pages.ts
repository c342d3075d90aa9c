/**
 * Translations and extensions move the text of a page into elements of their own. React does not know them: it fails to remove text
 * that has another parent by now, or to insert before it, and the whole page with it (https://github.com/facebook/react/issues/11538).
 * Its updates of text that a translation has replaced would be invisible: the text is put back, to be translated again.
 */
export function tolerateChangedPages(): void {
  const { removeChild, insertBefore } = Node.prototype
  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
  const translations = new WeakMap<Node, Element>()
  const observer = new MutationObserver(note)
  observer.observe(document, { childList: true, subtree: true })

  function note(changes: MutationRecord[]): void {
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of changes)
      for (const removed of removedNodes) {
        const translation = [...addedNodes, previousSibling, nextSibling].find(isTranslation)
        if (translation && removed.nodeType === Node.TEXT_NODE) translations.set(removed, translation)
      }
  }

  function translationOf(text: Node): Element | undefined {
    if (text.isConnected) return undefined
    note(observer.takeRecords())
    return translations.get(text)
  }

  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...value,
    set(this: Node, next: string | null) {
      value?.set?.call(this, next)
      translationOf(this)?.replaceWith(this)
    },
  })
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const current = childOf(this, translationOf(child) ?? child)
    if (current) removeChild.call(this, current)
    return child
  }
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, next: Node | null): T {
    insertBefore.call(this, node, next && childOf(this, translationOf(next) ?? next))
    return node
  }
}

/** The child of a node that is or contains another node; null when it has been taken off the page. */
function childOf(parent: Node, node: Node): Node | null {
  let child: Node | null = node
  while (child && child.parentNode !== parent) child = child.parentNode
  return child
}

const isTranslation = (node: Node | null): node is Element => node?.nodeName === 'FONT'
