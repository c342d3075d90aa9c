import { type Static, Type } from 'typebox'
import { Access } from './endpoint'

/** The parts of an operation in a service's OpenAPI document that gateways read; `route()` writes the extensions. */
export const ServiceOperation = Type.Object({
  security: Type.Optional(
    Type.Array(Type.Unknown(), { description: 'Without x-access: callers are signed in' }),
  ),
  'x-access': Type.Optional(Access),
  'x-rate': Type.Optional(
    Type.String({ description: 'A rate limit; one the gateway does not know: by method' }),
  ),
  'x-body-limit': Type.Optional(Type.Integer({ minimum: 0, description: 'Bytes; without it 1 MiB' })),
  'x-cacheable': Type.Optional(
    Type.Boolean({
      description: 'The response is the same for everyone, until the service reports a change',
    }),
  ),
  'x-cost': Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description: "What it costs of the rate limit's budget; without it 10 of `read`, 1 of others",
    }),
  ),
  'x-ignores-caller': Type.Optional(
    Type.Boolean({ description: 'What can be cached is the same for signed-in callers' }),
  ),
  'x-strict-query': Type.Optional(
    Type.Boolean({
      description: 'Query parameters that the call does not have are refused; without it they are ignored',
    }),
  ),
  parameters: Type.Optional(
    Type.Array(Type.Object({ in: Type.Optional(Type.String()), name: Type.Optional(Type.String()) }), {
      description: 'All there are: a gateway passes on no others with a read whose response it caches',
    }),
  ),
  responses: Type.Optional(
    Type.Record(
      Type.String(),
      Type.Object({
        content: Type.Optional(
          Type.Record(Type.String(), Type.Unknown(), {
            description: 'By media type; calls that answer text/event-stream have connections of their own',
          }),
        ),
      }),
    ),
  ),
  'x-touches': Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), {
      maxItems: 100,
      description:
        'Services whose public responses the call changes; without it, for any method but GET: those of every service',
    }),
  ),
})
export type ServiceOperation = Static<typeof ServiceOperation>

/** Header of every response of a service to the gateway: the build that the process runs. */
export const BUILD_HEADER = 'x-build'

/** The parts of a service's OpenAPI document, /openapi.json, that gateways read; the rest is for people. */
export const ServiceDocument = Type.Object({
  openapi: Type.String({ pattern: '^3\\.' }),
  info: Type.Object({
    'x-holds': Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 60,
        description:
          'What people miss while the service is unavailable: "Listings cannot be loaded right now"',
      }),
    ),
    'x-publishes-changes': Type.Optional(
      Type.Boolean({
        description: 'It publishes answers.changed, so that its responses can be cached until then',
      }),
    ),
  }),
  paths: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown())),
})
export type ServiceDocument = Static<typeof ServiceDocument>
