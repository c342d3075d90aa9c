import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as contracts from '..'
import { type JsonSchema, schemaMisfits } from '.'

const FILE = path.resolve(__dirname, '../../released/messages.json')

const { answersChanged, catalogChanged, registryChanged, waitingReviewsChanged } = contracts
const events = [answersChanged, catalogChanged, registryChanged, waitingReviewsChanged]
const slots = Object.entries(contracts).flatMap(([name, contract]) =>
  name.endsWith('Slot') && typeof contract === 'object' && 'props' in contract && 'remote' in contract
    ? [contract]
    : [],
)

/** Everything that one process writes and another reads, which may be a version older or newer, but for HTTP. */
const messages: Record<string, unknown> = {
  ...Object.fromEntries(contracts.JOBS.map(({ queue, payload }) => [`queue ${queue}`, payload])),
  ...Object.fromEntries(events.map(({ topic, payload }) => [`event ${topic}`, payload])),
  ...Object.fromEntries(slots.map((slot) => [`slot ${contracts.slotId(slot)}`, slot.props])),
  'page data': contracts.PageData,
  registry: contracts.Registry,
}
const current = JSON.parse(JSON.stringify(messages)) as Record<string, JsonSchema>
if (process.env.RECORD_RELEASE === 'yes') writeFileSync(FILE, `${JSON.stringify(current, null, 1)}\n`)
const released = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, JsonSchema>

describe.each(Object.keys(released))('the last released version of %s', (name) => {
  const [before = {}, now] = [released[name], current[name]]

  it('is understood by this one', () => {
    expect(now && schemaMisfits(before, now, name)).toEqual([])
  })

  it('understands this one', () => {
    expect(now && schemaMisfits(now, before, name)).toEqual([])
  })
})
