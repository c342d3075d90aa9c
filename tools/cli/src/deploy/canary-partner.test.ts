import { getDeploys, rollBack } from '@offquad/contracts'
import { WorseVersionError } from '@offquad/releases/service-trial'
import { trialWith } from './canary-partner'

const APP = 'mfe-account'
const version = (name: string) => ({ app: APP, version: name, baseUrl: `/mf/${APP}/${name}/` })
const withCanary = { live: { ...version('1.0.0'), canary: { ...version('1.1.0'), percent: 10, salt: 'a' } } }
const promoted = { live: version('1.1.0') }
const takenBack = { live: version('1.0.0'), bad: [{ version: '1.1.0', reason: 'white pages' }] }

/** Runs a trial of which the gateway says one state after the other. @returns why the canary was taken back by the trial */
async function run(
  states: object[],
  complaints: (string | undefined)[] = [],
  signal = new AbortController().signal,
) {
  const reasons: unknown[] = []
  const gateway = {
    send: async (endpoint: unknown, { body }: { body?: unknown }) => {
      if (endpoint === rollBack) reasons.push((body as { reason: string }).reason)
      else expect(endpoint).toBe(getDeploys)
      return { bad: [], ...(states.length > 1 ? states.shift() : states[0]) } as unknown as never
    },
  }
  const deployed = jest.fn(async () => undefined)
  const trial = trialWith({ gateway, app: APP, version: '1.1.0', deploy: deployed })
  const result = await trial.run(async () => complaints.shift(), signal).catch((error: unknown) => error)
  expect(deployed).toHaveBeenCalledTimes(1)
  return { result, reasons }
}

describe('the trial of a service with a canary', () => {
  it('ends well once everyone gets the canary', async () => {
    expect(await run([withCanary, promoted])).toEqual({ result: undefined, reasons: [] })
  })

  it('ends with the canary, for its reason', async () => {
    const { result, reasons } = await run([withCanary, takenBack])

    expect(result).toEqual(new WorseVersionError('mfe-account 1.1.0 was taken back: white pages'))
    expect(reasons).toEqual([])
  })

  it.each([
    ['the service does worse', ['9 % were slow'], undefined, '9 % were slow'],
    ['it is interrupted', [], AbortSignal.abort(), 'its trial was interrupted'],
  ])('takes the canary back when %s', async (_when, complaints, signal, reason) => {
    const { result, reasons } = await run([withCanary], complaints, signal)

    expect(result).toBeDefined()
    expect(reasons).toEqual([reason])
  })
})
