import path from 'node:path'
import { codeOfContracts } from './used-contracts.mjs'

const folder = path.resolve(__dirname, '../../../mfe-browse')

it('the code of used contracts has what they consist of, and nothing of others', async () => {
  const code = await codeOfContracts(folder, { own: ['getFrequentQuestions'], throughPackages: [] })

  expect(code).toContain('GET /api/faqs')
  expect(code).toContain('question')
  expect(code).not.toContain('/api/apts')
})
