/** Translates the page as browsers do: each text gives way to an element with another text. */
export function translatePage(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    const font = document.createElement('font')
    font.textContent = `${text.data} (translated)`
    text.replaceWith(font)
  }
}
