import { LINK_PICTURE_SIZE } from '@offquad/contracts'
import { type PreviewTexts } from './preview-texts'
import { type TextOutlines, type TextStyle } from './text-outlines'
import { wrapText } from './wrap-text'

export interface Card extends Pick<PreviewTexts, 'title' | 'rating' | 'facts'> {
  productName: string
  /** '#B31B1B' */
  brandColor: string
  /** true: drawn over a photo; false: with a background. */
  isOverPhoto: boolean
}

const { width: WIDTH, height: HEIGHT } = LINK_PICTURE_SIZE
const MARGIN = 72
const LINE_WIDTH = WIDTH - 2 * MARGIN

const BRAND: TextStyle = { size: 34, weight: 700 }
const TITLES: readonly { style: TextStyle; lines: number }[] = [
  { style: { size: 84, weight: 700 }, lines: 1 },
  { style: { size: 68, weight: 700 }, lines: 2 },
]
const RATING: TextStyle = { size: 46, weight: 700 }
const FACT: TextStyle = { size: 36, weight: 400 }

/** A five-pointed star in a box of 40 pixels. */
const STAR = 'M20 2l5.6 11.6 12.8 1.7-9.4 8.8 2.4 12.7L20 30.6 8.6 36.8 11 24.1 1.6 15.3l12.8-1.7z'

/** The overlay of a photo or, without one, the whole picture: an SVG with text as outlines, which needs no fonts. */
export function drawCard(card: Card, text: TextOutlines): string {
  const lines = composeLines(card, text)
  const brand = text.outline(text.drawable(card.productName), { x: MARGIN, y: 104 }, BRAND)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    card.isOverPhoto ? SHADE_OF_PHOTO : background(card.brandColor),
    `<g fill="#fff"><path d="${brand}"/>${lines}</g>`,
    '</svg>',
  ].join('')
}

/** Title, rating and facts, from the bottom upwards. */
function composeLines({ title, rating, facts }: Card, text: TextOutlines): string {
  let y = HEIGHT - MARGIN
  const shapes: string[] = []

  for (const fact of facts.toReversed()) {
    const [line = ''] = wrapText(text.drawable(fact), { width: LINE_WIDTH, lines: 1 }, (part) =>
      text.widthOf(part, FACT),
    )
    shapes.push(`<path d="${text.outline(line, { x: MARGIN, y }, FACT)}"/>`)
    y -= 54
  }
  if (rating) {
    const value = { x: MARGIN + 54, y }
    const reviews = { x: value.x + text.widthOf(rating.value, RATING) + 18, y }
    shapes.push(
      `<path transform="translate(${MARGIN} ${y - 37})" fill="#ffc53d" d="${STAR}"/>`,
      `<path d="${text.outline(rating.value, value, RATING)}"/>`,
      `<path d="${text.outline(rating.reviews, reviews, FACT)}"/>`,
    )
    y -= 74
  } else if (facts.length > 0) y -= 20
  const { lines, style } = fitTitle(text.drawable(title), text)
  for (const line of lines.toReversed()) {
    shapes.push(`<path d="${text.outline(line, { x: MARGIN, y }, style)}"/>`)
    y -= style.size * 1.15
  }
  return shapes.join('')
}

function fitTitle(title: string, text: TextOutlines): { lines: string[]; style: TextStyle } {
  const fitted = TITLES.map(({ style, lines }) => ({
    style,
    lines: wrapText(title, { width: LINE_WIDTH, lines }, (part) => text.widthOf(part, style)),
  }))
  const complete = fitted.find(({ lines }) => !lines.at(-1)?.endsWith('…')) ?? fitted.at(-1)
  return complete ?? { lines: [], style: FACT }
}

/** Darkens the photo, so that white text is legible on it. */
const SHADE_OF_PHOTO = [
  '<defs><linearGradient id="shade" x1="0" y1="0" x2="0" y2="1">',
  '<stop offset="0" stop-opacity=".55"/><stop offset=".25" stop-opacity=".2"/>',
  '<stop offset=".45" stop-opacity=".55"/><stop offset="1" stop-opacity=".88"/>',
  '</linearGradient></defs>',
  `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#shade)"/>`,
].join('')

/** The brand color, darkened enough for white text, with a row of houses. */
function background(brandColor: string): string {
  return [
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${brandColor}"/>`,
    '<defs><linearGradient id="shade" x1="0" y1="0" x2="0" y2="1">',
    '<stop offset="0" stop-opacity=".3"/><stop offset="1" stop-opacity=".62"/></linearGradient></defs>',
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#shade)"/>`,
    `<g fill="#fff" fill-opacity=".08">${HOUSES.map(drawHouse).join('')}</g>`,
  ].join('')
}

/** Left edge, width, and height up to the eaves of each house, in pixels. */
const HOUSES: readonly [x: number, width: number, height: number][] = [
  [560, 130, 150],
  [704, 170, 240],
  [888, 120, 180],
  [1022, 178, 300],
]

function drawHouse([x, width, height]: (typeof HOUSES)[number]): string {
  const eaves = HEIGHT - height
  const roof = width * 0.42
  const windows = Array.from({ length: Math.floor(height / 80) }, (_, floor) =>
    [0.2, 0.58].map((share) => rectangle(x + width * share, eaves + 24 + floor * 80, width * 0.22, 40)),
  )
  // The windows are holes.
  const walls = `M${x} ${HEIGHT}V${eaves}L${x + width / 2} ${eaves - roof}L${x + width} ${eaves}V${HEIGHT}Z`
  return `<path fill-rule="evenodd" d="${walls}${windows.flat().join('')}"/>`
}

const rectangle = (x: number, y: number, width: number, height: number): string =>
  `M${x} ${y}h${width}v${height}h${-width}Z`
