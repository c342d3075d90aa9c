/**
 * React's `progressiveChunkSize` for pages that are sent as a whole, in bytes: above it, React would move content to the end of
 * the page and put it in its place with inline scripts, which the content security policy forbids.
 */
export const WHOLE = Number.MAX_SAFE_INTEGER
