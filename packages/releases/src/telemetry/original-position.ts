import { readFile, stat } from 'node:fs/promises'
import { SourceMap, type SourceMapPayload } from 'node:module'
import path from 'node:path'
import { LRUCache } from 'lru-cache'

const FRAME = /^\/mf\/([\w@.+-]+\/[\w@.+-]+\/[\w@.+/-]+):(\d+):(\d+)$/
const MAX_MAP_BYTES = 5_000_000
const MAX_MAPS = 10

/** Finds positions in the sources of deployed files by the source maps that teams upload with them. */
export function createOriginalPositions(folder: string) {
  const maps = new LRUCache<string, SourceMap>({
    max: MAX_MAPS,
    fetchMethod: (file) => readMap(path.join(folder, `${file}.map`)).catch(() => undefined),
  })

  /** @returns 'src/pages/faq-page.tsx:12:5'; undefined without a source map */
  return async (frame: string): Promise<string | undefined> => {
    const [, file = '', line, column] = FRAME.exec(frame) ?? []
    if (file.split('/').includes('..')) return undefined
    const entry = (await maps.fetch(file))?.findEntry(Number(line) - 1, Number(column) - 1)
    // Code that a bundler added has a position, but no source, whatever the type says.
    if (!entry || !('originalSource' in entry) || !(entry.originalSource as string | undefined))
      return undefined
    const source = entry.originalSource.replace(/^webpack:\/\/[^/]*\//, '').replace(/^(\.\.?\/)+/, '')
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  }
}

async function readMap(file: string): Promise<SourceMap | undefined> {
  if ((await stat(file)).size > MAX_MAP_BYTES) return undefined
  return new SourceMap(JSON.parse(await readFile(file, 'utf8')) as SourceMapPayload)
}
