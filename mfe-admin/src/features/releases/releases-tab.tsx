import '../../components/admin.css'
import { getAdministrators, getReleases, type Release } from '@offquad/contracts'
import { apiQuery, useUser } from '@offquad/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../components/loaded'
import { type ReleaseAction, ReleaseDialog } from './release-dialog'
import { ReleaseItem, takenBackLast } from './release-item'
import { Services } from './services'
import { UsesGraph } from './uses-graph'

// Not shorter, because each fetch sums the counts of a day for every version.
const REFETCH_INTERVAL_MS = 15_000

/** Every slice's live version and health, with actions for administrators and the slice's engineers. */
export function ReleasesTab() {
  const query = useQuery({ ...apiQuery(getReleases), refetchInterval: REFETCH_INTERVAL_MS })
  return (
    <>
      <section className="offquad-section" aria-labelledby="releases">
        <h2 id="releases">Releases</h2>
        <p className="offquad-soft">
          Teams ship their slice with the command line. Here you see what visitors get, and take it back.
          Counts are of the last day.
        </p>
        <Loaded query={query} failure="The releases cannot be loaded right now." rows={8}>
          {(releases) => <Releases releases={releases} onChange={() => void query.refetch()} />}
        </Loaded>
      </section>
      <Services />
      <UsesGraph />
    </>
  )
}

function Releases({ releases, onChange }: { releases: Release[]; onChange: () => void }) {
  const [action, setAction] = useState<ReleaseAction>()
  const user = useUser()
  const isAdmin = user?.role === 'admin'
  const administrators = useQuery({ ...apiQuery(getAdministrators), enabled: isAdmin }).data
  const nameOf = (adminId: string | undefined) =>
    administrators?.find(({ id }) => id === adminId)?.displayName
  return (
    <>
      <ul className="admin-list offquad-stack">
        {releases.toSorted(byUrgency).map((release) => (
          <ReleaseItem
            key={release.app}
            release={release}
            peers={releases.filter(({ app }) => app !== release.app)}
            nameOf={nameOf}
            onAct={setAction}
            mayAct={isAdmin || (user?.slices ?? []).includes(release.app)}
          />
        ))}
      </ul>
      {action && <ReleaseDialog action={action} onChange={onChange} onClose={() => setAction(undefined)} />}
    </>
  )
}

/** Releases that may need action come first. */
const byUrgency = (a: Release, b: Release): number =>
  urgencyOf(b) - urgencyOf(a) || a.app.localeCompare(b.app)

function urgencyOf({ state }: Release): number {
  const { live, served } = state
  if (!live) return -1
  if (!served.isServed) return 2
  return live.canary || takenBackLast(state) ? 1 : 0
}
