import { FONT_LATER, LOADED_FONT_KEY } from './early/marks'
import { savesData } from './early/connection'

/** Loads the font that this page went without, and remembers it for the next page. Not for visitors who save data. */
export async function loadFontOfNextPage(): Promise<void> {
  const url = document.documentElement.dataset[FONT_LATER]
  if (!url || savesData()) return
  const faces = await document.fonts.load("1em 'Inter Variable'")
  if (faces.length > 0) localStorage.setItem(LOADED_FONT_KEY, url)
}
