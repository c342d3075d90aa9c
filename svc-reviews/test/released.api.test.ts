import path from 'node:path'
import { type ApiDocument, apiMisfits, apiSurface } from '@offquad/contracts/compatibility'
import { releasedDocument } from '@offquad/service-kit/testing'
import { startReviews } from './start-reviews'

it('breaks nobody who calls it as it was last released', async () => {
  const service = await startReviews()
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as ApiDocument
  await service.close()

  const current = apiSurface(document)
  const released = await releasedDocument(path.resolve(__dirname, '../released/openapi.json'), current)
  expect(apiMisfits(released, current)).toEqual([])
})
