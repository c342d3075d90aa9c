export interface TreemapNode {
  name: string
  /** Of the whole node; without it, that of its children. */
  size?: number
  children?: TreemapNode[]
}

interface Box {
  left: number
  top: number
  width: number
  height: number
}

const WIDTH = 1600
const HEIGHT = 900
const TITLE_HEIGHT = 15
const SMALLEST_PX = 3
const MAX_DEPTH = 6

/** A page with a treemap for each node: nested boxes, whose areas are in proportion to sizes. It needs no scripts. */
export function renderTreemap(title: string, nodes: readonly TreemapNode[]): string {
  const sections = nodes.flatMap(({ name, children = [] }) =>
    children.map((child) => {
      const box = { left: 0, top: 0, width: WIDTH, height: heightOf(child, nodes) }
      return `<h2>${escape(`${name}: ${child.name}`)}</h2><div class="map" style="height:${box.height}px">${boxesOf(child.children ?? [], box, 0)}</div>`
    }),
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escape(title)}</title><style>
body{font:14px system-ui;margin:24px;color:#222}h2{font-size:15px;margin:24px 0 4px}
.map{position:relative;width:${WIDTH}px}.map i{position:absolute;box-sizing:border-box;overflow:hidden;border:1px solid #fff;font:11px/14px system-ui;white-space:nowrap;padding-left:2px}
.map i:hover{outline:2px solid #222;z-index:1}</style></head><body><h1>${escape(title)}</h1>
<p>Areas are characters before compression. Point at a box for its name and size.</p>${sections.join('')}</body></html>`
}

/** So that the areas of all maps compare. */
function heightOf(node: TreemapNode, all: readonly TreemapNode[]): number {
  const largest = Math.max(...all.flatMap(({ children = [] }) => children.map(sizeOf)))
  return Math.max(40, Math.round((HEIGHT * sizeOf(node)) / largest))
}

export const sizeOf = ({ size, children = [] }: TreemapNode): number =>
  size ?? children.reduce((sum, child) => sum + sizeOf(child), 0)

function boxesOf(nodes: readonly TreemapNode[], box: Box, depth: number): string {
  const sorted = nodes
    .filter((node) => sizeOf(node) > 0)
    .toSorted((one, other) => sizeOf(other) - sizeOf(one))
  return layOut(sorted, box)
    .map(([node, place]) => boxOf(node, place, depth))
    .join('')
}

function boxOf(node: TreemapNode, box: Box, depth: number): string {
  if (box.width < SMALLEST_PX || box.height < SMALLEST_PX) return ''
  const style = `left:${box.left.toFixed(1)}px;top:${box.top.toFixed(1)}px;width:${box.width.toFixed(1)}px;height:${box.height.toFixed(1)}px;background:hsl(${hueOf(node.name)} 55% ${60 + depth * 5}%)`
  const label = `${node.name} ${(sizeOf(node) / 1000).toFixed(1)} KB`
  const inner = {
    left: box.left + 1,
    top: box.top + TITLE_HEIGHT,
    width: box.width - 2,
    height: box.height - TITLE_HEIGHT - 1,
  }
  const children = depth < MAX_DEPTH && inner.height > 0 ? boxesOf(node.children ?? [], inner, depth + 1) : ''
  return `<i style="${style}" title="${escape(label)}">${escape(label)}</i>${children}`
}

/** Splits the box in two halves of about the same size, across its longer side, until each node has its own. */
function layOut(nodes: readonly TreemapNode[], box: Box): [TreemapNode, Box][] {
  const [only] = nodes
  if (!only) return []
  if (nodes.length === 1) return [[only, box]]
  const total = nodes.reduce((sum, node) => sum + sizeOf(node), 0)
  let count = 0
  let half = 0
  while (count < nodes.length - 1 && (count === 0 || half < total / 2)) {
    half += sizeOf(nodes[count] ?? only)
    count += 1
  }
  const share = half / total
  const { left, top, width, height } = box
  const [first, second]: [Box, Box] =
    width > height
      ? [
          { left, top, width: width * share, height },
          { left: left + width * share, top, width: width * (1 - share), height },
        ]
      : [
          { left, top, width, height: height * share },
          { left, top: top + height * share, width, height: height * (1 - share) },
        ]
  return [...layOut(nodes.slice(0, count), first), ...layOut(nodes.slice(count), second)]
}

const hueOf = (name: string): number =>
  Array.from(name).reduce((hue, letter) => (hue * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7)

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
