import { createVariants } from './variants'

const trial = { partner: 'mfe-account', instance: { url: 'http://127.0.0.1:4999' } }
const shown = (version: string) => () => ({ versions: [{ app: { app: 'mfe-account', version } }] }) as never

describe('the version of a service that is tried with a canary', () => {
  it('stays with those who have the canary when it is promoted, and ends when it is taken back', () => {
    let live: object = { app: 'mfe-account', version: '1.0.0', canary: { version: '2.0.0' } }
    const variants = createVariants(
      { upstreams: { 'svc-users': { trial } } } as never,
      { currentSite: () => ({ apps: [live] }) } as never,
    )
    const variantWith = (version: string) => variants.among(shown(version))('svc-users')

    expect([variantWith('1.0.0'), variantWith('2.0.0')]).toEqual(['', 'http://127.0.0.1:4999 '])

    live = { app: 'mfe-account', version: '2.0.0' }
    expect(variantWith('2.0.0')).toBe('http://127.0.0.1:4999 ')

    live = { app: 'mfe-account', version: '1.0.0' }
    expect(variantWith('1.0.0')).toBe('')
  })
})
