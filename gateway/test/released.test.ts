import path from 'node:path'
import { type ApiDocument, misfitsWithReleased } from '@offquad/contracts/compatibility'
import { startGateway } from './gateway-under-test'

it('breaks nobody who calls it as it was last released', async () => {
  const gateway = await startGateway()
  const document = JSON.parse((await gateway.send('/api/docs/gateway.json')).text) as ApiDocument
  await gateway.close()

  expect(misfitsWithReleased(path.resolve(__dirname, '../released/openapi.json'), document)).toEqual([])
})
