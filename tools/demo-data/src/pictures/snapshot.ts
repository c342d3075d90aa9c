import { createRandom } from '../random'
import { drawExterior, STYLES } from './exterior'
import { drawInterior } from './interior'

/** Of 400 by 300, the part a phone held in some way would show, and the size of the file. */
interface Frame {
  viewBox: string
  width: number
  height: number
}

const FRAMES: readonly Frame[] = [
  { viewBox: '0 0 400 300', width: 1200, height: 900 },
  { viewBox: '90 0 225 300', width: 900, height: 1200 },
  { viewBox: '40 30 320 240', width: 640, height: 480 },
  { viewBox: '60 0 300 300', width: 1000, height: 1000 },
  { viewBox: '0 20 400 225', width: 1600, height: 900 },
  { viewBox: '130 0 169 300', width: 720, height: 1280 },
  { viewBox: '0 160 400 60', width: 3000, height: 450 },
  { viewBox: '170 0 50 300', width: 320, height: 1920 },
]
const HEADER = /^<svg [^>]*>/

/** A picture as students take them: mostly rooms, in every orientation, some very wide or very tall. */
export function drawSnapshot(seed: number, index: number): string {
  const random = createRandom(seed + index)
  const drawing = index % 5 === 4 ? drawExterior(random, (index * 3) % STYLES) : drawInterior(random, index)
  const frame = FRAMES[index % FRAMES.length]
  if (!frame) throw new RangeError('index counts from 0')
  const { viewBox, width, height } = frame
  return drawing.replace(
    HEADER,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" width="${width}" height="${height}">`,
  )
}
