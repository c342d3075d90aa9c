/** The chunk of everything the shell needs on every page: the shared packages and the shell itself. */
export const PLATFORM_CHUNK = 'platform'

/**
 * One file where webpack would make a dozen, one for every shared package: small files queue behind each other on a
 * connection (six at a time over HTTP/1.1). A cacheGroup of splitChunks.
 */
export const platformChunk = {
  name: PLATFORM_CHUNK,
  chunks: (chunk) => [...chunk.groupsIterable].some((group) => group.origins.some(isOfThePlatform)),
  // Asking for a shared package loads this chunk: were the asking itself inside, each would wait for the other.
  test: (module) => module.type !== 'consume-shared-module',
  enforce: true,
}

// index.ts imports ./bootstrap once the shared packages are negotiated; what a page imports later stays apart.
const isOfThePlatform = ({ module, request }) =>
  module?.type === 'provide-module' || module?.type === 'consume-shared-module' || request === './bootstrap'
