import path from 'node:path'
import { type ApiDocument, findBreakingChangesSinceRelease } from '@offquad/compatibility'
import { startUsers } from './start-users'

it('stays compatible with callers of the last release', async () => {
  const service = await startUsers()
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as ApiDocument
  await service.close()

  expect(
    findBreakingChangesSinceRelease(path.resolve(__dirname, '../released/openapi.json'), document),
  ).toEqual([])
})
