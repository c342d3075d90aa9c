import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { until } from '@offquad/service-kit/testing'
import {
  responsesInvalidated,
  type FrequentQuestion,
  getFrequentQuestions,
  importFrequentQuestions,
  pathOf,
} from '@offquad/contracts'
import { startUsers, type TestUsers } from './start-users'

let service: TestUsers
beforeAll(async () => {
  service = await startUsers()
})
beforeEach(() => service.reset())
afterAll(() => service.close())

const list = async () => (await service.call(pathOf(getFrequentQuestions))).body as FrequentQuestion[]

const importAll = (values: object[], options: { dryRun?: boolean } = {}) =>
  service.call(pathOf(importFrequentQuestions), {
    token: service.context.tokens.issue({ id: 'u', role: 'admin' }),
    body: { ...options, rows: values.map((value, index) => ({ line: index + 1, value })) },
  })

const outcomesOf = ({ body }: { body: { results: { outcome: string }[] } }) =>
  body.results.map(({ outcome }) => outcome)

describe('frequently asked questions', () => {
  it('are listed in the order they were imported in, and later ones after them', async () => {
    await importAll([
      { question: 'Zebra?', answer: 'Yes.' },
      { question: ' Ant? ', answer: ' No. ' },
    ])
    await importAll([
      { question: 'Bee?', answer: 'Maybe.' },
      { question: 'Zebra?', answer: 'No.' },
    ])

    expect(await list()).toEqual([
      { question: 'Zebra?', answer: 'No.' },
      { question: 'Ant?', answer: 'No.' },
      { question: 'Bee?', answer: 'Maybe.' },
    ])
  })

  it('are rejected when they lack a question or an answer', async () => {
    const { body } = await importAll([{ question: ' ', answer: 'x' }, { question: 'Why?' }, { question: 5 }])

    expect(body.results).toEqual([
      { line: 1, outcome: 'rejected', reason: 'question is missing' },
      { line: 2, outcome: 'rejected', reason: 'answer is missing' },
      { line: 3, outcome: 'rejected', reason: 'question is missing' },
    ])
  })

  it('are taken from the first of two rows, so that the same file changes nothing again', async () => {
    const rows = ['Yes.', 'No.'].map((answer) => ({ question: 'One?', answer }))

    expect((await importAll(rows)).body.results).toEqual([
      { line: 1, outcome: 'created' },
      {
        line: 2,
        outcome: 'rejected',
        reason: 'question One? is already on line 1: keep one of the two rows',
      },
    ])
    expect(outcomesOf(await importAll(rows))).toEqual(['unchanged', 'rejected'])
    expect(await list()).toEqual([{ question: 'One?', answer: 'Yes.' }])
  })

  it('are not stored in a dry run', async () => {
    const row = { question: 'One?', answer: 'One.' }

    expect(outcomesOf(await importAll([row], { dryRun: true }))).toEqual(['created'])
    expect(await list()).toEqual([])
  })

  it('are invalidated in gateways after an import', async () => {
    const heard: string[] = []
    await service.context.events.subscribe(responsesInvalidated, ({ service: name }) => void heard.push(name))

    await importAll([{ question: 'One?', answer: 'One.' }])
    await until(() => heard.length > 0)

    expect(new Set(heard)).toEqual(new Set(['svc-users']))
  })

  it('are all imported from the default data', async () => {
    const file = path.resolve(__dirname, '../../config/faqs.json')
    const rows: object[] = JSON.parse(await readFile(file, 'utf8'))

    await importAll(rows)

    expect(await list()).toEqual(rows)
    expect(rows.length).toBeGreaterThanOrEqual(12)
  })
})
