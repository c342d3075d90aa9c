export const isProduction = (): boolean => process.env.NODE_ENV === 'production'

/** Settings of the process. */
export const readSettings = () => ({
  port: Number(process.env.DEV_IDENTITY_PORT || 0),
  audience: process.env.DEV_IDENTITY_AUDIENCE || 'offquad',
})
