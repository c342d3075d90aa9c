import path from 'node:path'
import * as contracts from '@offquad/contracts'
import { type JsonSchema, released, findSchemaIncompatibilities } from '.'

const FILE = path.resolve(__dirname, '../../../packages/contracts/released/messages.json')

const exported: unknown[] = Object.values(contracts)
const events = exported.filter(
  (value): value is contracts.EventContract =>
    typeof value === 'object' && value !== null && 'topic' in value && 'payload' in value,
)

/** A schema and, where it travels with what it describes, the version of the contract. */
type Message = JsonSchema & { version?: number }

const versioned = ({ payload, version }: { payload: object; version: number }) => ({ version, ...payload })

/** Everything that one process writes and another reads, which may be a version older or newer, but for HTTP. */
const messages: Record<string, unknown> = {
  ...Object.fromEntries(contracts.JOBS.map((job) => [`queue ${job.queue}`, versioned(job)])),
  ...Object.fromEntries(events.map((event) => [`event ${event.topic}`, versioned(event)])),
  ...Object.fromEntries(
    Object.values(contracts.SLOTS).map((slot) => [`slot ${contracts.slotId(slot)}`, slot.props]),
  ),
  'revoked tokens': contracts.RevocationList,
  'page data': contracts.PageData,
  registry: contracts.Registry,
}
const current = JSON.parse(JSON.stringify(messages)) as Record<string, Message>
const recorded = released(FILE, current)
const upgraded = new Set(contracts.JOBS.flatMap(({ queue, upgrade }) => (upgrade ? `queue ${queue}` : [])))

describe.each(Object.keys(recorded))('the last released version of %s', (name) => {
  const [before = {}, now] = [recorded[name], current[name]]
  const [versionBefore, version] = [before.version ?? 1, now?.version ?? 1]

  it('is understood by this one, which has an upgrade where it is not valid as it is', () => {
    const isUpgraded = version > versionBefore && upgraded.has(name)
    expect(now && !isUpgraded ? findSchemaIncompatibilities(before, now, name) : []).toEqual([])
  })

  it('understands this one, or puts it back for a newer worker', () => {
    expect(now && version === versionBefore ? findSchemaIncompatibilities(now, before, name) : []).toEqual([])
  })

  it('has no higher version than this one', () => {
    expect(version).toBeGreaterThanOrEqual(versionBefore)
  })
})
