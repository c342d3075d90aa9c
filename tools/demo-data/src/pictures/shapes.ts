/** SVG elements as text; coordinates in a picture of 400 by 300. */
export const rect = (x: number, y: number, width: number, height: number, fill: string, radius = 0): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${fill}"${radius ? ` rx="${radius}"` : ''}/>`

/** Rectangles of one color in one element: browsers spend their time per element, and houses have a hundred windows. */
export const rects = (
  boxes: { x: number; y: number; width: number; height: number }[],
  fill: string,
): string =>
  path(
    boxes
      .map(({ x, y, width, height }) => `M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}z`)
      .join(''),
    fill,
  )

export const circle = (x: number, y: number, radius: number, fill: string): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${fill}"/>`

export const polygon = (points: [number, number][], fill: string): string =>
  `<path d="M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}z" fill="${fill}"/>`

export const path = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`

/** A whole picture: 4 to 3. */
export const picture = (content: string[], definitions = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" width="800" height="600">${definitions}${content.join('')}</svg>`

export const gradient = (id: string, [top, bottom]: [string, string]): string =>
  `<defs><linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs>`

const n = (value: number) => String(Math.round(value * 10) / 10)
