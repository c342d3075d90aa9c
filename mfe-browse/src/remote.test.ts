import path from 'node:path'
import { compareWithDescriptor } from '@offquad/web-kit/testing'
import { remote } from './remote'

it('contributes the pages and slots its remote.json names', () => {
  const { described, provided } = compareWithDescriptor(remote, path.resolve(__dirname, '..'))

  expect(provided).toEqual(described)
})
