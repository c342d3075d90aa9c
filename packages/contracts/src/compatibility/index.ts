export { type ApiDocument, apiMisfits, apiSurface } from './api-misfits'
export { type JsonSchema, schemaMisfits } from './schema-misfits'
