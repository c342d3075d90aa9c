import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type * as opentype from 'opentype.js'

export type Weight = 400 | 700

export interface TextStyle {
  /** Pixels. */
  size: number
  weight: Weight
}

/** Converts text to outlines, which need no font to be rendered. */
export interface TextOutlines {
  /** The text without characters that the font lacks. */
  drawable(text: string): string
  /** Pixels. */
  widthOf(text: string, style: TextStyle): number
  /** The data of an SVG path; the baseline begins at `x`, `y`. */
  outline(text: string, at: { x: number; y: number }, style: TextStyle): string
}

const require = createRequire(import.meta.url)
/** Latin and extended Latin only: parsing a file blocks the process for about 30 ms. */
const filesOf = (weight: Weight): string[] =>
  weight === 400
    ? [
        require.resolve('@fontsource/inter/files/inter-latin-400-normal.woff'),
        require.resolve('@fontsource/inter/files/inter-latin-ext-400-normal.woff'),
      ]
    : [
        require.resolve('@fontsource/inter/files/inter-latin-700-normal.woff'),
        require.resolve('@fontsource/inter/files/inter-latin-ext-700-normal.woff'),
      ]

let loaded: Promise<TextOutlines> | undefined

/** The site's font, shipped with the service because containers have none. Loaded with the first picture. */
export function loadTextOutlines(): Promise<TextOutlines> {
  loaded ??= readFonts()
  loaded.catch(() => (loaded = undefined))
  return loaded
}

async function readFonts(): Promise<TextOutlines> {
  // The types declare named exports, but the package has only a default export.
  const module = (await import('opentype.js')) as unknown as { default: typeof opentype }
  const { parse } = module.default
  const readWeight = (weight: Weight): Promise<opentype.Font[]> =>
    Promise.all(filesOf(weight).map(async (file) => parse(new Uint8Array(await readFile(file)).buffer)))
  return createTextOutlines({ 400: await readWeight(400), 700: await readWeight(700) })
}

function createTextOutlines(fonts: Record<Weight, readonly opentype.Font[]>): TextOutlines {
  const fontOf = (character: string, weight: Weight): opentype.Font | undefined =>
    fonts[weight].find((font) => font.charToGlyphIndex(character) > 0)

  // Glyph by glyph, because the library does not support the kind of substitutions in Inter.
  function glyphsOf(text: string, { size, weight }: TextStyle) {
    return [...text].flatMap((character) => {
      const font = fontOf(character, weight)
      if (!font) return []
      const glyph = font.charToGlyph(character)
      return [{ glyph, width: ((glyph.advanceWidth ?? 0) * size) / font.unitsPerEm, font }]
    })
  }

  return {
    drawable: (text) =>
      [...text.normalize('NFC')]
        .map((character) => (/\s/.test(character) ? ' ' : character))
        .filter((character) => character === ' ' || fontOf(character, 700))
        .join('')
        .replace(/ +/g, ' ')
        .trim(),
    widthOf: (text, style) => glyphsOf(text, style).reduce((sum, { width }) => sum + width, 0),
    outline(text, { x, y }, style) {
      let left = x
      return glyphsOf(text, style)
        .map(({ glyph, width, font }) => {
          const path = glyph.getPath(left, y, style.size, {}, font).toPathData(1)
          left += width
          return path
        })
        .join('')
    },
  }
}
