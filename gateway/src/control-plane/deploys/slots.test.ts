import { findSlotConflicts } from './slots'

const version = (app: string, { slots = [] as string[], uses = [] as string[] }) => ({
  ...{ app: `mfe-${app}`, version: '1.0.0', baseUrl: `/mf/mfe-${app}/1.0.0/` },
  ...{ remote: { name: app, routes: [], slots }, uses },
})
const shell = { app: 'shell', version: '1.0.0', baseUrl: '/mf/shell/1.0.0/', uses: ['account/contact@1'] }

describe('a version beside others', () => {
  it('fits where each provides what the others use, in whichever versions', () => {
    const reviews = version('reviews', { slots: ['reviews/list@1', 'reviews/list@2'] })
    const others = [
      version('browse', { uses: ['reviews/list@1'] }),
      version('account', { uses: ['reviews/list@2'] }),
    ]

    expect(findSlotConflicts(reviews, others)).toEqual([])
  })

  it('does not where it gave up what others still use, the shell included', () => {
    const account = version('account', { slots: ['account/contact@2'] })

    expect(findSlotConflicts(account, [shell])).toEqual([
      'it does not provide account/contact@1, which shell 1.0.0 uses',
    ])
  })

  it('does not where one of two versions its visitors may get does not provide what it uses', () => {
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

  it('may use what is not there yet: the first versions of a site come one after the other', () => {
    expect(findSlotConflicts(shell, [])).toEqual([])
  })
})
