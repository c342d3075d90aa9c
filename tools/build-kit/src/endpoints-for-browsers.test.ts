import { endpointsForBrowsers } from './endpoints-for-browsers.mjs'

describe('endpointsForBrowsers', () => {
  it('leaves out what only services read of an endpoint', () => {
    const source = [
      "export const getRoom = endpoint('GET /api/rooms/:id', {",
      "  summary: 'A room.',",
      '  params: Type.Object({',
      '    id: Id,',
      '  }),',
      "  access: 'signed-in',",
      '  reply: Room',
      '})',
      'const last = 1',
    ].join('\n')

    const result = endpointsForBrowsers(source)

    expect(result.replace(/\s+/g, ' ')).toBe(
      "export const getRoom = endpoint('GET /api/rooms/:id', { access: 'signed-in', }) const last = 1",
    )
    expect(result.split('\n').indexOf('const last = 1')).toBe(8)
  })

  it('changes nothing else', () => {
    const source = 'const Room = Type.Object({ summary: Type.String(), reply: other({ body: 1 }) })'

    expect(endpointsForBrowsers(source)).toBe(source)
  })
})
