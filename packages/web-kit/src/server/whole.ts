/**
 * React's `progressiveChunkSize` for pages that are sent as a whole, in bytes: above it, React would move content to the end of
 * the page and have inline scripts put it in its place, which the content security policy forbids.
 */
export const WHOLE = Number.MAX_SAFE_INTEGER
