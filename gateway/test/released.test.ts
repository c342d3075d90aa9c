import path from 'node:path'
import { type ApiDocument, findBreakingChangesSinceRelease } from '@offquad/compatibility'
import { startGateway } from './gateway-under-test'

it('is compatible with clients of its last release', async () => {
  const gateway = await startGateway()
  const document = JSON.parse((await gateway.send('/api/docs/gateway.json')).text) as ApiDocument
  await gateway.close()

  expect(
    findBreakingChangesSinceRelease(path.resolve(__dirname, '../released/openapi.json'), document),
  ).toEqual([])
})
