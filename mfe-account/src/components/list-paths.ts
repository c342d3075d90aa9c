export const listsPath = '/lists'
export const listPath = (id: string): string => `/lists/${encodeURIComponent(id)}`

/** The link to join a list or view it. */
export const inviteUrl = (token: string): string => new URL(`/lists/join/${token}`, location.origin).href
