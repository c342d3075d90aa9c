import { getServices, type ServiceState, type ServiceTrial } from '@offquad/contracts'
import { apiQuery, countText } from '@offquad/web-kit'
import { useQuery } from '@tanstack/react-query'
import { Details } from '../../components/details'
import { Loaded } from '../../components/loaded'
import { History } from './history'

const REFETCH_INTERVAL_MS = 5_000

/** The services behind the responding gateway: their versions, canaries, and the slices that use their calls. */
export function Services() {
  const query = useQuery({ ...apiQuery(getServices), refetchInterval: REFETCH_INTERVAL_MS })
  return (
    <section className="offquad-section" aria-labelledby="services">
      <h2 id="services">Services</h2>
      <Loaded query={query} failure="The services cannot be loaded right now." rows={4}>
        {(services) => (
          <ul className="admin-list offquad-stack">
            {services.map((state) => (
              <ServiceItem key={state.service} state={state} />
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  )
}

function ServiceItem({ state }: { state: ServiceState }) {
  const { service, instances, calls, problems, trial, history } = state
  return (
    <li className="admin-item offquad-panel">
      <header>
        <h3>{service}</h3>
      </header>
      <ul className="admin-plain" aria-label={`Instances of ${service}`}>
        {instances.map(({ url, build, health }) => (
          <li key={url} className={health === 'away' ? 'admin-alert' : undefined}>
            {new URL(url).host} {HEALTH[health]}
            {build && (
              <>
                {' with '}
                <code>{build}</code>
              </>
            )}
            {url === trial?.url && ', on trial'}
          </li>
        ))}
      </ul>
      {trial && (
        <section className="offquad-notice" aria-label={`Trial of ${service}`}>
          <p>
            A new version gets {shareOf(trial)}: {countText(trial.requests, 'request')} so far.
          </p>
          {trial.complaint !== undefined && <p className="admin-alert">It does worse: {trial.complaint}.</p>}
        </section>
      )}
      {problems.map((problem) => (
        <p key={problem} role="alert" className="admin-alert">
          {problem}
        </p>
      ))}
      <div className="release-more offquad-cluster">
        <Details summary={`Calls (${calls.length})`}>{() => <Calls calls={calls} />}</Details>
        {history.length > 0 && (
          <Details summary={`History (${history.length})`}>{() => <History history={history} />}</Details>
        )}
      </div>
    </li>
  )
}

function shareOf({ getsAll, partner }: ServiceTrial): string {
  if (getsAll) return 'every request, while it replaces the others'
  return partner === undefined
    ? 'a tenth of the requests'
    : `the requests of those who get the canary of ${partner}`
}

const HEALTH = { good: 'is ready', draining: 'is stopping', away: 'does not answer' }

const Calls = ({ calls }: Pick<ServiceState, 'calls'>) => (
  <ul className="admin-plain">
    {calls.map(({ call, usedBy }) => (
      <li key={call}>
        <code>{call}</code>{' '}
        <span className="offquad-soft">{usedBy.length > 0 ? `by ${usedBy.join(', ')}` : 'by no slice'}</span>
      </li>
    ))}
  </ul>
)
