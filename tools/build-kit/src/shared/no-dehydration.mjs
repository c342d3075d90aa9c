// Replaces react-query's code for sending and streaming queries (2 KB with brotli): the gateway sends responses instead.

const unavailable = () => {
  throw new Error('the shell does not provide this part of react-query (ADR 014)')
}

export const defaultShouldDehydrateMutation = unavailable
export const defaultShouldDehydrateQuery = unavailable
export const dehydrate = unavailable
export const dehydrateQuery = unavailable
export const hydrate = unavailable
export const HydrationBoundary = unavailable
export const streamedQuery = unavailable
