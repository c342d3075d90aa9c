import AjvCompiler from '@fastify/ajv-compiler'
import { type FastifyInstance } from 'fastify'

const compile = AjvCompiler()
// Each caches its compiled functions by schema.
const usual = compile({}, { customOptions: {} })
const ofBody = compile({}, { customOptions: { allErrors: true, verbose: true, coerceTypes: false } })
// Unknown names are ignored, or rejected by schemas that allow no additional properties. `Infinity` and `1e309` become a
// number, whose limits Ajv checks only with this setting.
const ofText = compile(
  {},
  {
    customOptions: {
      allErrors: true,
      verbose: true,
      coerceTypes: 'array',
      removeAdditional: false,
      strictNumbers: false,
    },
  },
)

/** Fastify's own validation. Schemas are compiled once per process, because tests start hundreds of instances. */
export function cacheValidators(app: FastifyInstance): void {
  app.setValidatorCompiler(usual)
}

/** Path and query are text and are converted; the values in a JSON body must have the right types. */
export function validateStrictly(app: FastifyInstance): void {
  app.setValidatorCompiler((route) => (route.httpPart === 'body' ? ofBody : ofText)(route))
}
