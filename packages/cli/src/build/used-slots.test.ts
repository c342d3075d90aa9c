import path from 'node:path'
import { REPOSITORY } from '../config'
import { usedSlots } from './used-slots'

const usedBy = (app: string, remote?: string) => usedSlots(path.join(REPOSITORY, app, 'src'), remote)

describe('the slots an app uses', () => {
  it('are those whose contracts it imports, but for its own', async () => {
    expect(await usedBy('mfe-browse', 'browse')).toEqual([
      ...['account/save-toggle@1', 'reviews/apartment-reviews@1'],
      ...['reviews/landlord-reviews@1', 'reviews/leave-review@1'],
    ])
    expect(await usedBy('mfe-reviews', 'reviews')).toEqual([])
    expect(await usedBy('shell')).toEqual(['account/contact@1'])
  })
})
