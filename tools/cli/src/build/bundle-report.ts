import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { decodedMappings, type SourceMapInput, TraceMap } from '@jridgewell/trace-mapping'
import { REPOSITORY } from '../config'
import { print } from '../terminal'
import { findApps } from './apps'
import { buildApps } from './build-apps'
import { renderTreemap, type TreemapNode } from './treemap'

const REPORT = 'bundle-report.html'
const MAX_LISTED = 12

/** Builds the frontends and writes a page that shows as areas which modules their scripts consist of. */
export async function bundleReport(): Promise<void> {
  const apps = await buildApps(
    undefined,
    findApps().filter(({ kind }) => kind === 'frontend'),
  )
  const nodes: TreemapNode[] = []
  for (const { folder } of apps) nodes.push({ name: folder, children: await scriptsOf(folder) })
  const report = path.join(REPOSITORY, REPORT)
  await writeFile(report, renderTreemap('Scripts of the frontends', nodes))
  for (const { name, children = [] } of nodes)
    for (const script of children.slice(0, MAX_LISTED)) print(`${name}  ${script.name}`)
  print(`\nOpen ${report} in a browser.`)
}

/** The scripts of an app, largest first, with their modules. */
async function scriptsOf(folder: string): Promise<TreemapNode[]> {
  const dist = path.join(REPOSITORY, folder, 'dist')
  const files = await readdir(dist)
  const scripts = files.filter((file) => file.endsWith('.js') && files.includes(`${file}.map`))
  const nodes = await Promise.all(
    scripts.map(async (file) => {
      const code = await readFile(path.join(dist, file), 'utf8')
      const compressed = await readFile(path.join(dist, `${file}.br`)).catch(() => undefined)
      // Written by the build of this repository.
      const map = JSON.parse(await readFile(path.join(dist, `${file}.map`), 'utf8')) as SourceMapInput
      const bytes = compressed?.length ?? code.length
      return { bytes, node: { name: `${file}, ${kilobytes(bytes)} brotli`, children: modulesOf(code, map) } }
    }),
  )
  return nodes.toSorted((one, other) => other.bytes - one.bytes).map(({ node }) => node)
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`

/**
 * The modules of a script by package and folder, with the characters that each contributes.
 * @param code as it is served
 * @param map its source map
 */
export function modulesOf(code: string, map: SourceMapInput): TreemapNode[] {
  const trace = new TraceMap(map)
  const lines = code.split('\n')
  const root: TreemapNode = { name: '', children: [] }
  for (const [index, segments] of decodedMappings(trace).entries())
    for (const [position, segment] of segments.entries()) {
      const end = segments[position + 1]?.[0] ?? lines[index]?.length ?? 0
      const [, source] = segment
      add(
        root,
        placeOf((source === undefined ? undefined : trace.sources[source]) ?? 'webpack'),
        end - segment[0],
      )
    }
  return root.children ?? []
}

/** 'webpack://shell/../node_modules/@a/b/c/d.js' is c/d.js of the package @a/b. */
function placeOf(source: string): string[] {
  const parts = source
    .replace(/^webpack:\/\/[^/]*\//, '')
    .split('/')
    .filter((part) => part !== '..' && part !== '.')
  const packages = parts.lastIndexOf('node_modules')
  if (packages === -1) return parts
  const [scope = '', ...rest] = parts.slice(packages + 1)
  return scope.startsWith('@') ? [`${scope}/${rest[0] ?? ''}`, ...rest.slice(1)] : [scope, ...rest]
}

function add(node: TreemapNode, [name, ...rest]: string[], size: number): void {
  node.size = (node.size ?? 0) + size
  if (name === undefined) return
  node.children ??= []
  let child = node.children.find((one) => one.name === name)
  if (!child) {
    child = { name }
    node.children.push(child)
  }
  add(child, rest, size)
}
