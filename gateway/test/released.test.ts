import path from 'node:path'
import { type ApiDocument, apiMisfits, apiSurface } from '@offquad/contracts/compatibility'
import { releasedDocument } from '@offquad/service-kit/testing'
import { startGateway } from './gateway-under-test'

it('breaks nobody who calls it as it was last released', async () => {
  const gateway = await startGateway()
  const document = JSON.parse((await gateway.send('/api/docs/gateway.json')).text) as ApiDocument
  await gateway.close()

  const current = apiSurface(document)
  const released = await releasedDocument(path.resolve(__dirname, '../released/openapi.json'), current)
  expect(apiMisfits(released, current)).toEqual([])
})
