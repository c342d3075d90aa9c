import { Writable } from 'node:stream'
import { pino } from 'pino'
import { logOptions } from './log'

/** The logged form of fields. */
function logged(fields: object): Record<string, unknown> {
  let line = ''
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      line += chunk.toString()
      done()
    },
  })
  pino(logOptions('svc-test', 'info'), stream).info(fields, 'something')
  return JSON.parse(line) as Record<string, unknown>
}

it('names the app in every line', () => {
  expect(logged({})).toMatchObject({ app: 'svc-test', msg: 'something' })
})

it('describes errors and their causes without the data of the failed write', () => {
  const cause = Object.assign(new Error('E11000 duplicate key error dup key: { email: "ann@x.edu" }'), {
    code: 11000,
    writeErrors: [{ op: { reviewText: 'thin walls' } }],
  })
  const line = logged({ err: new Error('not stored', { cause }) })

  expect(line.err).toMatchObject({
    type: 'Error',
    message: 'not stored',
    cause: { code: 11000, message: 'E11000 duplicate key error dup key' },
  })
  expect(JSON.stringify(line)).not.toMatch(/ann@x\.edu|thin walls/)
})

it.each([
  ['a token', { req: { headers: { authorization: 'Bearer secret' } } }],
  ['a cookie', { req: { headers: { cookie: 'refresh=secret' } } }],
  ['an address', { account: { email: 'secret' } }],
])('leaves out %s', (_name, fields) => {
  expect(JSON.stringify(logged(fields))).not.toContain('secret')
})
