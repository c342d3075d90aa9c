import path from 'node:path'
import { FIRST_REVIEWS } from '@offquad/contracts'
import { compareWithDescriptor } from '@offquad/web-kit/testing'
import descriptor from '../remote.json'
import { remote } from './remote'

it('contributes the pages and slots its remote.json names', () => {
  const { described, provided } = compareWithDescriptor(remote, path.resolve(__dirname, '..'))

  expect(provided).toEqual(described)
})

it.each([
  ['/apartment/:aptId', `/api/reviews?aptId=:aptId&size=${FIRST_REVIEWS.apartment}`],
  ['/landlord/:landlordId', `/api/reviews?landlordId=:landlordId&size=${FIRST_REVIEWS.landlord}`],
])('has the first reviews inlined into %s, as they are shown there, and no others', (page, call) => {
  const data = descriptor.routes.find((route) => route.path === page)?.data ?? []

  expect(data.filter((url) => url.startsWith('/api/review') && !url.includes('/summary'))).toEqual([call])
})
