import { findSlotConflicts } from './slots'

const version = (app: string, { slots = [] as string[], uses = [] as string[] }) => ({
  app: `mfe-${app}`,
  version: '1.0.0',
  baseUrl: `/mf/mfe-${app}/1.0.0/`,
  remote: { name: app, routes: [], slots },
  uses,
})
const shell = { app: 'shell', version: '1.0.0', baseUrl: '/mf/shell/1.0.0/', uses: ['account/contact@1'] }

describe('findSlotConflicts', () => {
  it('accepts versions that provide every slot version that other apps use', () => {
    const reviews = version('reviews', { slots: ['reviews/list@1', 'reviews/list@2'] })
    const others = [
      version('browse', { uses: ['reviews/list@1'] }),
      version('account', { uses: ['reviews/list@2'] }),
    ]

    expect(findSlotConflicts(reviews, others)).toEqual([])
  })

  it('rejects a version without a slot that another app, such as the shell, still uses', () => {
    const account = version('account', { slots: ['account/contact@2'] })

    expect(findSlotConflicts(account, [shell])).toEqual([
      'it does not provide account/contact@1, which shell 1.0.0 uses',
    ])
  })

  it('rejects a version that uses a slot which the stable version provides only in its canary', () => {
    const browse = version('browse', { uses: ['reviews/list@2'] })
    const stable = version('reviews', { slots: ['reviews/list@1'] })
    const canary = {
      ...version('reviews', { slots: ['reviews/list@1', 'reviews/list@2'] }),
      version: '1.1.0',
    }

    expect(findSlotConflicts(browse, [stable, canary])).toEqual([
      'it uses reviews/list@2, which mfe-reviews 1.0.0 does not provide',
    ])
  })

  it('accepts slots of apps that are not deployed yet, because a site is deployed app by app', () => {
    expect(findSlotConflicts(shell, [])).toEqual([])
  })
})
