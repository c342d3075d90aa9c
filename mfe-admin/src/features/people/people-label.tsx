import { useWaitingSignIns } from './use-waiting-sign-ins'

/** The name of the tab, with how many people wait there for a decision. */
export function PeopleLabel() {
  const { data } = useWaitingSignIns()
  return data && data.total > 0 ? `People (${data.total})` : 'People'
}
