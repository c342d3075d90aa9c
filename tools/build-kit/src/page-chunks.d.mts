export function pageChunk(route: string): string
interface Chunk {
  name?: string
  files: ReadonlySet<string>
}
export function filesOfPages(
  folder: string,
  compilation: { namedChunkGroups: ReadonlyMap<string, { chunks: readonly Chunk[] }> },
): Record<string, string[]>
