export { type ApiDocument, findBreakingChanges } from './breaking-changes'
export { findBreakingChangesSinceRelease, released } from './testing/released'
export { findSchemaIncompatibilities, type JsonSchema } from './schema-incompatibilities'
