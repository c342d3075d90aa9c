import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { filesOfPages, pageChunk } from './page-chunks.mjs'

it.each([
  ['/', 'page-home'],
  ['/faq', 'page-faq'],
  ['/apartment/:aptId', 'page-apartment-aptid'],
])('the chunk of the page %s is %s', (route, chunk) => {
  expect(pageChunk(route)).toBe(chunk)
})

it('the files of a page are the scripts of its chunks, without those of the remote itself', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'offquad-pages-'))
  const routes = [{ path: '/' }, { path: '/faq' }]
  await writeFile(path.join(folder, 'remote.json'), JSON.stringify({ routes }))
  const chunks = [
    { name: '__federation_expose_remote', files: new Set(['remote.js', 'remote.css']) },
    { files: new Set(['shared.js']) },
    { name: 'page-home', files: new Set(['home.js', 'home.js.map']) },
  ]

  expect(filesOfPages(folder, { namedChunkGroups: new Map([['page-home', { chunks }]]) })).toEqual({
    '/': ['shared.js', 'home.js'],
  })
  await rm(folder, { recursive: true })
})
