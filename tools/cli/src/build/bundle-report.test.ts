import { encodedMap, TraceMap } from '@jridgewell/trace-mapping'
import { modulesOf } from './bundle-report'
import { renderTreemap, sizeOf } from './treemap'

/** `aaabbccccc`, of two modules of a package and one of the app. */
const CODE = 'aaabbccccc'
const map = encodedMap(
  new TraceMap({
    version: 3,
    names: [],
    sources: [
      'webpack://shell/../node_modules/@scope/lib/es/one.js',
      'webpack://shell/../node_modules/@scope/lib/es/two.js',
      'webpack://shell/./src/page.tsx',
    ],
    mappings: [
      [
        [0, 0, 0, 0],
        [3, 1, 0, 0],
        [5, 2, 0, 0],
      ],
    ],
  }),
)

describe('the bundle report', () => {
  it('adds up the characters of each module by package and folder', () => {
    const [lib, app] = modulesOf(CODE, map)

    expect(lib).toMatchObject({ name: '@scope/lib', size: 5 })
    expect(lib?.children?.[0]?.children?.map(({ name, size }) => [name, size])).toEqual([
      ['one.js', 3],
      ['two.js', 2],
    ])
    expect(app).toMatchObject({ name: 'src', size: 5 })
  })

  it('draws boxes whose areas are in proportion to the sizes', () => {
    const children = modulesOf(CODE, map)
    const html = renderTreemap('Scripts', [{ name: 'shell', children: [{ name: 'main.js', children }] }])

    const areas = [...html.matchAll(/width:([\d.]+)px;height:([\d.]+)px[^>]*title="(@scope\/lib|src) /g)]
    expect(areas.map(([, width, height]) => Number(width) * Number(height))).toEqual([
      (1600 * 900) / 2,
      (1600 * 900) / 2,
    ])
    expect(sizeOf({ name: '', children })).toBe(CODE.length)
  })

  it('escapes names', () => {
    const html = renderTreemap('<b>', [{ name: 'a', children: [{ name: '<i>', size: 1 }] }])

    expect(html).not.toContain('<b>')
    expect(html).toContain('a: &lt;i>')
  })
})
