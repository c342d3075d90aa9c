export { type ApiDocument, apiMisfits } from './api-misfits'
export { misfitsWithReleased, released } from './testing/released'
export { type JsonSchema, schemaMisfits } from './schema-misfits'
