import { costsOf } from './guard-queries'

const planOf = (winningPlan: object) => ({
  queryPlanner: { winningPlan, rejectedPlans: [{ stage: 'COLLSCAN' }] },
})
const scanOf = (indexBounds: object) => ({ stage: 'FETCH', inputStage: { stage: 'IXSCAN', indexBounds } })
const everything = { date: ['[MaxKey, MinKey]'], _id: ['[MinKey, MaxKey]'] }
const someOf = { status: ['["APPROVED", "APPROVED"]'], date: ['[MaxKey, MinKey]'] }

// Plans as https://www.mongodb.com/docs/manual/reference/explain-results/ describes them.
describe('what a plan costs in a collection that grows', () => {
  it.each([
    ['a scan of the collection', planOf({ stage: 'COLLSCAN' }), ['reads everything']],
    [
      'a branch of an $or',
      planOf({
        stage: 'SUBPLAN',
        inputStage: { stage: 'OR', inputStages: [scanOf(someOf), { stage: 'COLLSCAN' }] },
      }),
      ['reads everything'],
    ],
    ['a whole index', planOf(scanOf(everything)), ['reads everything']],
    [
      'a whole index that is sorted',
      planOf({ stage: 'LIMIT', inputStage: { stage: 'SORT', inputStage: scanOf(everything) } }),
      ['sorts in memory', 'reads everything'],
    ],
    ['a sort', planOf({ stage: 'SORT', inputStage: scanOf(someOf) }), ['sorts in memory']],
    [
      'a sort of what a pipeline has computed',
      { stages: [{ $cursor: planOf(scanOf(someOf)) }, { $group: {} }, { $sort: { likes: -1 } }] },
      ['sorts in memory'],
    ],
    [
      'a lookup without an index',
      { stages: [{ $cursor: planOf(scanOf(someOf)) }, { $lookup: { from: 'likes' }, collectionScans: 3 }] },
      ['reads everything'],
    ],
  ])('is named of %s', (_plan, explained, costs) => {
    expect([...costsOf(explained)].toSorted()).toEqual(costs.toSorted())
  })

  it.each([
    ['part of an index', planOf(scanOf(someOf))],
    ['the beginning of an index', planOf({ stage: 'LIMIT', inputStage: scanOf(everything) })],
    [
      'the beginning of an index that a pipeline reads',
      { stages: [{ $cursor: planOf(scanOf(everything)) }, { $limit: 10 }, { $group: {} }] },
    ],
    [
      'indexes merged in order',
      planOf({ stage: 'FETCH', inputStage: { stage: 'SORT_MERGE', inputStages: [scanOf(someOf)] } }),
    ],
    ['the count that the database keeps', planOf({ stage: 'RECORD_STORE_FAST_COUNT' })],
    [
      'plans of the newer engine',
      planOf({ queryPlan: scanOf(someOf), slotBasedPlan: { stages: '[1] scan' } }),
    ],
  ])('is nothing of %s', (_plan, explained) => {
    expect([...costsOf(explained)]).toEqual([])
  })
})
