import { FONT_LATER, LOADED_FONT_KEY } from './early/marks'
import { loadFontOfNextPage } from './font-of-next-page'

const FONT = '/mf/shell/1/inter.woff2'
const { dataset } = document.documentElement

/** Visits a page that went without its font, or with it. @returns the fonts that were loaded, and the remembered font */
async function visit({ later = FONT, saveData = false, faces = [{}] }) {
  const loaded: string[] = []
  Object.defineProperty(navigator, 'connection', { value: { saveData }, configurable: true })
  Object.defineProperty(document, 'fonts', {
    value: { load: (font: string) => (loaded.push(font), Promise.resolve(faces)) },
    configurable: true,
  })
  localStorage.clear()
  if (later) dataset[FONT_LATER] = later
  else delete dataset[FONT_LATER]
  await loadFontOfNextPage()
  return { loaded, remembered: localStorage.getItem(LOADED_FONT_KEY) }
}

it('the font that a page went without is loaded and remembered for the next page', async () => {
  expect(await visit({})).toEqual({ loaded: ["1em 'Inter Variable'"], remembered: FONT })
})

it.each([
  ['on a page that has it', { later: '' }],
  ['for a visitor who saves data', { saveData: true }],
])('no font is loaded %s', async (_where, page) => {
  expect(await visit(page)).toEqual({ loaded: [], remembered: null })
})

it('a font that the page does not know is not remembered', async () => {
  expect((await visit({ faces: [] })).remembered).toBeNull()
})
