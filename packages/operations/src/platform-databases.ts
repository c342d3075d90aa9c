/** Every service has the database offquad-<name>, and so have the gateways. */
export const PLATFORM_PREFIX = 'offquad-'
const DRILL_PREFIX = 'drill-'

/** Where a drill restores a database: `drill-offquad-users` of `offquad-users`. */
export const drillDatabaseOf = (database: string): string => `${DRILL_PREFIX}${database}`
