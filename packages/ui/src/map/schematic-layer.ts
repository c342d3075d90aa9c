import { type Coords, GridLayer, type GridLayer as Layer } from 'leaflet'

/** Side of a block of houses in pixels at the zoom at which streets are laid out. */
const BLOCK = { width: 104, height: 132 }
const LAYOUT_ZOOM = 16
const TILE = 256
const AVENUE_EVERY = 4

interface Inks {
  paper: string
  block: string
  park: string
  street: string
}

/**
 * A quiet drawn town where no street map can be loaded: streets, avenues and parks that move with the map, the same at
 * every visit. It is decoration, and nothing on it is a real street.
 */
export function createSchematicLayer(): Layer {
  const SchematicLayer = GridLayer.extend({
    createTile(this: Layer, coords: Coords): HTMLElement {
      const canvas = document.createElement('canvas')
      const density = Math.min(window.devicePixelRatio || 1, 2)
      canvas.width = TILE * density
      canvas.height = TILE * density
      const context = canvas.getContext('2d')
      if (context) {
        context.scale(density, density)
        drawTile(context, coords, readInks())
      }
      return canvas
    },
  })
  const layer = new (SchematicLayer as unknown as new () => Layer)()
  const scheme = matchMedia('(prefers-color-scheme: dark)')
  const redraw = () => layer.redraw()
  layer.on('add', () => scheme.addEventListener('change', redraw))
  layer.on('remove', () => scheme.removeEventListener('change', redraw))
  return layer
}

function readInks(): Inks {
  const style = getComputedStyle(document.documentElement)
  const ink = (name: string) => style.getPropertyValue(`--offquad-map-${name}`).trim()
  return { paper: ink('paper'), block: ink('block'), park: ink('park'), street: ink('street') }
}

/** Tiles share one town: everything is computed from positions in the whole world, so that edges meet. */
function drawTile(context: CanvasRenderingContext2D, { x, y, z }: Coords, inks: Inks): void {
  const scale = 2 ** (z - LAYOUT_ZOOM)
  const [left, top, size] = [(x * TILE) / scale, (y * TILE) / scale, TILE / scale]
  context.fillStyle = inks.paper
  context.fillRect(0, 0, TILE, TILE)
  context.save()
  context.scale(scale, scale)
  context.translate(-left, -top)
  drawBlocks(context, { left, top, size }, inks)
  context.restore()
}

interface Area {
  left: number
  top: number
  size: number
}

function drawBlocks(context: CanvasRenderingContext2D, { left, top, size }: Area, inks: Inks): void {
  const columns = range(left - 60, size + 120, BLOCK.width)
  const rows = range(top - 60, size + 120, BLOCK.height)
  for (const column of columns)
    for (const row of rows) {
      const isPark = hash(column, row) % 100 < 7
      context.fillStyle = isPark ? inks.park : inks.block
      drawBlock(context, column, row)
    }
  context.strokeStyle = inks.street
  context.lineWidth = 1
  context.setLineDash([6, 8])
  for (const column of columns.filter((index) => index % AVENUE_EVERY === 0)) {
    context.beginPath()
    for (let step = top - 20; step <= top + size + 20; step += 12) {
      const corner = bend(column * BLOCK.width, step)
      context.lineTo(corner.x, corner.y)
    }
    context.stroke()
  }
}

/** One block between its four streets, its corners bent as the streets are. */
function drawBlock(context: CanvasRenderingContext2D, column: number, row: number): void {
  const inset = (index: number) => (index % AVENUE_EVERY === 0 ? 9 : 4)
  const [x, y] = [column * BLOCK.width + inset(column), row * BLOCK.height + inset(row)]
  const [right, bottom] = [(column + 1) * BLOCK.width - 4, (row + 1) * BLOCK.height - 4]
  const corners = [bend(x, y), bend(right, y), bend(right, bottom), bend(x, bottom)]
  context.beginPath()
  for (const corner of corners) context.lineTo(corner.x, corner.y)
  context.closePath()
  context.fill()
}

// Streets that follow a slope: far from straight over a mile, nearly so over a block.
const bend = (x: number, y: number) => ({
  x: x + 26 * Math.sin(y / 310) + 10 * Math.sin(x / 190),
  y: y + 22 * Math.sin(x / 270) + 8 * Math.sin(y / 150),
})

const range = (from: number, length: number, step: number): number[] => {
  const first = Math.floor(from / step)
  const count = Math.ceil(length / step) + 2
  return Array.from({ length: count }, (_, index) => first + index)
}

const hash = (a: number, b: number): number => Math.abs(Math.imul(a, 73_856_093) ^ Math.imul(b, 19_349_663))
