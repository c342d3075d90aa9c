export { type ApiDocument, findBreakingChanges } from './breaking-changes'
export { findBreakingChangesSinceRelease, released } from './released'
export { findSchemaIncompatibilities, type JsonSchema } from './schema-incompatibilities'
