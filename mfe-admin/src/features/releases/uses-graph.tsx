import { getReleases, getServices, type Release, type ServiceState } from '@offquad/contracts'
import { apiQuery } from '@offquad/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Chart } from '../../components/chart'

/** One slice's use of another's slots or calls. */
interface Use {
  source: string
  target: string
  used: string[]
}

/** Draws which slices place whose slots and make whose calls; the lists of each release and service say the same in words. */
export function UsesGraph() {
  const slots = useQuery({ ...apiQuery(getReleases), select: slotUses }).data
  const calls = useQuery({ ...apiQuery(getServices), select: callUses }).data
  const option = useMemo(() => graph([...(slots ?? []), ...(calls ?? [])]), [slots, calls])
  return (
    <section className="offquad-section" aria-labelledby="uses">
      <h2 id="uses">Who uses whose slots and calls</h2>
      <p className="offquad-soft">
        An arrow leads from a slice to the owner of the slots that it places or the calls that it makes.
      </p>
      <Chart option={option} />
    </section>
  )
}

export const slotUses = (releases: Release[]): Use[] =>
  releases.flatMap(({ app, state }) => {
    const placed = state.live?.uses ?? []
    return releases.map((owner) => {
      const slots = owner.state.live?.remote?.slots ?? []
      return { source: app, target: owner.app, used: placed.filter((slot) => slots.includes(slot)) }
    })
  })

export const callUses = (services: ServiceState[]): Use[] =>
  services.flatMap(({ service, calls }) =>
    [...new Set(calls.flatMap(({ usedBy }) => usedBy))].map((app) => ({
      source: app,
      target: service,
      used: calls.filter(({ usedBy }) => usedBy.includes(app)).map(({ call }) => call),
    })),
  )

const isService = (name: string): boolean => name.startsWith('svc-')

const AXIS = { type: 'value' as const, show: false, min: 0, max: 1 }

/** Frontends on the left and services on the right: calls go across, and slots in bows. */
export function graph(all: Use[]) {
  const uses = all.filter(({ used }) => used.length > 0)
  const names = [...new Set(uses.flatMap(({ source, target }) => [source, target]))].toSorted()
  const column = (index: 0 | 1, label: 'left' | 'right') => {
    const slices = names.filter((name) => isService(name) === (index === 1))
    return slices.map((name, row) => ({
      name,
      value: [index, (row + 0.5) / slices.length],
      category: index,
      label: { position: label },
    }))
  }
  return {
    tooltip: { trigger: 'item' as const },
    grid: { left: 96, right: 96, top: 0, bottom: 0 },
    xAxis: AXIS,
    yAxis: { ...AXIS, inverse: true },
    series: [
      {
        type: 'graph' as const,
        coordinateSystem: 'cartesian2d' as const,
        label: { show: true, color: 'inherit' },
        symbolSize: 12,
        categories: [{ name: 'Frontends' }, { name: 'Services' }],
        edgeSymbol: ['none', 'arrow'],
        edgeSymbolSize: 7,
        emphasis: { focus: 'adjacency' as const },
        data: [...column(0, 'left'), ...column(1, 'right')],
        links: uses.map(({ source, target, used }) => ({
          source,
          target,
          lineStyle: { color: 'target', opacity: 0.8, curveness: curveOf(source, target) },
          tooltip: { formatter: `${source} uses from ${target}:\n${used.join('\n')}` },
        })),
      },
    ],
  }
}

/** To the right, whether it goes down or up its column. */
const curveOf = (source: string, target: string): number =>
  isService(target) ? 0 : source < target ? 0.5 : -0.5
