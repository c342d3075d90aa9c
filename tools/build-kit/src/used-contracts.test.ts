import path from 'node:path'
import { codeOfContracts, usedContracts } from './used-contracts.mjs'

const folder = path.resolve(__dirname, '../../../mfe-browse')

it('the code of used contracts has what they consist of, and nothing of others', async () => {
  const code = await codeOfContracts(folder, { own: ['getFrequentQuestions'], throughPackages: [] })

  expect(code).toContain('GET /api/faqs')
  expect(code).toContain('question')
  expect(code).not.toContain('/api/apts')
})

it('what an app uses includes what is behind the exports that it imports from other packages', () => {
  const { own, throughPackages } = usedContracts(folder)

  expect(own).toContain('BUS_TIMES')
  expect(throughPackages).toEqual(
    expect.arrayContaining(['refreshSession' /* of web-kit */, 'DAY_PATTERN' /* of search-terms */]),
  )
})
