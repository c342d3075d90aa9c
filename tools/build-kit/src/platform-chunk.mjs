/** The chunk with everything that every page needs: the shared packages and the shell. */
export const PLATFORM_CHUNK = 'platform'

/**
 * A cacheGroup for splitChunks that merges the shared packages into one file instead of a dozen, which would queue behind each
 * other (six at a time over HTTP/1.1).
 */
export const platformChunk = {
  name: PLATFORM_CHUNK,
  chunks: (chunk) => [...chunk.groupsIterable].some((group) => group.origins.some(isOfThePlatform)),
  // Consuming a shared package loads this chunk; with the consuming module inside the chunk, that would deadlock.
  test: (module) => module.type !== 'consume-shared-module',
  enforce: true,
}

// index.ts imports ./bootstrap once the shared packages are negotiated; later imports get their own chunks.
const isOfThePlatform = ({ module, request }) =>
  module?.type === 'provide-module' || module?.type === 'consume-shared-module' || request === './bootstrap'
