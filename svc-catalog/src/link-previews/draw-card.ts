import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { LINK_PICTURE_SIZE } from '@offquad/contracts'
import { type Font } from 'satori'
import { type PreviewTexts } from './preview-texts'

export interface Card extends Pick<PreviewTexts, 'title' | 'rating' | 'facts'> {
  productName: string
  /** '#B31B1B' */
  brandColor: string
  /** true: drawn over a photo; false: with a background. */
  isOverPhoto: boolean
}

const { width: WIDTH, height: HEIGHT } = LINK_PICTURE_SIZE
const LARGE = { fontSize: 72, fontWeight: 700, lineHeight: 1.15, lineClamp: 2, wordBreak: 'break-word' }
const MEDIUM = { fontSize: 46, fontWeight: 700 }
const SMALL = { fontSize: 36, lineHeight: 1.5, lineClamp: 1 }

/** The overlay of a photo or, without one, the whole picture: an SVG with text as outlines, which needs no fonts. */
export async function drawCard(card: Card): Promise<string> {
  // Loaded with the first picture, as most processes never draw one.
  const { default: satori } = await import('satori')
  const { title, rating, facts, productName, brandColor, isOverPhoto } = card
  const background = isOverPhoto
    ? { backgroundImage: SHADE_OF_PHOTO }
    : { backgroundColor: brandColor, backgroundImage: SHADE_OF_BRAND }
  return satori(
    column(
      { width: WIDTH, height: HEIGHT, padding: '66px 72px 58px', color: '#fff', fontFamily, ...background },
      ...(isOverPhoto ? [] : [row({ position: 'absolute', right: 0, bottom: 0 }, HOUSES)]),
      text({ fontSize: 34, fontWeight: 700, flexGrow: 1 }, productName),
      text({ ...LARGE, marginBottom: rating ? 6 : 14 }, title),
      ...(rating
        ? [
            row(
              { alignItems: 'center', marginBottom: 6 },
              STAR,
              text({ ...MEDIUM, margin: '0 18px 0 14px' }, rating.value),
              text(SMALL, rating.reviews),
            ),
          ]
        : []),
      ...facts.map((fact) => text(SMALL, fact)),
    ),
    { ...LINK_PICTURE_SIZE, fonts: await loadFonts() },
  )
}

const element = (type: string, props: object) => ({ type, props, key: null })
const row = (style: object, ...children: object[]) =>
  element('div', { style: { display: 'flex', ...style }, children })
const column = (style: object, ...children: object[]) =>
  row({ flexDirection: 'column', ...style }, ...children)
const text = (style: object, content: string) =>
  element('div', { style: { display: 'block', ...style }, children: drawable(content) })
const shape = (width: number, height: number, fill: string, path: string) =>
  element('svg', {
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    children: element('path', { fill, fillRule: 'evenodd', d: path }),
  })

/** The text without characters that the font lacks. */
const drawable = (content: string): string =>
  content.normalize('NFC').replace(/\s/g, ' ').replace(LACKING, '').replace(/ +/g, ' ').trim()
const LACKING = /[^ -~\u00a1-\u00ac\u00ae-\u024f\u1e00-\u1e9b\u1ef2-\u1eff–—‘-‚“-„•…€]/g

/** Darkens the photo, so that white text is legible on it. */
const SHADE_OF_PHOTO =
  'linear-gradient(rgba(0,0,0,.55), rgba(0,0,0,.2) 25%, rgba(0,0,0,.55) 45%, rgba(0,0,0,.88))'
const SHADE_OF_BRAND = 'linear-gradient(rgba(0,0,0,.3), rgba(0,0,0,.62))'

const STAR = shape(
  40,
  40,
  '#ffc53d',
  'M20 2l5.6 11.6 12.8 1.7-9.4 8.8 2.4 12.7L20 30.6 8.6 36.8 11 24.1 1.6 15.3l12.8-1.7z',
)

const HOUSES_WIDTH = 640
const HOUSES_HEIGHT = 375
const HOUSES = shape(
  HOUSES_WIDTH,
  HOUSES_HEIGHT,
  'rgba(255,255,255,.08)',
  [
    drawHouse({ x: 0, width: 130, height: 150 }),
    drawHouse({ x: 144, width: 170, height: 240 }),
    drawHouse({ x: 328, width: 120, height: 180 }),
    drawHouse({ x: 462, width: 178, height: 300 }),
  ].join(''),
)

/** @param height up to the eaves */
function drawHouse({ x, width, height }: { x: number; width: number; height: number }): string {
  const eaves = HOUSES_HEIGHT - height
  const roof = width * 0.42
  const windows = Array.from({ length: Math.floor(height / 80) }, (_, floor) =>
    [0.2, 0.58].map(
      (share) => `M${x + width * share} ${eaves + 24 + floor * 80}h${width * 0.22}v40h${-width * 0.22}z`,
    ),
  )
  // The windows are holes.
  return `M${x} ${HOUSES_HEIGHT}V${eaves}l${width / 2} ${-roof}l${width / 2} ${roof}V${HOUSES_HEIGHT}z${windows.flat().join('')}`
}

const require = createRequire(import.meta.url)
const FONTS = [
  {
    name: 'latin',
    weight: 400,
    file: require.resolve('@fontsource/inter/files/inter-latin-400-normal.woff'),
  },
  {
    name: 'latin',
    weight: 700,
    file: require.resolve('@fontsource/inter/files/inter-latin-700-normal.woff'),
  },
  {
    name: 'more',
    weight: 400,
    file: require.resolve('@fontsource/inter/files/inter-latin-ext-400-normal.woff'),
  },
  {
    name: 'more',
    weight: 700,
    file: require.resolve('@fontsource/inter/files/inter-latin-ext-700-normal.woff'),
  },
] as const
const fontFamily = 'latin, more'
let fonts: Promise<Font[]> | undefined

/** The site's font, shipped with the service because containers have none. */
async function loadFonts(): Promise<Font[]> {
  fonts ??= Promise.all(FONTS.map(async ({ file, ...font }) => ({ ...font, data: await readFile(file) })))
  return fonts
}
