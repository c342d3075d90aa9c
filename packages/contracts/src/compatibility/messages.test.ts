import path from 'node:path'
import * as contracts from '..'
import { type JsonSchema, released, schemaMisfits } from '.'

const FILE = path.resolve(__dirname, '../../released/messages.json')

const { answersChanged, apiChanged, catalogChanged, registryChanged, waitingReviewsChanged } = contracts
const events = [answersChanged, apiChanged, catalogChanged, registryChanged, waitingReviewsChanged]

/** Everything that one process writes and another reads, which may be a version older or newer, but for HTTP. */
const messages: Record<string, unknown> = {
  ...Object.fromEntries(contracts.JOBS.map(({ queue, payload }) => [`queue ${queue}`, payload])),
  ...Object.fromEntries(events.map(({ topic, payload }) => [`event ${topic}`, payload])),
  ...Object.fromEntries(
    Object.values(contracts.SLOTS).map((slot) => [`slot ${contracts.slotId(slot)}`, slot.props]),
  ),
  'page data': contracts.PageData,
  registry: contracts.Registry,
}
const current = JSON.parse(JSON.stringify(messages)) as Record<string, JsonSchema>
const recorded = released(FILE, current)

describe.each(Object.keys(recorded))('the last released version of %s', (name) => {
  const [before = {}, now] = [recorded[name], current[name]]

  it('is understood by this one', () => {
    expect(now && schemaMisfits(before, now, name)).toEqual([])
  })

  it('understands this one', () => {
    expect(now && schemaMisfits(now, before, name)).toEqual([])
  })
})
