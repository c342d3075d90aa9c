import AjvCompiler from '@fastify/ajv-compiler'
import SerializerSelector from '@fastify/fast-json-stringify-compiler'
import { type FastifyInstance } from 'fastify'

const compile = AjvCompiler()
// Each keeps what it has compiled, by schema.
const usual = compile({}, { customOptions: {} })
const ofBody = compile({}, { customOptions: { allErrors: true, coerceTypes: false } })
// Unknown names are left alone, or refused by schemas that allow no additional properties. `Infinity` and `1e309` become a
// number, whose limits Ajv checks only with this setting.
const ofText = compile(
  {},
  { customOptions: { allErrors: true, coerceTypes: 'array', removeAdditional: false, strictNumbers: false } },
)

const serializerOf = SerializerSelector()({}, {})
const serializers = new WeakMap<object, ReturnType<typeof serializerOf>>()

/**
 * Compiles each schema once in a process, with Fastify's own settings: the same schema of a problem belongs to every call,
 * once for each status, and tests start hundreds of instances.
 */
export function compileSchemasOnce(app: FastifyInstance): void {
  app.setValidatorCompiler(usual)
  app.setSerializerCompiler<object>((route) => {
    const known = serializers.get(route.schema)
    if (known) return known
    const serializer = serializerOf({ ...route, httpStatus: route.httpStatus ?? '' })
    serializers.set(route.schema, serializer)
    return serializer
  })
}

/** Path and query are text and are converted; a JSON body has types of its own and must have the right ones. */
export function validateStrictly(app: FastifyInstance): void {
  app.setValidatorCompiler((route) => (route.httpPart === 'body' ? ofBody : ofText)(route))
}
