import { Type } from 'typebox'
import { endpoint, pathOf } from './endpoint'

const call = endpoint('GET /api/rooms/:roomId/beds/:bed', {
  summary: 'A bed.',
  reply: Type.Null(),
})

describe('pathOf', () => {
  it('fills in every parameter', () => {
    expect(pathOf(call, { roomId: '10', bed: 2 })).toBe('/api/rooms/10/beds/2')
  })

  it('keeps a parameter inside its segment', () => {
    expect(pathOf(call, { roomId: '../a?b#c', bed: 'd/é' })).toBe('/api/rooms/..%2Fa%3Fb%23c/beds/d%2F%C3%A9')
  })

  it('leaves a path without parameters as it is', () => {
    expect(pathOf({ path: '/api/rooms' })).toBe('/api/rooms')
  })

  it('names the parameter that is missing', () => {
    expect(() => pathOf(call, { roomId: '10' })).toThrow(
      new RangeError('/api/rooms/:roomId/beds/:bed needs the parameter "bed"'),
    )
  })
})

describe('endpoint', () => {
  it('is open to anyone and returns 200 by default', () => {
    expect(call).toMatchObject({ access: 'anyone', status: 200 })
  })
})
