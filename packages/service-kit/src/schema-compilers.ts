import AjvCompiler from '@fastify/ajv-compiler'
import SerializerSelector from '@fastify/fast-json-stringify-compiler'
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

const serializerOf = SerializerSelector()({}, {})
const serializers = new WeakMap<object, ReturnType<typeof serializerOf>>()

/**
 * Compiles each schema once per process, with Fastify's own settings: every call uses the schema of a problem once per error
 * status, and tests start hundreds of instances.
 */
export function compileSchemasOnce(app: FastifyInstance): void {
  app.setValidatorCompiler(usual)
  app.setSerializerCompiler<object>((route) => {
    const cached = serializers.get(route.schema)
    if (cached) return cached
    const serializer = serializerOf({ ...route, httpStatus: route.httpStatus ?? '' })
    serializers.set(route.schema, serializer)
    return serializer
  })
}

/** Path and query are text and are converted; the values in a JSON body must have the right types. */
export function validateStrictly(app: FastifyInstance): void {
  app.setValidatorCompiler((route) => (route.httpPart === 'body' ? ofBody : ofText)(route))
}
