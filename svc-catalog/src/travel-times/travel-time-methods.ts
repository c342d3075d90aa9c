/** Rises with every change of the estimate, so that stored estimates are computed again. */
export const ESTIMATE_METHOD = 'estimate-2'

/** Of a router; the number rises when its results are read differently. */
export const routedMethodOf = (id: 'google' | 'osrm'): string => `${id}-1`

/** What an estimate never replaces. */
export const CURRENT_METHODS = [ESTIMATE_METHOD, routedMethodOf('google'), routedMethodOf('osrm')] as const
